// SQL for the order of events: pending events, their positions, and reads by position.
import type { EventSight } from "../change/event.ts";
import { type Reader, sql, type Tx } from "../store/db.ts";

/** The key of an event: its subject, the entry that it belongs to, and its place among that
 * entry's. */
export interface EventKey {
  readonly subject: string;
  readonly sequence: string;
  readonly place: number;
}

/** The beginning and the end of the feed, and the life of the store that its positions belong to. */
export interface FeedState {
  readonly epoch: string;
  /** The last position that was given. */
  readonly last: bigint;
  /** The last position that has left the feed. */
  readonly expired: bigint;
}

/** An event of the feed. */
export interface FeedEvent extends EventKey {
  readonly position: bigint;
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly requestId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sight: EventSight | null;
}

/** Whether any event waits for its position. */
export async function hasPending(db: Pick<Reader, "first">): Promise<boolean> {
  return (await db.first(sql`select from event_pending limit 1`)) !== undefined;
}

/** The next pending events from a subject on, in order within each. */
export async function selectPending(tx: Tx, from: string, most: number): Promise<EventKey[]> {
  return tx.rows(sql<EventKey>`
    select subject, sequence::text as sequence, place from event_pending
    where subject >= ${from}
    order by subject, event_pending.sequence, place limit ${most}`);
}

/** Moves the last position on, and returns it. */
export async function advancePosition(tx: Tx, by: number): Promise<bigint> {
  const row = await tx.first(sql<{ last: string }>`
    update store_property set value = (value::bigint + ${by}::bigint)::text
    where name = 'event_position' returning value as last`);
  return BigInt(row?.last ?? 0);
}

/** Draws an epoch for a store that has none. */
export function updateMissingEpoch(tx: Tx): void {
  tx.send(sql`
    update store_property set value = gen_random_uuid()::text
    where name = 'event_epoch' and value = ''`);
}

/** Gives events the positions after `last`, in their order. */
export function insertPositions(
  tx: Tx,
  events: readonly EventKey[],
  { last, now }: { readonly last: bigint; readonly now: Date },
): void {
  const positions = events.map((_, index) => String(last + BigInt(index) + 1n));
  tx.send(sql`
    insert into event_position
      (position, event_subject, event_sequence, event_place, published_at)
    select position, subject, sequence, place, ${now}
    from unnest(${positions}::bigint[], ${events.map(({ subject }) => subject)}::text[],
      ${events.map(({ sequence }) => sequence)}::bigint[],
      ${events.map(({ place }) => place)}::smallint[]) as given (position, subject, sequence, place)
    on conflict (event_subject, event_sequence, event_place) do nothing`);
}

/** Removes events from those that wait. */
export function deletePending(tx: Tx, events: readonly EventKey[]): void {
  tx.send(sql`
    delete from event_pending as p
    using unnest(${events.map(({ subject }) => subject)}::text[],
      ${events.map(({ sequence }) => sequence)}::bigint[],
      ${events.map(({ place }) => place)}::smallint[]) as given (subject, sequence, place)
    where p.subject = given.subject and p.sequence = given.sequence and p.place = given.place`);
}

/** Selects the beginning and the end of the feed. */
export async function selectFeedState(db: Reader): Promise<FeedState> {
  const row = await db.first(sql<Record<"epoch" | "last" | "expired", string | null>>`
    select max(value) filter (where name = 'event_epoch') as epoch,
      max(value) filter (where name = 'event_position') as last,
      max(value) filter (where name = 'event_expired') as expired
    from store_property where name in ('event_epoch', 'event_position', 'event_expired')`);
  return {
    epoch: row?.epoch ?? "",
    last: BigInt(row?.last ?? 0),
    expired: BigInt(row?.expired ?? 0),
  };
}

type PositionRow = EventKey & { readonly position: string };

/** The events at the next positions, of one subject or of all. */
export async function selectPositions(
  db: Reader,
  after: bigint,
  { subject, most }: { readonly subject: string | undefined; readonly most: number },
): Promise<PositionRow[]> {
  if (subject !== undefined) {
    return db.rows(sql<PositionRow>`
      select position::text as position, event_subject as subject,
        event_sequence::text as sequence, event_place as place
      from event_position where event_subject = ${subject} and position > ${String(after)}
      order by event_sequence, event_place limit ${most}`);
  }
  return db.rows(sql<PositionRow>`
    select position::text as position, event_subject as subject, event_sequence::text as sequence,
      event_place as place
    from event_position where position > ${String(after)}
    order by event_position.position limit ${most}`);
}

/** An event, wherever it stands in the feed. */
export type EventRow = Omit<FeedEvent, "position">;

/** Events by what they are. */
export async function selectEvents(db: Reader, keys: readonly EventKey[]): Promise<EventRow[]> {
  return db.rows(sql<EventRow>`
    select e.subject, e.sequence::text as sequence, e.place, e.id::text as id, e.type,
      e.occurred_at as "occurredAt", e.request_id as "requestId", e.data, e.sight
    from event as e
      join unnest(${keys.map(({ subject }) => subject)}::text[],
        ${keys.map(({ sequence }) => sequence)}::bigint[],
        ${keys.map(({ place }) => place)}::smallint[]) as wanted (subject, sequence, place)
        on e.subject = wanted.subject and e.sequence = wanted.sequence and e.place = wanted.place`);
}

/** Lets the oldest events leave the feed, up to a limit, that were published before an instant;
 * returns how many have left it. */
export async function deleteExpiredPositions(tx: Tx, before: Date): Promise<number> {
  const row = await tx.first(sql<{ last: string | null }>`
    select max(position)::text as last from (
      select position, published_at from event_position order by position limit 5000) as oldest
    where published_at < ${before}`);
  if (row === undefined || row.last === null) return 0;
  tx.send(sql`
    update store_property set value = ${row.last} where name = 'event_expired'`);
  return tx.execute(sql`delete from event_position where position <= ${row.last}`);
}
