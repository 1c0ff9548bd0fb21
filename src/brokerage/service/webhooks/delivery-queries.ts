// SQL for webhook deliveries: queueing, attempts, resending and clean-up.

import type { Id } from "@bursar/values/ids";
import type { EventKey, FeedEvent } from "../../../platform/feed/queries.ts";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { DeliveryStatus } from "./life-cycle.ts";

/** A delivery. */
export interface DeliveryRow extends EventKey {
  readonly id: Id;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAt: Date;
  readonly giveUpAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFault: string | null;
}

const columns = part`
  delivery_id::text as id, event_subject as subject, event_sequence::text as sequence,
  event_place as place, type, status, attempts, created_at as "createdAt", next_at as "nextAt",
  give_up_at as "giveUpAt", last_attempt_at as "lastAttemptAt", last_status as "lastStatus",
  last_fault as "lastFault"`;

/** The filters of a webhook's deliveries. */
export interface DeliveryChoice {
  readonly status: string | null;
  /** Only those before this one. */
  readonly before: Id | null;
  readonly most: number;
}

/** Deliveries of a webhook, the newest first. */
export async function selectDeliveries(
  db: Reader,
  webhookId: Id,
  { status, before, most }: DeliveryChoice,
): Promise<DeliveryRow[]> {
  return db.rows(sql<DeliveryRow>`
    select ${columns} from webhook_delivery
    where webhook_id = ${webhookId}
      and status = coalesce(${status}::text, status)
      and position < case when ${before}::bigint is null then 9223372036854775807 else (
        select position from webhook_delivery
        where webhook_id = ${webhookId} and delivery_id = ${before}) end
    order by webhook_delivery.position desc limit ${most}`);
}

/** One delivery, locked until the end of the transaction. */
export async function lockDelivery(
  tx: Tx,
  webhookId: Id,
  deliveryId: Id,
): Promise<DeliveryRow | undefined> {
  return tx.first(sql<DeliveryRow>`
    select ${columns} from webhook_delivery
    where webhook_id = ${webhookId} and delivery_id = ${deliveryId} for update`);
}

/** Has a delivery sent again, once and at once. */
export function updateRequested(tx: Tx, webhookId: Id, deliveryId: Id, now: Date): void {
  tx.send(sql`
    update webhook_delivery set status = 'requested', next_at = ${now}, give_up_at = ${now}
    where webhook_id = ${webhookId} and delivery_id = ${deliveryId}`);
}

/** Has all that waits tried at once, and as long as if it were new. */
export function updatePendingAfresh(tx: Tx, webhookId: Id, now: Date, giveUpAt: Date): void {
  tx.send(sql`
    update webhook_delivery set next_at = ${now}, give_up_at = ${giveUpAt}, attempts = 0
    where webhook_id = ${webhookId} and status = 'pending'`);
}

/** An event that is to be sent, in order or at once. */
export interface NewDelivery {
  readonly event: FeedEvent;
  readonly status: "pending" | "requested";
}

/** Stores what is to be sent; an event that is there already stays as it is. */
export function insertDeliveries(
  tx: Tx,
  webhookId: Id,
  deliveries: readonly NewDelivery[],
  { now, giveUpAt }: { readonly now: Date; readonly giveUpAt: Date },
): void {
  const of = <T>(value: (event: FeedEvent) => T) => deliveries.map(({ event }) => value(event));
  tx.send(sql`
    insert into webhook_delivery (webhook_id, delivery_id, event_subject, event_sequence,
      event_place, position, type, status, created_at, next_at, give_up_at)
    select ${webhookId}, id, subject, sequence, place, position, type, status, ${now}, ${now},
      ${giveUpAt}
    from unnest(${of(({ id }) => id)}::bigint[], ${of(({ subject }) => subject)}::text[],
      ${of(({ sequence }) => sequence)}::bigint[], ${of(({ place }) => place)}::smallint[],
      ${of(({ position }) => String(position))}::bigint[], ${of(({ type }) => type)}::text[],
      ${deliveries.map(({ status }) => status)}::text[]
    ) as new (id, subject, sequence, place, position, type, status)
    on conflict (webhook_id, delivery_id) do nothing`);
}

/** Whether as many deliveries wait as are held at once. */
export async function isBacklogFull(db: Reader, webhookId: Id, most: number): Promise<boolean> {
  const row = await db.first(sql`
    select from webhook_delivery where webhook_id = ${webhookId} and status = 'pending'
    offset ${most - 1} limit 1`);
  return row !== undefined;
}

/** The deliveries to be sent now: of each subject the event that comes next, if its time has come,
 * and those that were asked for. */
export async function selectDue(
  db: Reader,
  webhookId: Id,
  now: Date,
  most: number,
): Promise<DeliveryRow[]> {
  return db.rows(sql<DeliveryRow>`
    select * from (
      select * from (
        select distinct on (event_subject) ${columns} from webhook_delivery
        where webhook_id = ${webhookId} and status = 'pending'
        order by event_subject, event_sequence, event_place) as head
      where "nextAt" <= ${now}
      union all
      select ${columns} from webhook_delivery
      where webhook_id = ${webhookId} and status = 'requested') as due
    order by status desc, "nextAt" limit ${most}`);
}

/** The state of a delivery after an attempt, or after it was withheld. */
export type Attempted = Pick<
  DeliveryRow,
  "id" | "status" | "attempts" | "nextAt" | "lastAttemptAt" | "lastStatus" | "lastFault"
> & {
  /** The status before: a delivery that was set otherwise meanwhile is left alone. */
  readonly was: DeliveryStatus;
};

/** Stores what became of deliveries. */
export function updateAttempted(tx: Tx, webhookId: Id, rows: readonly Attempted[]): void {
  tx.send(sql`
    update webhook_delivery as d set status = a.status, attempts = a.attempts,
      next_at = a.next_at, last_attempt_at = a.at, last_status = a.answer, last_fault = a.fault
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ was }) => was)}::text[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ attempts }) => attempts)}::int[],
      ${rows.map(({ nextAt }) => nextAt)}::timestamptz[],
      ${rows.map(({ lastAttemptAt }) => lastAttemptAt)}::timestamptz[],
      ${rows.map(({ lastStatus }) => lastStatus)}::smallint[],
      ${rows.map(({ lastFault }) => lastFault)}::text[]
    ) as a (id, was, status, attempts, next_at, at, answer, fault)
    where d.webhook_id = ${webhookId} and d.delivery_id = a.id and d.status = a.was`);
}

/** Removes deliveries that were made before an instant and wait for nothing; returns how many. */
export async function deleteOldDeliveries(tx: Tx, before: Date): Promise<number> {
  return tx.execute(sql`
    delete from webhook_delivery where (webhook_id, delivery_id) in (
      select webhook_id, delivery_id from webhook_delivery
      where created_at < ${before} and status not in ('pending', 'requested') limit 5000)`);
}
