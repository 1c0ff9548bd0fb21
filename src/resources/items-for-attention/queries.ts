// Every SQL statement of items for attention.
import { type Reader, sql, type Tx } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";
import type { AccountNumber, Id } from "../../values/ids.ts";

/** Items of one member and type that have one of these statuses. */
export interface OpenItems {
  readonly loginId: string;
  readonly type: string;
  readonly statuses: readonly string[];
}

/** What was done with items: when, and by which member. */
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
