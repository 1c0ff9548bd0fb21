// What reads may take of the process: large ones take turns, what an answer costs is charged to its
// API user, and who does not read its answers gets no more. (interface 8, ADR 14)
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusal } from "../../values/problem.ts";
import type { Caller } from "../change/context.ts";
import { requestErrors } from "../refusals/errors.ts";

/** In bytes. Smaller answers are not counted, since a connection has at most one unsent answer. */
const leastCounted = 65_536;

/** How often a byte of a large read is charged: making it costs about as much again as sending it. */
const weightOfLarge = 2;

/** Refuses a read whose API user leaves too many answers unread, and lets a large one wait for its
 * turn, which ends when its answer is made. */
export async function admitRead(
  request: FastifyRequest,
  reply: FastifyReply,
  { apiUserId, firm }: Caller,
): Promise<void> {
  const { answers, largeReadQueue } = request.server.frame;
  if (answers.isFull(apiUserId)) throw tooManyReads();
  if (!isLarge(request)) return;
  const place = { firm: firm.oid, subject: apiUserId, caller: reply.raw };
  const end = await largeReadQueue.enter(place);
  // Those that came before it may have filled the memory since.
  if (answers.isFull(apiUserId)) {
    end();
    throw tooManyReads();
  }
  let hasEnded = false;
  request.endTurn = () => {
    if (hasEnded) return;
    hasEnded = true;
    end();
  };
}

/** Ends the turn of a read, charges its answer, and counts it until it is sent. */
export function noteAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
  request.endTurn?.();
  const bytes = typeof answer === "string" || Buffer.isBuffer(answer) ? answer.length : 0;
  if (bytes < leastCounted) return;
  const { answers, rates, clock } = request.server.frame;
  const { provenBy } = request;
  if (provenBy !== undefined) {
    const cost = { bytes: isLarge(request) ? weightOfLarge * bytes : bytes, milliseconds: 0 };
    rates.charge(provenBy, cost, clock());
  }
  const { raw } = reply;
  // Its caller has hung up, and nothing of it is sent.
  if (raw.destroyed) return;
  const release = answers.hold(provenBy, bytes, () => request.raw.socket.destroy());
  raw.once("finish", release).once("close", release);
}

/** Whether a request is a large read. */
export function isLarge({ routeOptions, query }: FastifyRequest): boolean {
  const { isLarge: isLargeWith } = routeOptions.config;
  return isLargeWith?.(query as Readonly<Record<string, unknown>>) === true;
}

/** 429 for an API user with too many reads. */
function tooManyReads(): ReturnType<typeof refusal> {
  return refusal(429, requestErrors.tooManyReads, { "Retry-After": "1" });
}
