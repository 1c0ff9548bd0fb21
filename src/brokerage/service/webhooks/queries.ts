// SQL for webhooks themselves; their deliveries are in delivery-queries.ts.

import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Statement, sql, type Tx } from "../../../platform/store/db.ts";
import type { WebhookStatus } from "./life-cycle.ts";

/** The settings that a firm gives a webhook. */
export interface WebhookState {
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly description: string | null;
  readonly status: WebhookStatus;
}

/** A webhook. */
export interface WebhookRow extends WebhookState {
  readonly id: Id;
  readonly firmOid: Id;
  readonly createdAt: Date;
  readonly failingSince: Date | null;
  readonly secretSealed: Buffer;
  readonly secretAt: Date;
  readonly earlierSecretSealed: Buffer | null;
  readonly earlierSecretUntil: Date | null;
  /** Whether it was made, or last set going, before the store was restored. */
  readonly isRestored: boolean;
  readonly readTo: string;
}

const columns = part`
  webhook_id::text as id, firm_oid::text as "firmOid", url, types, description, status,
  created_at as "createdAt", failing_since as "failingSince",
  secret_sealed as "secretSealed", secret_at as "secretAt",
  earlier_secret_sealed as "earlierSecretSealed", earlier_secret_until as "earlierSecretUntil",
  epoch <> (select value from store_property where name = 'event_epoch') as "isRestored",
  read_to::text as "readTo"`;

/** The statement that selects a row if the webhook is the firm's. */
export function webhookOfFirm(firmOid: Id, webhookId: Id): Statement<unknown> {
  return sql`select from webhook where webhook_id = ${webhookId} and firm_oid = ${firmOid}`;
}

/** The webhooks of a firm, oldest first. */
export async function selectWebhooks(db: Reader, firmOid: Id): Promise<WebhookRow[]> {
  return db.rows(sql<WebhookRow>`
    select ${columns} from webhook where firm_oid = ${firmOid} order by created_at, webhook_id`);
}

/** One webhook by its id, or undefined. */
export async function selectWebhook(db: Reader, webhookId: Id): Promise<WebhookRow | undefined> {
  return db.first(sql<WebhookRow>`
    select ${columns} from webhook where webhook_id = ${webhookId}`);
}

/** The same, locked until the end of the transaction. */
export async function lockWebhook(tx: Tx, webhookId: Id): Promise<WebhookRow | undefined> {
  return tx.first(sql<WebhookRow>`
    select ${columns} from webhook where webhook_id = ${webhookId} for update of webhook`);
}

/** Locks the number of a firm's webhooks, and returns it. */
export async function lockWebhookCount(tx: Tx, firmOid: Id): Promise<number> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${firmOid}`}, 0))`);
  const row = await tx.first(sql<{ count: number }>`
    select count(*)::int as count from webhook where firm_oid = ${firmOid}`);
  return row?.count ?? 0;
}

/** The stored part of a new webhook. */
export type NewWebhookRow = WebhookState &
  Pick<WebhookRow, "id" | "firmOid" | "secretSealed" | "createdAt">;

/** Stores a webhook, which receives events from now on. */
export function insertWebhook(tx: Tx, row: NewWebhookRow): void {
  tx.send(sql`
    insert into webhook (webhook_id, firm_oid, url, types, description, status, secret_sealed,
      secret_at, created_at, epoch, read_to)
    select ${row.id}, ${row.firmOid}, ${row.url}, ${row.types}::text[], ${row.description},
      ${row.status}, ${row.secretSealed}, ${row.createdAt}, ${row.createdAt},
      max(value) filter (where name = 'event_epoch'),
      max(value) filter (where name = 'event_position')::bigint
    from store_property`);
}

/** The part that an update stores: the state, and the secrets as they are sealed for its address. */
export type ChangedWebhook = WebhookState &
  Pick<WebhookRow, "id" | "secretSealed" | "earlierSecretSealed">;

/** Changes a webhook. */
export function updateWebhookRow(tx: Tx, row: ChangedWebhook): void {
  tx.send(sql`
    update webhook set url = ${row.url}, types = ${row.types}::text[],
      description = ${row.description}, status = ${row.status},
      secret_sealed = ${row.secretSealed}, earlier_secret_sealed = ${row.earlierSecretSealed}
    where webhook_id = ${row.id}`);
}

/** Sets a webhook going, in this life of the store. */
export function updateWebhookGoing(tx: Tx, webhookId: Id): void {
  tx.send(sql`
    update webhook set failing_since = null,
      epoch = (select value from store_property where name = 'event_epoch')
    where webhook_id = ${webhookId}`);
}

/** Replaces a secret; the earlier one signs as well until an instant. */
export function updateSecret(
  tx: Tx,
  webhookId: Id,
  { secretSealed, now, earlierUntil }: { secretSealed: Buffer; now: Date; earlierUntil: Date },
): void {
  tx.send(sql`
    update webhook set earlier_secret_sealed = secret_sealed,
      earlier_secret_until = ${earlierUntil}, secret_sealed = ${secretSealed}, secret_at = ${now}
    where webhook_id = ${webhookId}`);
}

/** Removes a webhook with its deliveries. */
export function deleteWebhookRows(tx: Tx, webhookId: Id): void {
  tx.send(sql`delete from webhook_delivery where webhook_id = ${webhookId}`);
  tx.send(sql`delete from webhook where webhook_id = ${webhookId}`);
}

/** Disables a webhook. */
export function updateWebhookDisabled(tx: Tx, webhookId: Id): void {
  tx.send(sql`update webhook set status = 'disabled' where webhook_id = ${webhookId}`);
}

/** Notes whether attempts succeed: since when none has, or null. */
export function updateFailing(tx: Tx, webhookId: Id, failingSince: Date | null): void {
  tx.send(sql`
    update webhook set failing_since = ${failingSince} where webhook_id = ${webhookId}`);
}

/** Moves on how far a webhook has read the feed; false if it was removed or set otherwise since. */
export async function advanceWebhook(
  tx: Tx,
  { id, readTo }: Pick<WebhookRow, "id" | "readTo">,
  to: bigint,
): Promise<boolean> {
  const count = await tx.execute(sql`
    update webhook set read_to = ${String(to)}
    where webhook_id = ${id} and read_to = ${readTo} and status = 'active'`);
  return count === 1;
}

/** The webhooks for which there is something to do: to read on in the feed, or to send. */
export async function selectBusyWebhooks(db: Reader, now: Date): Promise<Id[]> {
  const rows = await db.rows(sql<{ id: Id }>`
    select webhook_id::text as id from webhook
    where status = 'active'
      and epoch = (select value from store_property where name = 'event_epoch')
      and (read_to < (select value::bigint from store_property where name = 'event_position')
        or exists (
          select from webhook_delivery as due where due.webhook_id = webhook.webhook_id
            and due.status in ('pending', 'requested') and due.next_at <= ${now}))`);
  return rows.map(({ id }) => id);
}

/** A webhook to which nothing is sent although something is due. */
export interface StalledWebhook {
  readonly webhookId: Id;
  readonly firmOid: Id;
  readonly dueSince: Date;
}

/** For how long nothing may have been sent of what is due: six times an attempt's limit. */
const stalledAfterMs = 60_000;

/** Active webhooks for which something has been due for a minute in which nothing was sent. What
 * waits for an earlier event of its subject is not due. */
export async function selectStalledWebhooks(db: Reader, now: Date): Promise<StalledWebhook[]> {
  const since = new Date(now.getTime() - stalledAfterMs);
  return db.rows(sql<StalledWebhook>`
    select webhook_id::text as "webhookId", firm_oid::text as "firmOid", due.since as "dueSince"
    from webhook cross join lateral (
      select min(next_at) as since from (
        select distinct on (event_subject) next_at from webhook_delivery as head
        where head.webhook_id = webhook.webhook_id and status = 'pending'
        order by event_subject, event_sequence, event_place) as heads) as due
    where status = 'active' and due.since < ${since}
      and epoch = (select value from store_property where name = 'event_epoch')
      and not exists (
        select from webhook_delivery as sent
        where sent.webhook_id = webhook.webhook_id and last_attempt_at >= ${since})
    order by due.since, webhook_id`);
}

/** The metrics of webhooks: their number by status, and pending deliveries. */
export interface WebhookFigures {
  readonly disabled: string;
  readonly failing: string;
  readonly waiting: string;
  readonly oldestAt: Date | null;
}

/** The figures of all webhooks. */
export async function selectWebhookFigures(db: Reader): Promise<WebhookFigures | undefined> {
  return db.first(sql<WebhookFigures>`
    select (select count(*)::text from webhook where status = 'disabled') as disabled,
      (select count(*)::text from webhook
        where status = 'active' and failing_since is not null) as failing,
      (select count(*)::text from webhook_delivery where status = 'pending') as waiting,
      (select min(created_at) from webhook_delivery where status = 'pending') as "oldestAt"`);
}
