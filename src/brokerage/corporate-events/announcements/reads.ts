// Reads of corporate events for other resources: which of them a caller sees.
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { viewerOfEvents } from "./access.ts";
import { eventsById, selectEventsInView } from "./queries.ts";

/** The given events that the caller sees, by id. */
export async function corporateEventsInView(
  db: Reader,
  caller: Caller,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const viewer = await viewerOfEvents(db, caller);
  const events = await selectEventsInView(db, viewer, eventsById(eventIds));
  return new Set(events.map(({ eventId }) => eventId));
}
