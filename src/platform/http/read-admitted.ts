// Reads the bodies of the requests whose heads were admitted.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { readBody } from "./read-body.ts";
import { declaredLength } from "./unread-body.ts";

/** The body of a request whose head was admitted; what answers anyone reads none. */
export async function readAdmitted(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const { admitted, routeOptions, server } = request;
  if (admitted === undefined) return undefined;
  const { bodyLimit = server.frame.bodyLimit, config } = routeOptions;
  // No more memory is taken than the body says that it needs.
  const limit = Math.min(bodyLimit, declaredLength(request) ?? bodyLimit);
  const body = await readBody(payload, {
    limit,
    cureOfSize: config.cureOfSize,
    hold: admitted.hold,
  });
  server.connections.arrived(request.raw.socket);
  return body;
}
