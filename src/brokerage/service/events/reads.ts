// Functions of events for other resources.
import type { Caller } from "../../../platform/change/context.ts";
import type { EventRow } from "../../../platform/feed/queries.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { eventTypes } from "./event-types.ts";
import { encodeEvent } from "./list-events.ts";
import { Event } from "./schema.ts";
import { visibleEvents } from "./visibility.ts";

export { Event, eventTypes, visibleEvents };

/** The events that a caller sees now, each as JSON text, by id. */
export async function visibleEventsOf(
  db: Reader,
  caller: Caller,
  events: readonly EventRow[],
): Promise<ReadonlyMap<string, string>> {
  const seen = await visibleEvents(db, caller)(events);
  const inSight = seen.filter((event) => event !== undefined);
  return new Map(inSight.map((event) => [event.id, JSON.stringify(encodeEvent(event))]));
}
