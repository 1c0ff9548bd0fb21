// `GET /metrics`, and the counting of every response.
import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { failedCredentials } from "../../refusals/unauthorized.ts";
import type { App } from "../frame.ts";
import type { MetricsAccess } from "../monitoring/metrics.ts";

/** Counts every response of the routes registered from now on, and registers `GET /metrics`. */
export function meterApp(app: App): void {
  const { metrics } = app.frame;
  if (metrics === undefined) return;
  app.addHook("onResponse", (request, reply, done) => {
    metrics.noteResponse(request, reply);
    done();
  });
  const options = { config: { open: true, shownAs: "metrics" }, schema: { hide: true } };
  app.get("/metrics", options, async (request, reply) => {
    await refuseStranger(request, metrics.access);
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metrics.print());
  });
}

async function refuseStranger(request: FastifyRequest, access: MetricsAccess): Promise<void> {
  if (access === "open") return;
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  // Hashes have one length, so that comparing them reveals nothing about the token.
  if (timingSafeEqual(sha256(given), sha256(access.token))) return;
  throw await failedCredentials(request, "Bearer");
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
