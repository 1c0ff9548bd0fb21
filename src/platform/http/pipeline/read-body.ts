// Reads the body of a request as the bytes that its signature covers: within the limit of its route
// and of all bodies together, in few pieces, and only from senders who continue sending. (interface
// 7, 8)
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { type Refusal, refusal } from "../../../values/problem.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { declaredLength } from "../request/request-kind.ts";

/** The minimum pace of a body: bytes within any period of some seconds. */
const leastBytes = 5_120;
const paceSeconds = 5;

/** How many small pieces (chunks or packets) a body may come in, and the least that each of the
 * others brings on average. Each costs a call of its own. */
const smallPieces = 1_000;
const leastOfPiece = 64;

/** The least that is allocated at once, in bytes. */
const leastAllocated = 4_096;

/** Counts the bytes of all bodies that are in memory. */
export interface BodyCounter {
  /** Adds bytes; false, and nothing is added, where that would be too many. */
  add(bytes: number): boolean;
  remove(bytes: number): void;
  /** How many there are now. */
  bytes(): number;
}

/** A counter of at most `most` bytes. */
export function countBodies(most: number): BodyCounter {
  let held = 0;
  return {
    add(bytes) {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    remove(bytes) {
      held -= bytes;
    },
    bytes: () => held,
  };
}

/** The body of a request whose head was admitted, counted until the response is sent;
 * undefined for any other request. */
export async function readAdmitted(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const { mayRead, routeOptions, server } = request;
  if (!mayRead) return undefined;
  const { bodies, bodyLimit: usualLimit } = server.frame;
  const { bodyLimit = usualLimit, config } = routeOptions;
  // No more memory is taken than the body says that it needs.
  const limit = Math.min(bodyLimit, declaredLength(request) ?? bodyLimit);
  const allocate = (bytes: number) => {
    const isAdded = bodies.add(bytes);
    if (isAdded) request.bodyBytes += bytes;
    return isAdded;
  };
  return readBody(payload, { limit, tooLargeHint: config.tooLargeHint, allocate });
}

/** The terms on which a body may be read. */
export interface BodyTerms {
  /** The limit of its route, in bytes. */
  readonly limit: number;
  /** The advice to a caller who sends more than that. */
  readonly tooLargeHint?: string | undefined;
  /** Reserves bytes of memory for a body; false if there is no capacity. */
  readonly allocate: (bytes: number) => boolean;
}

/** Reads a body; throws a `Refusal` where it is too large, too slow, in too many pieces, or more
 * than may be in memory. */
export function readBody(
  payload: Readable,
  { limit, tooLargeHint, allocate }: BodyTerms,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let buffer = Buffer.alloc(0);
    let length = 0;
    let pieces = 0;
    /** How much had come at the end of each of the last seconds. */
    const lengths = [0];

    // Copied, because a body of many small pieces would hold many times its size.
    const keep = (piece: Buffer): Refusal | undefined => {
      const needed = length + piece.length;
      if (needed > limit) return tooLarge(limit, tooLargeHint);
      if (needed > buffer.length) {
        const doubled = Math.min(limit, Math.max(needed, 2 * buffer.length, leastAllocated));
        const size = buffer.length === 0 ? needed : doubled;
        if (!allocate(size - buffer.length)) return tooManyBodies();
        const larger = Buffer.allocUnsafeSlow(size);
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      piece.copy(buffer, length);
      length = needed;
      return undefined;
    };
    const onData = (piece: Buffer) => {
      pieces += 1;
      const isInPieces = pieces > smallPieces + length / leastOfPiece;
      const refused = isInPieces ? tooManyPieces() : keep(piece);
      if (refused !== undefined) end(() => reject(refused));
    };
    const onEnd = () => end(() => resolve(buffer.subarray(0, length)));
    // The sender has hung up: nobody reads the response.
    const onError = () => end(() => reject(refusal(400, requestErrors.malformed)));
    const pace = setInterval(() => {
      lengths.push(length);
      if (lengths.length <= paceSeconds) return;
      const before = lengths.shift() ?? 0;
      if (length - before < leastBytes) end(() => reject(tooSlow()));
    }, 1_000);

    function end(settle: () => void): void {
      clearInterval(pace);
      payload.off("data", onData).off("end", onEnd).off("error", onError);
      settle();
    }
    payload.on("data", onData).on("end", onEnd).on("error", onError);
  });
}

/** 413, after which the connection is closed; it names the limit in bytes and, where a route has
 * one, the cure. */
export function tooLarge(limit: number, cure?: string): Refusal {
  const { code, sentence: said } = requestErrors.tooLarge;
  const most = `At most ${limit.toLocaleString("en-US")} bytes are accepted`;
  const sentence = `${said} ${most}${cure === undefined ? "" : `; ${cure}`}.`;
  return refusal(413, { code, sentence }, { Connection: "close" });
}

function tooSlow(): Refusal {
  return refusal(408, requestErrors.timeout, { Connection: "close" });
}

function tooManyPieces(): Refusal {
  return refusal(400, requestErrors.tooManyPieces, { Connection: "close" });
}

function tooManyBodies(): Refusal {
  return refusal(503, requestErrors.tooManyBodies, { Connection: "close", "Retry-After": "1" });
}
