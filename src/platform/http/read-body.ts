// Reads the body of a request as the bytes that its signature covers: within the limit of its route
// and the memory for bodies, and only from senders who keep sending. (interface 7, 8)
import type { Readable } from "node:stream";
import { type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import type { BodyHold } from "./body-memory.ts";
import { isInPieces } from "./body-pieces.ts";

/** How many bytes a body must bring within any so many seconds. */
const leastBytes = 5_120;
const paceSeconds = 5;

/** How many small pieces a body may come in. */
const smallPieces = 1_000;

/** The least that is taken from memory at once, in bytes. */
const leastTaken = 4_096;

/** How a body may be read. */
export interface BodyTerms {
  /** The limit of its route, in bytes. */
  readonly limit: number;
  /** What to do instead of sending more than that. */
  readonly cureOfSize?: string | undefined;
  readonly hold: BodyHold;
}

/** The body of a request; throws a `Refusal` if it is too large, too slow, in too many pieces or
 * without room. */
export function readBody(
  payload: Readable,
  { limit, cureOfSize, hold }: BodyTerms,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let kept = Buffer.alloc(0);
    let length = 0;
    let pieces = 0;
    /** How much had come at the end of each of the last seconds. */
    const lengths = [0];

    // Copied, because a body of many small chunks would hold many times its size.
    const keep = (part: Buffer): Refusal | undefined => {
      const needed = length + part.length;
      if (needed > limit) return tooLarge(limit, cureOfSize);
      if (needed > kept.length) {
        const doubled = Math.min(limit, Math.max(needed, 2 * kept.length, leastTaken));
        const size = kept.length === 0 ? needed : doubled;
        if (!hold.take(size - kept.length)) return noRoom();
        const larger = Buffer.allocUnsafeSlow(size);
        kept.copy(larger, 0, 0, length);
        kept = larger;
      }
      part.copy(kept, length);
      length = needed;
      return undefined;
    };
    const onData = (part: Buffer) => {
      pieces += 1;
      hold.speak();
      const refused = isInPieces(pieces, length, smallPieces) ? tooManyPieces() : keep(part);
      if (refused !== undefined) refuse(refused);
    };
    const onEnd = () => end(() => resolve(kept.subarray(0, length)));
    // The sender has hung up: nobody reads the answer.
    const onError = () => refuse(refusal(400, requestErrors.malformed));
    const pace = setInterval(() => {
      if (length === lengths.at(-1)) hold.fallSilent();
      lengths.push(length);
      if (lengths.length <= paceSeconds) return;
      const before = lengths.shift() ?? 0;
      if (length - before < leastBytes) refuse(tooSlow());
    }, 1_000);

    function refuse(refused: Refusal): void {
      // Others need not wait until it is answered.
      hold.release();
      end(() => reject(refused));
    }

    function end(settle: () => void): void {
      hold.arrive();
      clearInterval(pace);
      payload.off("data", onData).off("end", onEnd).off("error", onError);
      settle();
    }
    hold.begin(() => refuse(noRoom()));
    payload.on("data", onData).on("end", onEnd).on("error", onError);
  });
}

/** 413, after which the connection is closed; it names the limit in bytes and, where a route has one, the
 * cure. */
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

function noRoom(): Refusal {
  return refusal(503, requestErrors.tooManyBodies, { Connection: "close", "Retry-After": "1" });
}
