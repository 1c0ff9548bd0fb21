// The ids of a request in its response, the log and the audit log. The caller's own id and place in
// a trace are taken where they are well-formed, so that a request can be followed between systems.
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";

/** The form of a caller's id: nothing that a log, a page or a spreadsheet would interpret. */
export const requestIdForm = /^[A-Za-z0-9][\w.:-]{0,127}$/;

/** Ids appear in the log, so a text that contains the form of a tax id is not accepted. With
 * separators it is recognized next to letters too; nine digits alone only between separators. */
const taxIdForm =
  /(?<!\d)(?:\d{3}[-._:]\d\d[-._:]\d{4}(?!\d)|\d\d[-._:]\d{7}(?![A-Za-z\d]))|(?<![A-Za-z\d])\d{9}(?![A-Za-z\d])/;

/** Version, trace, span and flags; neither of them only zeros, and `ff` is no version. (W3C Trace
 * Context, 3.2) */
const traceparentForm =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

interface Randomness {
  readonly random: (bytes: number) => Uint8Array;
}

/** The id of a request: its caller's, or a new one. */
export function requestIdFor(
  { "x-request-id": sent }: IncomingHttpHeaders,
  randomness: Randomness,
): string {
  const isGood = typeof sent === "string" && requestIdForm.test(sent) && !taxIdForm.test(sent);
  return isGood ? sent : drawRequestId(randomness);
}

/** A new id for a request. */
export function drawRequestId({ random }: Randomness): string {
  return Buffer.from(random(12)).toString("base64url");
}

/** The place in a trace that the caller names; nothing where that is none. */
function decodeTrace({ traceparent }: IncomingHttpHeaders) {
  const isGood = typeof traceparent === "string" && traceparentForm.test(traceparent);
  return isGood ? { traceparent } : {};
}

/** The fields of a log line about its request. */
export function namedInLog({ id, headers }: Pick<FastifyRequest, "id" | "headers">) {
  return { reqId: id, ...(headers.traceparent !== undefined && decodeTrace(headers)) };
}

/** The headers of every response. */
export function commonHeaders(requestId: string, sent: IncomingHttpHeaders = {}) {
  return {
    "X-Request-Id": requestId,
    ...(sent.traceparent !== undefined && decodeTrace(sent)),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
  };
}
