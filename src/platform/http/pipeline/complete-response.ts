// The last steps of every response: common headers, its tag, its cost, and the rest of the
// request's body. (interface 1)
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../values/network.ts";
import { commonHeaders } from "../request/request-ids.ts";
import { hasBody } from "../request/request-kind.ts";
import { discardBody, endsConnection, mostDiscarded, mostOfFailing } from "./discard-body.ts";
import { chargeResponse, leastCharged, leaveLargeReads } from "./large-reads.ts";
import { completePage } from "./page-headers.ts";
import { isMatch, tagFor } from "./response.ts";

/** Completes a response before it is sent. */
export function completeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const { config, schema } = request.routeOptions;
  const { etag = false, immutable = false } = config ?? {};
  // Also for a caller who has hung up.
  if (request.bodyBytes > 0) request.server.frame.bodies.remove(request.bodyBytes);
  request.bodyBytes = 0;
  // Strictly: a request that is injected in process does not say so.
  if (request.raw.complete === false && hasBody(request.raw)) discardRest(request, reply);
  reply.headers(commonHeaders(request.id, request.headers));
  sendRate(request, reply);
  // An operation of the contract is no page.
  if (schema?.operationId === undefined) completePage(request, reply);
  if (request.context?.replayed) reply.header("Idempotency-Replayed", "true");
  if (immutable && reply.statusCode === 200) {
    reply.header("Cache-Control", "public, max-age=31536000, immutable");
  }
  const isTagged = etag && reply.statusCode === 200;
  const completed = isTagged ? tagged(request, reply, payload as string | Buffer) : payload;
  const { length = 0 } = (completed ?? "") as { readonly length?: number };
  if (length >= leastCharged) chargeResponse(request, { length });
  if (request.leaveLargeReads !== undefined) leaveLargeReads(request, reply);
  done(null, completed);
}

/** Sets the rate-limit headers for an API user; a refusal may have set them already. */
function sendRate({ provenBy, server }: FastifyRequest, reply: FastifyReply): void {
  const { rates, clock } = server.frame;
  const sent = reply.getHeader("RateLimit");
  const left = sent ?? (provenBy && rates.left(provenBy, clock()));
  if (left === undefined || rates.policy === undefined) return;
  reply.header("RateLimit", left).header("RateLimit-Policy", rates.policy);
}

/** Discards the body of a request that was refused by its head, at the charge of its API user. */
function discardRest(
  { raw, provenBy, ip, startedAt, server }: FastifyRequest,
  reply: FastifyReply,
) {
  const { failures, rates, clock } = server.frame;
  const isFailing = provenBy === undefined && failures.areTooMany(networkOf(ip), startedAt);
  const most = isFailing ? mostOfFailing : mostDiscarded;
  if (endsConnection(raw, most)) reply.header("Connection", "close");
  discardBody(raw, most, (bytes) => {
    if (provenBy !== undefined) rates.charge(provenBy, { bytes, milliseconds: 0 }, clock());
  });
}

/** Gives a response its tag; whoever has it already gets a 304, without a body. */
function tagged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
): string | Buffer | null {
  const { etag } = request.routeOptions.config;
  const address = etag === "record" ? [] : [request.target];
  const tag = String(reply.getHeader("ETag") ?? tagFor(request.context.caller, body, address));
  reply.header("Cache-Control", "private, no-cache").header("ETag", tag);
  const given = request.headers["if-none-match"];
  if (given === undefined || !isMatch(given, tag)) return body;
  reply.code(304).removeHeader("Content-Type").removeHeader("Content-Length");
  return null;
}
