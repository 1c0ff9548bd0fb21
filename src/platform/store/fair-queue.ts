// The queue in front of the store: a request waits here, without a connection, until there is capacity
// for it. Neither one subject nor one firm can take all of it, and firms take turns, so that a flood
// of one caller does not hold up another firm. Large reads have a queue of their own.
import type { EventEmitter } from "node:events";
import type { ErrorCode } from "@bursar/values/error-code";
import { type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { StoreUnavailable } from "./store-error.ts";

/** How many requests may run and wait. */
export interface QueueLimits {
  /** Requests at once; one firm gets half of them, one subject two. */
  readonly connections: number;
  /** Requests that wait of one firm for one subject. */
  readonly waitingOfSubject: number;
  /** Requests that wait of one firm. */
  readonly waitingOfFirm: number;
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

interface Firm {
  running: number;
  waiting: number;
  /** Waiting requests by subject, the next subject first. */
  readonly subjects: Map<string, Set<Entrant>>;
}

interface Entrant {
  readonly firm: string;
  readonly subject: string;
  readonly begin: () => void;
}

/** Opens a queue; `tooMany` is the error of a request that may not even wait. */
export function openFairQueue(
  limits: QueueLimits,
  tooMany: ErrorCode = requestErrors.tooManyChanges,
): FairQueue {
  const mostOfFirm = Math.max(1, Math.floor(limits.connections / 2));
  const mostOfSubject = Math.min(2, mostOfFirm);
  /** Firms with running or waiting requests, the next firm first. */
  const firms = new Map<string, Firm>();
  const runningOfSubject = new Map<string, number>();
  const keys = new Set<string>();
  let running = 0;
  let waiting = 0;

  function hasCapacity(firm: Firm, subject: string): boolean {
    return (
      running < limits.connections &&
      firm.running < mostOfFirm &&
      (runningOfSubject.get(subject) ?? 0) < mostOfSubject
    );
  }

  function begin(firm: Firm, entrant: Entrant): void {
    running += 1;
    firm.running += 1;
    runningOfSubject.set(entrant.subject, (runningOfSubject.get(entrant.subject) ?? 0) + 1);
    moveToEnd(firms, entrant.firm, firm);
    entrant.begin();
  }

  function end({ firm: name, subject }: Entrant): void {
    const firm = firms.get(name) as Firm;
    running -= 1;
    firm.running -= 1;
    const left = (runningOfSubject.get(subject) ?? 0) - 1;
    if (left > 0) runningOfSubject.set(subject, left);
    else runningOfSubject.delete(subject);
    while (beginNext());
    forgetIdle(name);
  }

  /** Begins the next request for which there is capacity: of the firm that began longest ago, and in it
   * of the subject that began longest ago. */
  function beginNext(): boolean {
    for (const firm of firms.values()) {
      for (const [subject, entrants] of firm.subjects) {
        const [first] = entrants;
        if (first === undefined || !hasCapacity(firm, subject)) continue;
        moveToEnd(firm.subjects, subject, entrants);
        leave(firm, first);
        begin(firm, first);
        return true;
      }
    }
    return false;
  }

  /** Takes a request out of those that wait; false if it does not wait. */
  function leave(firm: Firm, entrant: Entrant): boolean {
    const entrants = firm.subjects.get(entrant.subject);
    if (entrants?.delete(entrant) !== true) return false;
    if (entrants.size === 0) firm.subjects.delete(entrant.subject);
    firm.waiting -= 1;
    waiting -= 1;
    return true;
  }

  function forgetIdle(name: string): void {
    const firm = firms.get(name);
    if (firm?.running === 0 && firm.waiting === 0) firms.delete(name);
  }

  async function enterOnce({ firm: name, subject, caller }: QueuedRequest): Promise<() => void> {
    if (caller.destroyed) throw hungUp();
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    const entrant = { firm: name, subject, begin: resolve };
    const firm = firms.get(name) ?? { running: 0, waiting: 0, subjects: new Map() };
    // If there is capacity, no request that could use it is waiting: none is overtaken.
    if (hasCapacity(firm, subject)) begin(firm, entrant);
    else {
      const entrants = firm.subjects.get(subject) ?? new Set();
      const isFull =
        entrants.size >= limits.waitingOfSubject || firm.waiting >= limits.waitingOfFirm;
      if (isFull) throw tooManyRefusal(tooMany);
      firms.set(name, firm);
      firm.subjects.set(subject, entrants.add(entrant));
      firm.waiting += 1;
      waiting += 1;
      const giveUp = (error: StoreUnavailable) => {
        if (!leave(firm, entrant)) return;
        forgetIdle(name);
        reject(error);
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
      end(entrant);
      throw hungUp();
    }
    return () => end(entrant);
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

  return { enter, waiting: () => waiting };
}

const timedOut = "a request has waited too long in the queue";

// Nobody receives the refusal; the request is not made.
const hungUp = () => new StoreUnavailable(new Error("the caller of a waiting request hung up"));

function tooManyRefusal(tooMany: ErrorCode): Refusal {
  return refusal(429, tooMany, { "Retry-After": "1" });
}

/** A map keeps the order in which its keys were set. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
