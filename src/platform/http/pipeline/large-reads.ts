// Large reads wait in a fair queue of their own, and the cost of a response is charged to its API
// user. (interface 8)
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../change/context.ts";

/** In bytes; smaller responses cost no more than their request. */
export const leastCharged = 65_536;

/** How often a byte of a large read is charged: making it costs about as much again as sending it. */
const weightOfLarge = 2;

/** Whether a request is a read whose response may be megabytes, computed for it. */
export function isLarge({ routeOptions, query }: FastifyRequest): boolean {
  const { isLarge: isLargeWith } = routeOptions.config;
  return isLargeWith?.(query as Readonly<Record<string, unknown>>) === true;
}

/** Lets a large read wait until it may run, unless it runs already. */
export async function enterLargeRead(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { apiUserId, firm }: Caller,
): Promise<void> {
  if (request.leaveLargeReads !== undefined) return;
  const { largeReadQueue } = request.server.frame;
  const entrant = { firm: firm.oid, subject: apiUserId, caller: raw };
  request.leaveLargeReads = await largeReadQueue.enter(entrant);
}

/** Ends a large read once its response, which is made, is sent as well: no more of them are in
 * memory than may run. */
export function leaveLargeReads(request: FastifyRequest, { raw }: FastifyReply): void {
  const { leaveLargeReads: leave } = request;
  request.leaveLargeReads = undefined;
  if (leave === undefined) return;
  // Its caller has hung up, and nothing of it is sent.
  if (raw.destroyed) leave();
  else raw.once("close", leave);
}

/** Charges a response of at least `leastCharged` to the rate of its API user. */
export function chargeResponse(request: FastifyRequest, { length }: { length: number }): void {
  if (request.provenBy === undefined) return;
  const { rates, clock } = request.server.frame;
  const bytes = isLarge(request) ? weightOfLarge * length : length;
  rates.charge(request.provenBy, { bytes, milliseconds: 0 }, clock());
}
