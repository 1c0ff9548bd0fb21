// Every SQL statement of events.
import { sql, type Tx } from "../store/db.ts";
import type { PlacedEvent } from "./event.ts";

/** Stores events in the transaction of their change. */
export function insertEvents(
  tx: Tx,
  { now, requestId, newId }: { now: Date; requestId: string; newId: () => string },
  events: readonly PlacedEvent[],
): void {
  if (events.length === 0) return;
  tx.send(sql`
    insert into event (subject, sequence, place, id, type, occurred_at, request_id, data)
    select subject, sequence, place, id, type, ${now}, ${requestId}, data
    from unnest(
      ${events.map((event) => event.subject)}::text[],
      ${events.map((event) => event.sequence)}::bigint[],
      ${events.map((event) => event.place)}::smallint[],
      ${events.map(() => newId())}::bigint[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::jsonb[]
    ) as new (subject, sequence, place, id, type, data)`);
}
