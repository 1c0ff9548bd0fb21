// Notifies the streams of a process of new events: one query of the store serves them all.
import { setTimeout as delay } from "node:timers/promises";
import type { Reader } from "../store/db.ts";
import { type FeedState, selectFeedState } from "./queries.ts";

/** How often the store is asked while anybody waits, in milliseconds. */
const everyMs = 50;

/** New events as they become readable. */
export interface FeedWatch {
  /** The end of the feed at the last look. */
  state(): Promise<FeedState>;
  /** Settles once the feed goes further than what is known, or is of another life of the store, or
   * after this number of milliseconds. */
  news(known: FeedState, most: number, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly known: FeedState;
  readonly wake: () => void;
}

/** Watches the feed of a store, while anybody waits for it. */
export function watchFeed(db: Reader): FeedWatch {
  const waiting = new Set<Waiting>();
  let seen: FeedState | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0) {
      // A waiting reader is woken in time, whether the store responds or not.
      const state = await selectFeedState(db).catch(() => undefined);
      seen = state ?? seen;
      for (const each of waiting) if (state && isNews(state, each.known)) each.wake();
      await delay(everyMs);
    }
    isLooking = false;
    seen = undefined;
  }

  return {
    state: async () => seen ?? selectFeedState(db),
    async news(known, most, signal) {
      const woken = Promise.withResolvers<void>();
      const each = { known, wake: () => woken.resolve() };
      waiting.add(each);
      if (!isLooking) void look();
      const timer = setTimeout(each.wake, most);
      signal.addEventListener("abort", each.wake, { once: true });
      if (signal.aborted) each.wake();
      await woken.promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", each.wake);
      waiting.delete(each);
    },
  };
}

function isNews(state: FeedState, known: FeedState): boolean {
  return state.last > known.last || state.epoch !== known.epoch;
}
