// The statement that reads events whether they are in the feed or not.
import type { EventKey, EventRow } from "../../../platform/feed/queries.ts";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** Where an event stands among all of the store. */
export type EventPlace = EventKey;

/** From when to when events were emitted; null is no bound. */
interface Span {
  readonly after: Date | null;
  readonly until: Date | null;
}

/** The next events behind a place, in order of subject, of some time. */
export async function selectEventsOfDays(
  db: Reader,
  { subject, sequence, place }: EventPlace,
  { after, until }: Span,
): Promise<EventRow[]> {
  return db.rows(sql<EventRow>`
    select subject, sequence::text as sequence, place, id::text as id, type,
      occurred_at as "occurredAt", request_id as "requestId", data, sight
    from event
    where (subject, event.sequence, place) > (${subject}, ${sequence}::bigint, ${place}::smallint)
      and occurred_at > coalesce(${after}::timestamptz, '-infinity')
      and occurred_at <= coalesce(${until}::timestamptz, 'infinity')
    order by subject, event.sequence, place limit 5000`);
}
