// The feed for whoever runs the service: all events, from a position on, for as long as is wanted.

import { encodeCursor } from "../../../platform/feed/cursor.ts";
import { readFeed, type VisibleEvents } from "../../../platform/feed/feed.ts";
import { selectFeedState } from "../../../platform/feed/queries.ts";
import { watchFeed } from "../../../platform/feed/watch.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { encodeEvent, eventFilter, startOf } from "./list-events.ts";
import type { Event, FeedQuery } from "./schema.ts";

/** An event with the position behind it. */
export type PlacedEvent = Event & { readonly position: string };

/** How many are read at once, and how long one waits for more before the store is asked again, in
 * milliseconds. */
const atOnce = 500;
const waitMs = 60_000;

const all: VisibleEvents = async (events) => events;

/** The store whose events are followed. */
export interface FollowedStore {
  readonly db: Reader;
  readonly vault: Vault;
}

/** From where, and which of them; without `after` from the oldest. */
export type Followed = {
  readonly [Name in "after" | "types" | "subject"]?: FeedQuery[Name] | undefined;
};

/** The events after a position, as they are emitted, until the signal is aborted or the store is
 * restored; refuses a position that is no longer stored. */
export async function* followEvents(
  { db, vault }: FollowedStore,
  query: Followed,
  signal: AbortSignal,
): AsyncGenerator<PlacedEvent> {
  const state = await selectFeedState(db);
  const { epoch } = state;
  const watch = watchFeed(db);
  let position = startOf({ vault }, state, query.after);
  while (!signal.aborted) {
    const page = await readFeed(db, all, { after: position, most: atOnce, ...eventFilter(query) });
    for (const event of page.events) {
      if (signal.aborted) return;
      yield { ...encodeEvent(event), position: encodeCursor(vault, epoch, event.position) };
    }
    position = page.position;
    if (page.hasMore) continue;
    await watch.news({ epoch, last: position, expired: 0n }, waitMs, signal);
    if ((await watch.state()).epoch !== epoch) return;
  }
}
