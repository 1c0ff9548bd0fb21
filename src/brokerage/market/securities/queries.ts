// The statements that read a security in sight, its closes and its splits.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { tickersEver } from "../../../reference/securities/queries.ts";
import type { DateRange } from "../../../values/date-range.ts";
import { isSecuritySeen, type SecurityViewer, visibleCandidates } from "./visibility-queries.ts";

/** The former names of a security. */
export interface FormerName {
  readonly ticker: string;
  readonly cusip: string | null;
  readonly companyName: string;
  readonly from: Day | null;
  readonly to: Day;
}

/** A security with its last close; all three of these are null without one. */
export interface SecurityRow {
  readonly id: Id;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly companyName: string;
  readonly instrumentType: string;
  readonly issuingFirmOid: Id | null;
  readonly quotationFactor: Decimal;
  readonly ownSettlementPeriod: number | null;
  readonly taxStatus: string | null;
  readonly close: Decimal | null;
  readonly priceDate: Day | null;
  readonly priceSource: string | null;
  readonly formerSymbols: readonly FormerName[];
}

/** A security by its id or by a ticker, of which one is undefined. */
export interface NamedSecurity {
  readonly id?: Id | undefined;
  readonly ticker?: string | undefined;
}

/** The security of an id or a ticker, whoever sees it. */
export async function selectSecurity(
  db: Reader,
  { id, ticker }: NamedSecurity,
): Promise<SecurityRow | undefined> {
  return db.first(sql<SecurityRow>`
    with candidate as (
      select * from security where security_id = ${id}::bigint
      union all
      select * from security where security_id = (
        select known.security_id from ${tickersEver} as known
        where known.symbol = upper(${ticker}::text)
        order by known.until desc, known.security_id limit 1))
    select s.security_id as "id", s.ticker, s.cusip, s.name as "companyName",
      s.instrument_type as "instrumentType", s.issuing_firm_oid as "issuingFirmOid",
      s.quotation_factor as "quotationFactor", s.settlement_period as "ownSettlementPeriod",
      s.tax_status as "taxStatus",
      last.close, last.priced_on as "priceDate", last.source as "priceSource",
      (select coalesce(json_agg(json_build_object('ticker', n.ticker, 'cusip', n.cusip,
          'companyName', n.name, 'from', coalesce(n.since_on, n.last_changed_on),
          'to', n.changed_on) order by n.changed_on, n.ticker), '[]')
        from (select *, lag(changed_on) over (order by changed_on, ticker) as last_changed_on
          from security_name where security_name.security_id = s.security_id) as n)
        as "formerSymbols"
    from candidate as s
      left join lateral (
        select close, priced_on, source from security_price as p
        where p.security_id = s.security_id order by priced_on desc limit 1) as last on true`);
}

/** The given securities that are in sight. */
export async function selectSecuritiesSeen(
  db: Reader,
  { accounts, offers, seesAll }: SecurityViewer,
  ids: readonly Id[],
): Promise<{ id: Id }[]> {
  return db.rows(sql<{ id: Id }>`
    with asked as (
      select ${accounts.firmOid}::bigint as firm_oid, ${accounts.loginIds}::text[] as login_ids,
        ${accounts.levels}::text[] as levels, ${offers.firmOid}::bigint as offer_firm_oid,
        ${offers.isClient}::boolean as is_client, ${seesAll}::boolean as sees_all),
    candidate as (select * from security where security_id = any(${ids}::bigint[])),
    ${visibleCandidates}
    select s.security_id as "id" from candidate as s
    where ${isSecuritySeen}`);
}

/** Two securities of which one went on under the id of the other. */
export interface SymbolChange {
  readonly from: Id;
  readonly into: Id;
  readonly on: Day;
}

/** The changes of symbol that accounts have of a security, each with its first day; the oldest first. */
export async function selectSymbolChanges(db: Reader, id: Id): Promise<SymbolChange[]> {
  return db.rows(sql<SymbolChange>`
    select t.security_id as "from", t.into_security_id as "into", min(t.trade_on) as "on"
    from account_transaction as t
    where t.transaction_type = 'SYM' and (t.security_id = ${id} or t.into_security_id = ${id})
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    group by 1, 2 order by 3, 1, 2`);
}

/** A close, and who gave it. */
export interface CloseRow {
  readonly on: Day;
  readonly close: Decimal;
  readonly source: string;
}

/** The closes of a security in a range, the oldest first. */
export async function selectClosesBetween(
  db: Reader,
  id: Id,
  { from, to }: DateRange,
): Promise<CloseRow[]> {
  return db.rows(sql<CloseRow>`
    select priced_on as "on", close, source from security_price
    where security_id = ${id} and priced_on between ${from} and ${to} order by priced_on`);
}

/** A split by its ex-date. */
export interface SplitRow {
  readonly on: Day;
  readonly ratioNew: Decimal;
  readonly ratioOld: Decimal;
  /** The corporate event that announced it. */
  readonly eventId: Id | null;
}

/** The splits of a security from a day on, the oldest first. */
export async function selectSplitsFrom(db: Reader, id: Id, from: Day): Promise<SplitRow[]> {
  return db.rows(sql<SplitRow>`
    select split.ex_on as "on", split.ratio_new as "ratioNew", split.ratio_old as "ratioOld",
      (select min(e.event_id) from corporate_event as e
        where e.security_id = split.security_id and e.ex_on = split.ex_on
          and e.kind in ('SPL', 'SDV') and e.status not in ('DRAFT', 'REVERSED', 'CANCELLED'))
        as "eventId"
    from security_split as split
    where split.security_id = ${id} and split.ex_on >= ${from} order by split.ex_on`);
}
