// SQL that reads what an import compares its files with: accounts, clients, securities, closes and books.
import type { AccountNumber, FolioNumber, Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { isPrivate } from "../../../reference/securities/queries.ts";
import type { KnownClient } from "./match-accounts.ts";
import type { KnownSecurity } from "./match-securities.ts";
import type { KnownRow } from "./plan-bookings.ts";

/** A firm that manages accounts. */
export interface AdvisoryFirm {
  readonly firmOid: Id;
  readonly name: string;
}

/** The firms whose files can be imported, in order of id. */
export async function selectAdvisoryFirms(db: Reader): Promise<AdvisoryFirm[]> {
  return db.rows(sql<AdvisoryFirm>`
    select firm_oid::text as "firmOid", name from firm where kind = 'institutional' order by firm_oid`);
}

/** A folio of an account of a firm in which securities are held. */
export interface FolioRow {
  readonly accountNumber: AccountNumber;
  readonly folioNumber: FolioNumber;
}

/** The folios of a firm's accounts, in order. */
export async function selectFolios(db: Reader, firmOid: Id): Promise<FolioRow[]> {
  return db.rows(sql<FolioRow>`
    select account_number as "accountNumber", folio_number as "folioNumber"
    from account join folio using (account_number)
    where firm_oid = ${firmOid} and folio_type = 'folio' order by 1, 2`);
}

/** The clients of a firm. */
export async function selectClients(db: Reader, firmOid: Id): Promise<KnownClient[]> {
  return db.rows(sql<KnownClient>`
    select login_id as "loginId", first_name as "firstName", last_name as "lastName",
      date_of_birth as "dateOfBirth"
    from member where firm_oid = ${firmOid} and membership_type = 'client' order by login_id`);
}

/** Every login id, folded. */
export async function selectFoldedLogins(db: Reader): Promise<{ readonly login: string }[]> {
  return db.rows(sql<{ login: string }>`select login_id_folded as login from member`);
}

/** A security, and whether it is private: not everybody sees it. */
export interface StoredSecurity extends KnownSecurity {
  readonly isPrivate: boolean;
}

/** Every security with its former tickers. */
export async function selectKnownSecurities(db: Reader): Promise<StoredSecurity[]> {
  return db.rows(sql<StoredSecurity>`
    select security_id::text as "securityId", ticker, cusip, name,
      ${isPrivate} as "isPrivate",
      trim_scale(quotation_factor)::text as "quotationFactor",
      array(select upper(named.ticker) from security_name as named
        where named.security_id = security.security_id order by changed_on) as "formerTickers"
    from security order by security_id`);
}

/** A stored close. */
export interface StoredClose {
  readonly securityId: Id;
  readonly date: string;
  readonly close: string;
}

/** The closes of some securities from one day to another. */
export async function selectStoredCloses(
  db: Reader,
  securityIds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<StoredClose[]> {
  return db.rows(sql<StoredClose>`
    select security_id::text as "securityId", priced_on as "date", close::text as "close"
    from security_price
    where security_id = any(${securityIds}::bigint[]) and priced_on between ${from} and ${to}`);
}

/** The rows of earlier imports in some accounts from a day on, and those with which accounts opened. */
export async function selectKnownRows(
  db: Reader,
  accountNumbers: readonly string[],
  from: string,
): Promise<KnownRow[]> {
  return db.rows(sql<KnownRow>`
    select known.account_number as "accountNumber", known.row_id as "rowId",
      known.transaction_id::text as "transactionId", booked.trade_on as "tradeDate",
      booked.transaction_type as "type", booked.security_id::text as "securityId"
    from import_row as known join account_transaction as booked
      on booked.account_number = known.account_number
        and booked.transaction_id = known.transaction_id
    where known.account_number = any(${accountNumbers}::text[])
      and booked.account_number = any(${accountNumbers}::text[])
      and (booked.trade_on >= ${from} or known.row_id like 'opening %')`);
}

/** The accounts, among some, that have a transaction in force. */
export async function selectWithHistory(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<{ readonly accountNumber: string }[]> {
  return db.rows(sql<{ accountNumber: string }>`
    select distinct t.account_number as "accountNumber" from account_transaction as t
    where t.account_number = any(${accountNumbers}::text[]) and t.cancels is null
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number
          and later.account_number = any(${accountNumbers}::text[])
          and later.takes_back = t.transaction_id)`);
}

/** The shares of an account in all its folios. */
export interface HeldSharesRow {
  readonly accountNumber: string;
  readonly securityId: Id;
  readonly shares: string;
}

/** The present holdings of some accounts. */
export async function selectHeldShares(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<HeldSharesRow[]> {
  return db.rows(sql<HeldSharesRow>`
    select account_number as "accountNumber", security_id::text as "securityId",
      sum(share_quantity)::text as shares
    from folio_position where account_number = any(${accountNumbers}::text[])
    group by 1, 2`);
}

/** The last place that is taken on a day of an account. */
export interface LastOrderRow {
  readonly accountNumber: string;
  readonly day: string;
  readonly last: number;
}

/** The last places of the days of some accounts, from one day on. */
export async function selectLastOrders(
  db: Reader,
  accountNumbers: readonly string[],
  from: string,
): Promise<LastOrderRow[]> {
  return db.rows(sql<LastOrderRow>`
    select account_number as "accountNumber", trade_on as "day", max(entry_order)::integer as "last"
    from account_transaction
    where account_number = any(${accountNumbers}::text[]) and trade_on >= ${from}
      and entry_order is not null
    group by 1, 2`);
}
