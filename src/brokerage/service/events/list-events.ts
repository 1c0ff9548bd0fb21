// Reading the feed of events, page by page. (docs/events.md)

import { encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { decodeCursor, encodeCursor } from "../../../platform/feed/cursor.ts";
import { readFeed } from "../../../platform/feed/feed.ts";
import { type EventRow, type FeedState, selectFeedState } from "../../../platform/feed/queries.ts";
import { refusal } from "../../../values/problem.ts";
import { eventErrors } from "./errors.ts";
import type { Event, FeedQuery } from "./schema.ts";
import { visibleEvents } from "./visibility.ts";

/** The events after a position that the caller sees, as JSON text. */
export async function listEvents(ctx: Context, query: FeedQuery): Promise<string> {
  const { db, vault, caller } = ctx;
  const state = await selectFeedState(db);
  const page = await readFeed(db, visibleEvents(db, caller), {
    after: startOf(ctx, state, query.after),
    most: Number(query.limit ?? 100),
    ...eventFilter(query),
  });
  return JSON.stringify({
    events: page.events.map(encodeEvent),
    position: encodeCursor(vault, state.epoch, page.position),
    hasMore: page.hasMore,
  });
}

/** The filter of events in a query. */
export function eventFilter({
  types,
  subject,
}: {
  readonly types?: string | undefined;
  readonly subject?: string | undefined;
}) {
  return { types: types === undefined ? undefined : new Set(types.split(",")), subject };
}

/** The position after which a reader begins; refuses one that is no longer stored. */
export function startOf(
  { vault }: Pick<Context, "vault">,
  { epoch, last, expired }: FeedState,
  after: string | undefined,
): bigint {
  if (after === undefined) return expired;
  if (after === "now") return last;
  const position = decodeCursor(vault, epoch, after);
  if (position === undefined || position < expired) throw refusal(410, eventErrors.gone);
  return position;
}

/** An event as it is read and followed. */
export function encodeEvent(event: EventRow): Event {
  const { id, type, subject, occurredAt, requestId, data } = event;
  return { id, type, subject, occurredAt: encodeInstant(occurredAt), requestId, data };
}
