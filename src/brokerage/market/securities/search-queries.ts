// The statements that find securities as one types, and of which some are held.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { tickersEver } from "../../../reference/securities/queries.ts";
import type { SearchTerms } from "./search-terms.ts";
import {
  isDetailed,
  isSecuritySeen,
  type SecurityViewer,
  sightOfCandidates,
} from "./sight-queries.ts";

/** A security as lists show it, with how well it matches a search: 0 is best. */
export interface ListedRow {
  readonly id: Id;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly companyName: string;
  readonly instrumentType: string;
  readonly issuingFirmOid: Id | null;
  readonly rank: number;
  readonly close: Decimal | null;
  readonly priceDate: Day | null;
}

/** Which securities a list has; undefined asks for nothing. */
export interface ListedQuery {
  readonly search: SearchTerms | undefined;
  readonly cusip: string | undefined;
  readonly ticker: string | undefined;
  readonly instrumentType: string | undefined;
  /** Whether only what accounts in sight hold is wanted. */
  readonly isHeld: boolean;
  /** Held securities whose last close lies before this day, or that have none. */
  readonly staleBefore: Day | undefined;
  readonly limit: number;
  /** The place of the last row of the page before. */
  readonly after: ListedPlace | undefined;
}

/** Where a row stands in a list. */
export interface ListedPlace {
  readonly rank: number;
  readonly ticker: string;
  readonly id: Id;
}

const words = part`to_tsvector('simple', translate(
  name, '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', '                                '))`;

const listedColumns = part`page.security_id as "id", page.ticker, page.cusip, page.name as "companyName",
  page.instrument_type as "instrumentType", page.issuing_firm_oid as "issuingFirmOid", page.rank,
  last.close, last.priced_on as "priceDate"
  from page left join lateral (
    select close, priced_on from security_price as p
    where p.security_id = page.security_id order by priced_on desc limit 1) as last on true
  order by page.rank, upper(page.ticker), page.security_id`;

const held = part`
  held as (
    select distinct h.security_id from folio_position as h join account as a using (account_number), asked
    where asked.is_held and ${isDetailed})`;

// What is wanted of securities beside a search.
const isWanted = part`
  (asked.cusip is null or s.cusip = asked.cusip)
  and (asked.ticker is null or s.security_id = (
    select security_id from ${tickersEver} as known where known.symbol = upper(asked.ticker)
    order by until desc, security_id limit 1))
  and (asked.instrument_type is null or s.instrument_type = asked.instrument_type)
  and (not asked.is_held or s.security_id in (select security_id from held))
  and (asked.stale_before is null or coalesce((
      select p.priced_on from security_price as p where p.security_id = s.security_id
      order by p.priced_on desc limit 1), '-infinity') < asked.stale_before)
  and (asked.after_id is null or (rank, upper(s.ticker), s.security_id)
    > (asked.after_rank, upper(asked.after_ticker), asked.after_id))`;

/** The securities in sight that a list has, by how well they match and by ticker: one more than its page. */
export async function selectListed(
  db: Reader,
  { accounts, offers, seesAll }: SecurityViewer,
  query: ListedQuery,
): Promise<ListedRow[]> {
  const { search, after, cusip, ticker, instrumentType, isHeld, staleBefore, limit } = query;
  if (search === undefined) {
    return db.rows(sql<ListedRow>`
      with asked as (
        select ${accounts.firmOid}::bigint as firm_oid, ${accounts.loginIds}::text[] as login_ids,
          ${accounts.levels}::text[] as levels, ${offers.firmOid}::bigint as offer_firm_oid,
          ${offers.isClient}::boolean as is_client, ${seesAll}::boolean as sees_all,
          ${cusip}::text as cusip, ${ticker}::text as ticker, ${instrumentType}::text as instrument_type,
          ${isHeld}::boolean as is_held, ${staleBefore}::date as stale_before,
          ${after?.rank}::integer as after_rank, ${after?.ticker}::text as after_ticker,
          ${after?.id}::bigint as after_id),
      candidate as (select security_id, 0 as rank from security),
      ${sightOfCandidates},
      ${held},
      page as (
        select s.*, rank from asked, candidate join security as s using (security_id)
        where ${isWanted} and ${isSecuritySeen}
        order by upper(s.ticker), s.security_id limit ${limit}::integer + 1)
      select ${listedColumns}`);
  }
  const { typed, end, query: typedWords } = search;
  return db.rows(sql<ListedRow>`
    with asked as (
      select ${accounts.firmOid}::bigint as firm_oid, ${accounts.loginIds}::text[] as login_ids,
        ${accounts.levels}::text[] as levels, ${offers.firmOid}::bigint as offer_firm_oid,
        ${offers.isClient}::boolean as is_client, ${seesAll}::boolean as sees_all,
        ${cusip}::text as cusip, ${ticker}::text as ticker, ${instrumentType}::text as instrument_type,
        ${isHeld}::boolean as is_held, ${staleBefore}::date as stale_before,
        ${after?.rank}::integer as after_rank, ${after?.ticker}::text as after_ticker,
        ${after?.id}::bigint as after_id),
    candidate as (
      select security_id, min(rank) as rank from (
        select security_id, case when upper(ticker) = upper(${typed}) then 0 else 1 end as rank
        from security
        where upper(ticker) >= upper(${typed}) and upper(ticker) < upper(${typed}) || ${end}
        union all
        select security_id, 2 from security where cusip = upper(${typed})
        union all
        select security_id, 3 from security where ${words} @@ to_tsquery('simple', ${typedWords})
        union all
        select security_id, 4 from security_name
        where upper(ticker) >= upper(${typed}) and upper(ticker) < upper(${typed}) || ${end}
        union all
        select security_id, 4 from security_name where cusip = upper(${typed})) as found
      group by security_id),
    ${sightOfCandidates},
    ${held},
    page as (
      select s.*, rank from asked, candidate join security as s using (security_id)
      where ${isWanted} and ${isSecuritySeen}
      order by rank, upper(s.ticker), s.security_id limit ${limit}::integer + 1)
    select ${listedColumns}`);
}
