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
  visibleCandidates,
} from "./visibility-queries.ts";

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

/** The filters of the list of securities; an undefined one leaves nothing out. */
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

// The condition on candidates.
const isWanted = part`
  (asked.instrument_type is null or s.instrument_type = asked.instrument_type)
  and (not asked.is_held or s.security_id in (select security_id from held))
  and (asked.stale_before is null or coalesce((
      select p.priced_on from security_price as p where p.security_id = s.security_id
      order by p.priced_on desc limit 1), '-infinity') < asked.stale_before)
  and (asked.after_id is null or (s.rank, upper(s.ticker), s.security_id)
    > (asked.after_rank, upper(asked.after_ticker), asked.after_id))`;

/** The securities in sight that a list has, by how well they match and by ticker: one more than its page. */
export async function selectListed(
  db: Reader,
  viewer: SecurityViewer,
  query: ListedQuery,
): Promise<ListedRow[]> {
  return isOfAll(query) && !query.isHeld
    ? selectOfAll(db, viewer, query)
    : selectOfFound(db, viewer, query);
}

function isOfAll({ search, cusip, ticker }: ListedQuery): boolean {
  return search === undefined && cusip === undefined && ticker === undefined;
}

/** The securities that the filters leave of all, read in the order of tickers until the page is
 * full. */
async function selectOfAll(
  db: Reader,
  { accounts, offers, seesAll }: SecurityViewer,
  { after, instrumentType, isHeld, staleBefore, limit }: ListedQuery,
): Promise<ListedRow[]> {
  return db.rows(sql<ListedRow>`
    with asked as (
      select ${accounts.firmOid}::bigint as firm_oid, ${accounts.loginIds}::text[] as login_ids,
        ${accounts.levels}::text[] as levels, ${offers.firmOid}::bigint as offer_firm_oid,
        ${offers.isClient}::boolean as is_client, ${seesAll}::boolean as sees_all,
        ${instrumentType}::text as instrument_type,
        ${isHeld}::boolean as is_held, ${staleBefore}::date as stale_before,
        ${after?.rank}::integer as after_rank, ${after?.ticker}::text as after_ticker,
        ${after?.id}::bigint as after_id),
    candidate as not materialized (select *, 0 as rank from security),
    ${visibleCandidates},
    ${held},
    page as (
      select s.* from asked cross join candidate as s
      where upper(s.ticker) >= upper(${after?.ticker ?? ""}) and ${isWanted} and ${isSecuritySeen}
      order by upper(s.ticker), s.security_id limit ${limit}::integer + 1)
    select ${listedColumns}`);
}

/** The securities that a search, a CUSIP or a ticker finds by the indexes of each, or without any
 * those that are held. */
async function selectOfFound(
  db: Reader,
  { accounts, offers, seesAll }: SecurityViewer,
  query: ListedQuery,
): Promise<ListedRow[]> {
  const { search, after, cusip, ticker, instrumentType, isHeld, staleBefore, limit } = query;
  // Without a search those of the ticker are looked at, or of the CUSIP.
  const named = search === undefined ? ticker : undefined;
  const numbered = search === undefined && ticker === undefined ? cusip : undefined;
  const { typed, end, query: typedWords } = search ?? {};
  return db.rows(sql<ListedRow>`
    with asked as (
      select ${accounts.firmOid}::bigint as firm_oid, ${accounts.loginIds}::text[] as login_ids,
        ${accounts.levels}::text[] as levels, ${offers.firmOid}::bigint as offer_firm_oid,
        ${offers.isClient}::boolean as is_client, ${seesAll}::boolean as sees_all,
        ${instrumentType}::text as instrument_type,
        ${isHeld}::boolean as is_held, ${staleBefore}::date as stale_before,
        ${after?.rank}::integer as after_rank, ${after?.ticker}::text as after_ticker,
        ${after?.id}::bigint as after_id),
    ${held},
    candidate as materialized (
      select distinct on (security_id) * from (
        select *, case when upper(ticker) = upper(${typed}) then 0 else 1 end as rank
        from security
        where upper(ticker) >= upper(${typed}) and upper(ticker) < upper(${typed}) || ${end}
        union all
        select *, 2 from security where cusip = upper(${typed})
        union all
        select *, 3 from security where ${words} @@ to_tsquery('simple', ${typedWords})
        union all
        select *, 4 from security where security_id in (
          select n.security_id from security_name as n
          where upper(n.ticker) >= upper(${typed}) and upper(n.ticker) < upper(${typed}) || ${end})
        union all
        select *, 4 from security where security_id in (
          select n.security_id from security_name as n where n.cusip = upper(${typed}))
        union all
        select *, 0 from security where security_id = (select known.security_id from ${tickersEver} as known where known.symbol = upper(${named}::text)
          order by known.until desc, known.security_id limit 1)
        union all
        select *, 0 from security where cusip = ${numbered}
        union all
        select *, 0 from security
        where ${isOfAll(query)}::boolean and security_id in (select security_id from held)) as found
      order by security_id, rank),
    ${visibleCandidates},
    page as (
      select s.* from asked cross join candidate as s
      where (${cusip}::text is null or s.cusip = ${cusip})
        and (${ticker}::text is null or s.security_id = (select known.security_id from ${tickersEver} as known where known.symbol = upper(${ticker}::text)
          order by known.until desc, known.security_id limit 1))
        and ${isWanted} and ${isSecuritySeen}
      order by s.rank, upper(s.ticker), s.security_id limit ${limit}::integer + 1)
    select ${listedColumns}`);
}
