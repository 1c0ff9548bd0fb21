// The line in front of the store: a change waits here, without a connection, until its turn comes,
// its caller hangs up, or it has waited too long. Large reads have a line of their own.
import type { EventEmitter } from "node:events";
import { type ErrorCode, type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { StoreUnavailable } from "./store-error.ts";
import { type TurnLimits, Turns } from "./turns.ts";

/** Ends a turn. */
export type EndTurn = () => void;

/** A change by request. */
export interface WaitingChange {
  readonly firm: string;
  readonly subject: string;
  /** Emits `close` if the caller hangs up, and is destroyed from then on. */
  readonly caller: EventEmitter & { readonly destroyed?: boolean };
  /** What its repeats have in common, if it may be repeated. */
  readonly key?: string | undefined;
}

/** The line of one store. */
export interface WaitingLine {
  /** Waits for the change's turn; refuses with 429 where too many of its kind wait already, and with
   * 409 where one with the same key waits or runs, so that repeats fill no line. */
  take(change: WaitingChange): Promise<EndTurn>;
  /** How many wait. */
  waiting(): number;
}

/** Places to wait in, which the lines of all workers of a machine share. */
export interface WaitingPlaces {
  /** Whether there is one more for a change of a firm to a subject; it is then taken. */
  take(firm: string, subject: string): Promise<boolean>;
  /** Gives one back. */
  leave(firm: string, subject: string): void;
}

/** How a line differs from that of the changes of a process alone. */
export interface LineOptions {
  /** What a request is told for which there is no place. */
  readonly tooMany?: ErrorCode;
  readonly places?: WaitingPlaces | undefined;
}

const tooLong = "a request has waited too long for its turn";

const ownPlaces: WaitingPlaces = { take: async () => true, leave: () => {} };

/** Opens a line in which a change waits at most that long; 0 is no limit. */
export function openWaitingLine(
  limits: TurnLimits,
  longestMs: number,
  { tooMany = requestErrors.tooManyChanges, places = ownPlaces }: LineOptions = {},
): WaitingLine {
  const turns = new Turns(limits);
  const keys = new Set<string>();

  async function take(change: WaitingChange): Promise<EndTurn> {
    const { key } = change;
    if (key === undefined) return takePlace(change);
    if (keys.has(key)) throw refusal(409, requestErrors.keyInUse, { "Retry-After": "1" });
    keys.add(key);
    try {
      const end = await takePlace(change);
      return () => {
        keys.delete(key);
        end();
      };
    } catch (error) {
      keys.delete(key);
      throw error;
    }
  }

  async function takePlace({ firm, subject, caller }: WaitingChange): Promise<EndTurn> {
    // Nobody receives the refusal; the change is not made.
    const hungUp = () => new StoreUnavailable(new Error("the caller of a waiting request hung up"));
    if (caller.destroyed) throw hungUp();
    const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
    const entrant = { firm, subject, begin };
    const place = turns.enter(entrant);
    if (place === "refused") throw refusalOf(tooMany);
    if (place === "waits") {
      const giveUp = (error: StoreUnavailable) => {
        if (turns.leave(entrant)) reject(error);
      };
      const onTime = () => giveUp(new StoreUnavailable(new Error(tooLong)));
      const timer = longestMs > 0 ? setTimeout(onTime, longestMs) : undefined;
      const onClose = () => giveUp(hungUp());
      caller.once("close", onClose);
      // It waits already, so that asking costs nobody the turn.
      const asked = places.take(firm, subject);
      asked.then((isTaken) => {
        if (!isTaken && turns.leave(entrant)) reject(refusalOf(tooMany));
      }, reject);
      await begun.finally(() => {
        clearTimeout(timer);
        caller.off("close", onClose);
        asked.then((isTaken) => isTaken && places.leave(firm, subject)).catch(() => {});
      });
    }
    if (caller.destroyed) {
      turns.end(entrant);
      throw hungUp();
    }
    return () => turns.end(entrant);
  }

  return { take, waiting: () => turns.waiting };
}

function refusalOf(tooMany: ErrorCode): Refusal {
  return refusal(429, tooMany, { "Retry-After": "1" });
}
