// The statements that read single transactions, and what lists of them need besides their rows.
// (docs/activity.md)

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import type { DateRange } from "../../../values/date-range.ts";
import type { Viewer } from "../../clients-and-accounts/accounts/reads.ts";
import { isBehindEvents, type ReceivedMove, rowOfReceived } from "../transactions/reads.ts";
import { type DayRow, movingColumns } from "./day-queries.ts";

/** The place of a row in the order of facts. */
export interface RowKey {
  readonly tradeOn: Day;
  readonly isBehindEvents: boolean;
  readonly entryOrder: number;
  readonly transactionId: Id;
}

/** A transaction as lists show it, with what has taken it back as of the version that is shown. */
export interface ActivityRow extends DayRow, Omit<RowKey, "tradeOn" | "entryOrder"> {
  readonly notes: string | null;
  readonly eventId: string | null;
  readonly eventKind: string | null;
  readonly incomeKind: string | null;
  readonly method: string | null;
  readonly acceptedAt: Date | null;
  readonly ticker: string | null;
  readonly cusip: string | null;
  readonly securityName: string | null;
  readonly instrumentType: string | null;
  readonly settlementPeriod: number | null;
  readonly takenBackBy: Id | null;
  readonly takenBackType: string | null;
  readonly takenBackAt: Date | null;
}

/** A row as it is stored: `givenBy` is the account that stores it, of lots that another one receives. */
export type StoredRow = Omit<ActivityRow, "receivedFrom"> & {
  readonly ofAccount: string;
  readonly givenBy?: string;
  /** Whether what it takes back is listed by the same account. */
  readonly isTakerHere?: boolean;
};

/** A row as the account that lists it knows it: of what it receives, nothing of the other account. */
export function listed<Row extends StoredRow>(row: Row) {
  const { givenBy: receivedFrom, isTakerHere } = row;
  if (receivedFrom === undefined) return row;
  const { ofAccount: accountNumber, transactionId, transactionType, entryOrder, tradeOn } = row;
  const { settlementOn, securityId, shares, reason, marketValue, toFolioNumber } = row;
  const move = { accountNumber, receivedFrom, transactionId, transactionType, entryOrder, tradeOn };
  const moved = { settlementOn, securityId, shares, reason, marketValue };
  const taken = { takesBack: isTakerHere ? row.takesBack : null, isTakenBack: row.isTakenBack };
  const unsaid = { notes: null, eventId: null, eventKind: null, incomeKind: null, method: null };
  const received = { ...move, ...moved, folioNumber: toFolioNumber } as ReceivedMove;
  return { ...row, ...unsaid, ...rowOfReceived(received), ...taken };
}

/** An account of a page with the version of its facts now, and a row of it, if it has one. */
export type PageRow = { readonly ofAccount: string; readonly factsVersion: string } & (
  | ActivityRow
  | { readonly transactionId: null }
);

/** The columns of a transaction `t` with its security `s` and what takes it back, its `taker`. */
export const activityColumns = part`${movingColumns}, ${isBehindEvents} as "isBehindEvents",
  t.reason, t.reverses, t.takes_back as "takesBack", t.notes, t.event_id as "eventId",
  case when t.event_id is not null then (select e.kind from corporate_event as e
    where e.event_id = case when t.event_id ~ '^[0-9]{1,19}$'
      and lpad(t.event_id, 19, '0') <= '9223372036854775807' then t.event_id::bigint end) end
    as "eventKind",
  t.income_kind as "incomeKind", t.method,
  t.accepted_at as "acceptedAt", s.ticker, s.cusip, s.name as "securityName",
  s.instrument_type as "instrumentType", s.settlement_period as "settlementPeriod",
  s.quotation_factor as "quotationFactor", taker.transaction_id as "takenBackBy",
  taker.transaction_type as "takenBackType", taker.accepted_at as "takenBackAt",
  taker.transaction_id is not null as "isTakenBack"`;

/** The columns of a row by which an account receives lots. */
export const ofReceived = part`t.account_number as "givenBy",
  exists (select from account_transaction as back where back.account_number = t.account_number
    and back.transaction_id = t.takes_back and back.to_account_number = t.to_account_number)
    as "isTakerHere"`;

/** The statuses of the transactions to show. */
export type ShownStatus = "inforce" | "cancelled" | "replaced" | "all";

/** The filters of rows; an undefined one leaves nothing out. */
export interface RowFilter extends DateRange {
  readonly types: readonly string[] | undefined;
  readonly securityIds: readonly Id[] | undefined;
  readonly eventId: string | undefined;
  readonly folioNumber: string | undefined;
  readonly status: ShownStatus;
}

/** One row of an account as of a version, or as of now; and the version of the account's facts now. Of lots
 * that it received, the row that moved them, found by the id of its cancellation too. */
export async function selectRow(
  db: Reader,
  accountNumber: string,
  transactionId: Id,
  version: string | undefined,
): Promise<(ActivityRow & { readonly factsVersion: string }) | undefined> {
  const own = await db.first(sql<StoredRow & { readonly factsVersion: string }>`
    select t.account_number as "ofAccount", f.version::text as "factsVersion",
      ${activityColumns}
    from account_transaction as t join account_facts as f on f.account_number = t.account_number
      left join security as s on s.security_id = t.security_id
      left join account_transaction as taker on taker.account_number = t.account_number
        and taker.takes_back = t.transaction_id
        and taker.accepted_version <= coalesce(${version}::bigint, f.version)
    where t.account_number = ${accountNumber} and t.transaction_id = ${transactionId}
      and t.accepted_version <= coalesce(${version}::bigint, f.version)`);
  return own ? listed(own) : selectReceivedRow(db, accountNumber, transactionId, version);
}

/** The row of another account that moved lots to this one, found by its id or that of its cancellation. */
async function selectReceivedRow(
  db: Reader,
  accountNumber: string,
  transactionId: Id,
  version: string | undefined,
): Promise<(ActivityRow & { readonly factsVersion: string }) | undefined> {
  const row = await db.first(sql<StoredRow & { readonly factsVersion: string }>`
    with own as (
      select f.account_number as "ofAccount", f.version::text as "factsVersion",
        coalesce(${version}::bigint, f.version) as version
      from account_facts as f where f.account_number = ${accountNumber})
    select own.*, ${activityColumns}, ${ofReceived}
    from own join account_transaction as t on t.to_account_number = own."ofAccount"
      left join security as s on s.security_id = t.security_id
      left join account_transaction as taker on taker.account_number = t.account_number
        and taker.takes_back = t.transaction_id
        and coalesce(taker.former_receiver_accepted_version, 0) <= own.version
    where coalesce(t.receiver_accepted_version, 0) <= own.version
      and (t.transaction_id = ${transactionId}
        or (taker.transaction_id = ${transactionId} and taker.transaction_type = 'CXL'))
    order by taker.transaction_id is not null, t.accepted_at desc nulls last, t.account_number
    limit 1`);
  return row && listed(row);
}

/** The factors of securities of an account whose quotation is not the price of one. */
export async function selectFactors(
  db: Reader,
  accountNumber: string,
): Promise<ReadonlyMap<Id, Decimal>> {
  const rows = await db.rows(sql<{ id: Id; factor: Decimal }>`
    select security_id as id, quotation_factor as factor from security
    where quotation_factor <> 1 and security_id in (
      select security_id from account_transaction where account_number = ${accountNumber})`);
  return new Map(rows.map(({ id, factor }) => [id, factor]));
}

/** The next accounts that a firm sees, by number, with a row that is wanted: looked up account by account until
 * there are enough, since a range may have most rows of the store. */
export async function selectActiveAccounts(
  db: Reader,
  { firmOid }: Pick<Viewer, "firmOid">,
  filter: Omit<RowFilter, "status" | "folioNumber">,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account
    where account_number > ${after}
      and coalesce(${firmOid}::bigint, firm_oid) in (firm_oid, client_firm_oid)
      and ((
        select t.account_number from account_transaction as t
        where t.account_number = account.account_number
          and t.trade_on between ${filter.from} and ${filter.to}
          and (${filter.types}::text[] is null or t.transaction_type = any(${filter.types}))
          and (${filter.securityIds}::bigint[] is null or t.security_id = any(${filter.securityIds})
            or t.into_security_id = any(${filter.securityIds}))
          and (${filter.eventId}::text is null or t.event_id = ${filter.eventId})
        limit 1) is not null
        or account_number in (
        select t.to_account_number from account_transaction as t
        where t.to_account_number is not null and ${filter.eventId}::text is null
          and t.trade_on between ${filter.from} and ${filter.to}
          and (${filter.types}::text[] is null or t.transaction_type = any(${filter.types}))
          and (${filter.securityIds}::bigint[] is null or t.security_id = any(${filter.securityIds}))))
    order by account_number limit ${limit}`);
  return rows.map(({ number }) => number);
}

/** The lots that a transaction opened, also those that were closed since, and those that it closed. */
export async function selectLotsOf(
  db: Reader,
  accountNumber: string,
  transactionId: Id,
): Promise<{ opened: Id[]; closed: Id[] }> {
  const row = await db.first(sql<{ opened: Id[]; closed: Id[] }>`
    select array(
        select tax_lot_id::text from open_lot
        where account_number = ${accountNumber} and originating_transaction_id = ${transactionId}
        union select tax_lot_id::text from closed_lot
        where account_number = ${accountNumber} and originating_transaction_id = ${transactionId}
        order by 1) as opened,
      array(select tax_lot_id::text from closed_lot
        where account_number = ${accountNumber} and closing_transaction_id = ${transactionId}
        order by 1) as closed`);
  return row ?? { opened: [], closed: [] };
}

/** The sequence of the audit entry with which a transaction was booked or loaded; undefined where none
 * names it. */
export async function selectEntryOf(
  db: Reader,
  accountNumber: string,
  transactionId: Id,
): Promise<string | undefined> {
  const row = await db.first(sql<{ sequence: string }>`
    select sequence from audit_entry
    where subject = ${accountNumber}
      and (jsonb_path_exists(detail::jsonb, '$.**.transactionIds[*] ? (@ == $id)',
          jsonb_build_object('id', ${transactionId}::text))
        or jsonb_path_exists(detail::jsonb, '$.**.keys[*] ? (@ == $id)',
          jsonb_build_object('id', ${transactionId}::text)))
    order by sequence limit 1`);
  return row?.sequence;
}
