// Reads the body of a request as the bytes that its signature covers: within the limit of its route
// and the memory for bodies, and only from senders who keep sending. (interface 7, 8)
import type { Readable } from "node:stream";
import { type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import type { BodyHold } from "./body-memory.ts";

/** How many bytes a second a body must bring on average, once it has taken `graceSeconds`. */
const leastPerSecond = 1_024;
const graceSeconds = 5;

/** The least that is taken from memory at once, in bytes. */
const leastTaken = 4_096;

/** How a body may be read. */
export interface BodyTerms {
  /** The limit of its route, in bytes. */
  readonly limit: number;
  readonly hold: BodyHold;
}

/** The body of a request; throws a `Refusal` if it is too large, too slow or without room. */
export function readBody(payload: Readable, { limit, hold }: BodyTerms): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let kept = Buffer.alloc(0);
    let length = 0;
    let seconds = 0;

    // Copied, because a body of many small chunks would hold many times its size.
    const keep = (part: Buffer): Refusal | undefined => {
      const needed = length + part.length;
      if (needed > limit) return tooLarge();
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
      const refused = keep(part);
      if (refused !== undefined) end(() => reject(refused));
    };
    const onEnd = () => end(() => resolve(kept.subarray(0, length)));
    // The sender has hung up: nobody reads the answer.
    const onError = () => end(() => reject(refusal(400, requestErrors.malformed)));
    const pace = setInterval(() => {
      seconds += 1;
      if (seconds < graceSeconds || length >= seconds * leastPerSecond) return;
      end(() => reject(tooSlow()));
    }, 1_000);

    function end(settle: () => void): void {
      clearInterval(pace);
      payload.off("data", onData).off("end", onEnd).off("error", onError);
      settle();
    }
    payload.on("data", onData).on("end", onEnd).on("error", onError);
  });
}

/** 413, after which the connection is closed. */
export function tooLarge(): Refusal {
  return refusal(413, requestErrors.tooLarge, { Connection: "close" });
}

function tooSlow(): Refusal {
  return refusal(408, requestErrors.timeout, { Connection: "close" });
}

function noRoom(): Refusal {
  return refusal(503, requestErrors.tooManyBodies, { Connection: "close", "Retry-After": "1" });
}
