// The last steps of every answer: the headers of all, its tag, its cost, and what is left of its body.
// (interface 1)
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../../values/network.ts";
import { usualHeadersOf } from "../request/request-ids.ts";
import { entityTag, isMatch, recordTag } from "./answer.ts";
import {
  discardBody,
  endsConnection,
  isUnread,
  mostDiscarded,
  mostOfFailing,
} from "./discard-body.ts";
import { chargeAnswer, leaveLargeReads } from "./large-reads.ts";
import { completePage } from "./page-headers.ts";

/** Completes an answer before it is sent. */
export function completeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, answer?: unknown) => void,
): void {
  const answer = completed(request, reply, payload);
  chargeAnswer(request, answer);
  leaveLargeReads(request, reply);
  done(null, answer);
}

/** Tells an API user how many requests its rate still allows; a refusal may have told it already. */
function sendRate({ provenBy, server }: FastifyRequest, reply: FastifyReply): void {
  const { rates, clock } = server.frame;
  const told = reply.getHeader("RateLimit");
  const left = told ?? (provenBy && rates.left(provenBy, clock()));
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

function completed(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { etag = false, immutable = false } = request.routeOptions.config ?? {};
  // Also for a caller who has hung up.
  request.server.frame.bodies.remove(request.bodyBytes);
  request.bodyBytes = 0;
  if (isUnread(request.raw)) discardRest(request, reply);
  reply.headers(usualHeadersOf(request.id, request.headers));
  sendRate(request, reply);
  completePage(request, reply);
  if (request.context?.replayed) reply.header("Idempotency-Replayed", "true");
  if (immutable && reply.statusCode === 200) {
    reply.header("Cache-Control", "public, max-age=31536000, immutable");
  }
  if (!etag || reply.statusCode !== 200) return payload;
  reply.header("Cache-Control", "private, no-cache");
  const tag = String(reply.getHeader("ETag") ?? tagOf(request, payload as string | Buffer));
  reply.header("ETag", tag);
  if (!isMatch(request.headers["if-none-match"], tag)) return payload;
  reply.code(304).removeHeader("Content-Type").removeHeader("Content-Length");
  return null;
}

function tagOf(request: FastifyRequest, body: string | Buffer): string {
  const isRecord = request.routeOptions.config.etag === "record";
  return isRecord ? recordTag(request.context.caller, body) : entityTag(request, body);
}
