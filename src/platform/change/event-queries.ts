// SQL that inserts the events of a change.
import { type Sender, sql } from "../store/db.ts";
import type { EventNote, PlacedEvent } from "./event.ts";

/** Stores events in the transaction of their change, and has each wait for its position. */
export function insertEvents(
  sender: Sender,
  { realNow, requestId, newId }: { realNow: Date; requestId: string; newId: () => string },
  events: readonly PlacedEvent[],
): void {
  const [only, ...others] = events;
  if (only === undefined) return;
  if (others.length === 0) {
    // Nearly every change has one.
    sender.send(sql`
      insert into event (subject, sequence, place, id, type, occurred_at, request_id, data, sight)
      values (${only.subject}, ${only.sequence}, ${only.place}, ${newId()}, ${only.type}, ${realNow},
        ${requestId}, ${JSON.stringify(only.data)}::jsonb, ${visibleEvents(only)}::jsonb)`);
    sender.send(sql`
      insert into event_pending (subject, sequence, place)
      values (${only.subject}, ${only.sequence}, ${only.place})`);
    return;
  }
  const keys = [
    events.map((event) => event.subject),
    events.map((event) => event.sequence),
    events.map((event) => event.place),
  ] as const;
  sender.send(sql`
    insert into event (subject, sequence, place, id, type, occurred_at, request_id, data, sight)
    select subject, sequence, place, id, type, ${realNow}, ${requestId}, data, sight
    from unnest(${keys[0]}::text[], ${keys[1]}::bigint[], ${keys[2]}::smallint[],
      ${events.map(() => newId())}::bigint[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::jsonb[],
      ${events.map(visibleEvents)}::jsonb[]
    ) as new (subject, sequence, place, id, type, data, sight)`);
  sender.send(sql`
    insert into event_pending (subject, sequence, place)
    select * from unnest(${keys[0]}::text[], ${keys[1]}::bigint[], ${keys[2]}::smallint[])`);
}

function visibleEvents({ sight }: EventNote): string | null {
  return sight === undefined ? null : JSON.stringify(sight);
}
