// SQL of the holders who are notified of an event. (docs/corporate-events.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { DueLine } from "./line-queries.ts";

/** Holders of announced events without a notice of them, or with one of other terms or shares, and notices of what is
 * no longer held or will not happen; by event and account. */
export async function selectHoldersToTell(
  db: Reader,
  silentKinds: readonly string[],
  most: number,
): Promise<DueLine[]> {
  return db.rows(sql<DueLine>`
    with noticed as (
      select event_id, security_id, version, status from corporate_event
      where status = 'ANNOUNCED' and kind <> all(${silentKinds}::text[])),
    held as (
      select account_number, security_id, sum(share_quantity) as shares from folio_position
      where security_id in (select security_id from noticed)
      group by account_number, security_id)
    select account_number as "accountNumber", event_id as "eventId"
    from (
      select held.account_number, noticed.event_id
      from noticed join held using (security_id)
      where not exists (select from corporate_action as n
        where n.account_number = held.account_number and n.notif_id = 'E' || noticed.event_id
          and n.shares = held.shares and n.event_version = noticed.version)
      union
      select n.account_number, n.event_id
      from corporate_action as n join corporate_event as e using (event_id)
      where n.status = 'New' and (e.status = 'CANCELLED'
        or (e.status = 'ANNOUNCED' and not exists (select from folio_position as p
          where p.account_number = n.account_number and p.security_id = e.security_id)))) as due
    order by event_id, account_number limit ${most}`);
}

/** A choice of which holders are reminded from a time on. */
export interface Reminder {
  readonly eventId: Id;
  readonly from: Date;
}

/** Holders who have not been notified of a choice since its reminder was due; those who hold nothing any more only
 * where they are entitled. By event and account; of all accounts, or of one. */
export async function selectHoldersToRemind(
  db: Reader,
  reminders: readonly Reminder[],
  { most, accountNumber = null }: { readonly most: number; readonly accountNumber?: string | null },
): Promise<DueLine[]> {
  const eventIds = reminders.map(({ eventId }) => eventId);
  const starts = reminders.map(({ from }) => from);
  return db.rows(sql<DueLine>`
    select n.account_number as "accountNumber", n.event_id as "eventId"
    from unnest(${eventIds}::bigint[], ${starts}::timestamptz[]) as due (event_id, remind_from)
      join corporate_event as e using (event_id) join corporate_action as n using (event_id)
    where (${accountNumber}::text is null or n.account_number = ${accountNumber})
      and n.notified_at < due.remind_from
      and (exists (select from folio_position as p
          where p.account_number = n.account_number and p.security_id = e.security_id)
        or exists (select from corporate_event_line as l
          where l.account_number = n.account_number and l.event_id = n.event_id))
    order by n.event_id, n.account_number limit ${most}`);
}

/** How many shares of a security an account holds now. */
export async function selectHeldNow(
  db: Reader,
  accountNumber: string,
  securityId: Id,
): Promise<Decimal> {
  const row = await db.first(sql<{ shares: Decimal }>`
    select coalesce(sum(share_quantity), 0)::text as "shares" from folio_position
    where account_number = ${accountNumber} and security_id = ${securityId}`);
  return row?.shares ?? ("0" as Decimal);
}

/** A security as notices name it. */
export interface NamedSecurity {
  readonly ticker: string;
  readonly name: string;
}

/** The ticker and name of a security. */
export async function selectNamedSecurity(
  db: Reader,
  securityId: Id,
): Promise<NamedSecurity | undefined> {
  return db.first(sql<NamedSecurity>`
    select ticker, name from security where security_id = ${securityId}`);
}
