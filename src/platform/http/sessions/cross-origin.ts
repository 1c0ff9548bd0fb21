// Pages of other origins, for which a browser asks before it lets them call and read: those that
// `CORS_ORIGINS` names, and no other. (Fetch Standard, 3.3)
import type { FastifyReply, FastifyRequest } from "fastify";
import { headers } from "../contract/contract-headers.ts";

const exposed = Object.keys(headers).join(", ");
const accepted = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "X-Associated-Member-Id",
  "X-Dry-Run",
  "X-Request-Id",
  "traceparent",
].join(", ");

/** How long a browser may cache a preflight response, in seconds. */
const rememberedFor = "600";

/** Lets pages of a named origin read the response; credentials that a browser adds by itself are
 * never allowed, since every caller sends its own. */
export function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): void {
  reply.header("Vary", "Origin");
  if (origin === undefined || !origins.includes(origin)) return;
  reply.header("Access-Control-Allow-Origin", origin);
  reply.header("Access-Control-Expose-Headers", exposed);
}

/** Whether a browser asks if a page may make a request to a path with the methods of `allow`; `reply`
 * then says which methods and headers it may have. */
export function isAllowedPreflight(
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  allow: string,
): boolean {
  const isPreflight = method === "OPTIONS" && asked["access-control-request-method"] !== undefined;
  if (!isPreflight) return false;
  if (!reply.hasHeader("Access-Control-Allow-Origin")) return false;
  reply.header("Access-Control-Allow-Methods", allow);
  reply.header("Access-Control-Allow-Headers", accepted);
  reply.header("Access-Control-Max-Age", rememberedFor);
  return true;
}
