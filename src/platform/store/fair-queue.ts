// The queue in front of the store, a fair semaphore: a request waits here, without a connection, until there
// is capacity for it. Neither one subject nor one firm can take all of it, and firms take turns, so that a flood
// of one caller does not hold up another firm. Large reads have a queue of their own.
import type { EventEmitter } from "node:events";
import type { ErrorCode } from "@bursar/values/error-code";
import { type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { StoreUnavailable } from "./store-error.ts";
import { beginAtOnce, endTurn, leave, openTurns, type TurnLimits, waitForTurn } from "./turns.ts";

/** How many requests may run and wait, and for how long. */
export interface QueueLimits extends TurnLimits {
  /** How long one may wait, in milliseconds; 0 is no limit. */
  readonly timeoutMs: number;
}

/** A request that wants to use the store. */
export interface QueuedRequest {
  readonly firm: string;
  /** Requests of one firm for one subject run in the order in which they came. */
  readonly subject: string;
  /** Emits `close` if the caller hangs up, and is destroyed from then on. */
  readonly caller: EventEmitter & { readonly destroyed?: boolean };
  /** The key that its repeats have in common, if it may be repeated. */
  readonly key?: string | undefined;
}

/** The queue of one store. */
export interface FairQueue {
  /** Waits until the request may run, and returns what ends it. Refuses with 429 where too many of
   * its kind wait already, and with 409 where one with the same key waits or runs. Throws
   * `StoreUnavailable` where it has waited too long or its caller has hung up. */
  enter(request: QueuedRequest): Promise<() => void>;
  /** How many wait. */
  waiting(): number;
}

/** Opens a queue; `tooMany` is the error of a request that may not even wait. */
export function openFairQueue(
  limits: QueueLimits,
  tooMany: ErrorCode = requestErrors.tooManyChanges,
): FairQueue {
  const turns = openTurns(limits);
  const keys = new Set<string>();

  async function enterOnce({ firm, subject, caller }: QueuedRequest): Promise<() => void> {
    if (caller.destroyed) throw hungUp();
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    const entrant = { firm, subject, begin: resolve };
    if (!beginAtOnce(turns, entrant)) {
      if (!waitForTurn(turns, entrant)) throw tooManyRefusal(tooMany);
      const giveUp = (error: StoreUnavailable) => {
        if (leave(turns, entrant)) reject(error);
      };
      const onTime = () => giveUp(new StoreUnavailable(new Error(timedOut)));
      const timer = limits.timeoutMs > 0 ? setTimeout(onTime, limits.timeoutMs) : undefined;
      const onClose = () => giveUp(hungUp());
      caller.once("close", onClose);
      await begun.finally(() => {
        clearTimeout(timer);
        caller.off("close", onClose);
      });
    }
    if (caller.destroyed) {
      endTurn(turns, entrant);
      throw hungUp();
    }
    return () => endTurn(turns, entrant);
  }

  async function enter(request: QueuedRequest): Promise<() => void> {
    const { key } = request;
    if (key === undefined) return enterOnce(request);
    if (keys.has(key)) throw refusal(409, requestErrors.keyInUse, { "Retry-After": "1" });
    keys.add(key);
    try {
      const endRequest = await enterOnce(request);
      return () => {
        keys.delete(key);
        endRequest();
      };
    } catch (error) {
      keys.delete(key);
      throw error;
    }
  }

  return { enter, waiting: () => turns.waiting };
}

const timedOut = "a request has waited too long in the queue";

// Nobody receives the refusal; the request is not made.
const hungUp = () => new StoreUnavailable(new Error("the caller of a waiting request hung up"));

function tooManyRefusal(tooMany: ErrorCode): Refusal {
  return refusal(429, tooMany, { "Retry-After": "1" });
}
