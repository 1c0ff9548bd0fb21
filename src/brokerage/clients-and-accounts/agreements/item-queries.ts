// The statements of items for attention.

import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** A stored item. */
export interface ItemRow {
  readonly accountNumber: AccountNumber;
  readonly id: Id;
  readonly loginId: string;
  readonly ifaType: string;
  readonly ifaStatus: string;
  readonly title: string | null;
  readonly text: string | null;
  readonly targetOid: string | null;
  readonly forceView: boolean;
  /** Null where the type says it. */
  readonly forceResponse: boolean | null;
  /** Null without a limit. */
  readonly viewsRemaining: number | null;
  readonly numberOfViews: number;
  readonly startOn: Day;
  readonly expiresOn: Day | null;
  readonly viewedAt: Date | null;
  readonly actedAt: Date | null;
  readonly actorOid: Id | null;
}

/** The items of a member, the newest first; with an id, that one alone. */
export async function selectItems(db: Reader, loginId: string, id: Id | null): Promise<ItemRow[]> {
  return db.rows(sql<ItemRow>`
    select account_number as "accountNumber", ifa_id as id, login_id as "loginId",
      ifa_type as "ifaType", ifa_status as "ifaStatus", title, text,
      target_oid as "targetOid", coalesce(force_view, false) as "forceView",
      force_response as "forceResponse", views_remaining as "viewsRemaining",
      number_of_views as "numberOfViews", start_on as "startOn", expires_on as "expiresOn",
      viewed_at as "viewedAt", acted_at as "actedAt", actor_oid as "actorOid"
    from item_for_attention
    where login_id = ${loginId} and ifa_id = coalesce(${id}::bigint, ifa_id)
    order by start_on desc, ifa_id`);
}

/** Stores an item that a request has made. */
export function insertItem(tx: Tx, row: ItemRow): void {
  tx.send(sql`
    insert into item_for_attention
      (account_number, ifa_id, login_id, ifa_type, ifa_status, title, text, target_oid,
       force_view, force_response, views_remaining, start_on, expires_on)
    values
      (${row.accountNumber}, ${row.id}, ${row.loginId}, ${row.ifaType}, ${row.ifaStatus},
       ${row.title}, ${row.text}, ${row.targetOid}, ${row.forceView}, ${row.forceResponse},
       ${row.viewsRemaining}, ${row.startOn}, ${row.expiresOn})`);
}

/** Stores what an action has changed of an item. */
export function updateItem(tx: Tx, row: ItemRow): void {
  tx.send(sql`
    update item_for_attention set ifa_status = ${row.ifaStatus},
      views_remaining = ${row.viewsRemaining}, number_of_views = ${row.numberOfViews},
      viewed_at = ${row.viewedAt}, acted_at = ${row.actedAt}, actor_oid = ${row.actorOid}
    where account_number = ${row.accountNumber} and ifa_id = ${row.id}`);
}

/** A signature with which an item was agreed: an e-sign record. */
export interface ItemSignatureRow {
  readonly method: string;
  /** Null for a signed PDF. */
  readonly imageEncoding: string | null;
  readonly content: Buffer;
  readonly sha256: Buffer;
  readonly backupWithholding: boolean | null;
  readonly apiUserId: Id;
  /** The member logged in, else the one acted for. */
  readonly callerLoginId: string | null;
  readonly requestId: string;
  readonly address: string;
  readonly signedAt: Date;
}

/** Stores the signature of an item; the writer's rights prevent later changes. */
export function insertItemSignature(
  tx: Tx,
  { accountNumber, id }: Pick<ItemRow, "accountNumber" | "id">,
  row: ItemSignatureRow,
): void {
  tx.send(sql`
    insert into item_signature
      (account_number, ifa_id, method, image_encoding, content, content_sha256,
       backup_withholding, api_user_id, caller_login_id, request_id, address, signed_at)
    values
      (${accountNumber}, ${id}, ${row.method}, ${row.imageEncoding}, ${row.content},
       ${row.sha256}, ${row.backupWithholding}, ${row.apiUserId}, ${row.callerLoginId},
       ${row.requestId}, ${row.address}, ${row.signedAt})`);
}

/** Items of one member and type that have one of these statuses. */
export interface OpenItems {
  readonly loginId: string;
  readonly type: string;
  readonly statuses: readonly string[];
}

/** An action on items: when, and by which member. */
interface Acted {
  readonly status: string;
  readonly at: Date;
  readonly actorOid: Id | null;
}

/** Gives items of the account another status and answers their ids. */
export async function updateItemStatus(
  tx: Tx,
  accountNumber: string,
  { loginId, type, statuses }: OpenItems,
  { status, at, actorOid }: Acted,
): Promise<{ id: string }[]> {
  return tx.rows(sql<{ id: string }>`
    update item_for_attention set ifa_status = ${status}, acted_at = ${at},
      actor_oid = ${actorOid}
    where account_number = ${accountNumber} and login_id = ${loginId} and ifa_type = ${type}
      and ifa_status = any(${statuses}::text[])
    returning ifa_id as id`);
}

/** The members who have an item of this type and one of these statuses on the account. */
export async function selectMembersOfItems(
  db: Reader,
  accountNumber: string,
  type: string,
  statuses: readonly string[],
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    select distinct login_id as "loginId" from item_for_attention
    where account_number = ${accountNumber} and ifa_type = ${type}
      and ifa_status = any(${statuses}::text[])
    order by login_id`);
}

/** An item that the service itself makes. */
export interface NewItem {
  readonly accountNumber: AccountNumber;
  readonly id: Id;
  readonly loginId: string;
  readonly ifaType: string;
  readonly startOn: Day;
}

/** Stores new items about their accounts, each in status I. */
export function insertItems(tx: Tx, items: readonly NewItem[]): void {
  tx.send(sql`
    insert into item_for_attention
      (account_number, ifa_id, login_id, ifa_type, ifa_status, target_oid, start_on)
    select number, id, login_id, type, 'I', number, start_on
    from unnest(${items.map((item) => item.accountNumber)}::text[],
      ${items.map((item) => item.id)}::bigint[], ${items.map((item) => item.loginId)}::text[],
      ${items.map((item) => item.ifaType)}::text[], ${items.map((item) => item.startOn)}::date[])
      as item (number, id, login_id, type, start_on)`);
}

/** Where an item is stored. */
export interface ItemPlace {
  readonly accountNumber: string;
  readonly id: string;
}

/** The statuses of some items. */
export async function selectStatuses(
  db: Reader,
  items: readonly ItemPlace[],
): Promise<{ id: Id; ifaStatus: string }[]> {
  const ids = items.map(({ id }) => id);
  return db.rows(sql<{ id: Id; ifaStatus: string }>`
    select ifa_id as id, ifa_status as "ifaStatus" from item_for_attention
    where account_number = any(${items.map(({ accountNumber }) => accountNumber)}::text[])
      and ifa_id = any(${ids}::bigint[])`);
}
