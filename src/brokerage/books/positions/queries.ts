// SQL that reads positions and their last prices; staged-queries.ts stores them.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";

/** A security as positions show it. */
interface SecurityColumns {
  readonly securityId: Id;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly companyName: string;
  readonly instrumentType: string;
}

/** The last close that prices a security, and what it is multiplied by to be its quotation; null
 * without any. */
export interface PriceColumns {
  readonly close: Decimal | null;
  readonly pricedOn: Day | null;
  readonly numerator: string | null;
  readonly denominator: string | null;
  /** The factor by which a quotation becomes the price of one share. */
  readonly quotationFactor: Decimal;
}

/** The basis of a position's long and short lots in the account; null where it is not known. */
interface BasisColumns {
  readonly longTermCostBasis: Decimal | null;
  readonly shortTermCostBasis: Decimal | null;
}

/** The close before the last, and what it is multiplied by; null without any. */
interface PreviousPriceColumns {
  readonly previousClose: Decimal | null;
  readonly previouslyPricedOn: Day | null;
  readonly previousNumerator: string | null;
  readonly previousDenominator: string | null;
}

/** A position of a folio, with the folio's cash. */
export interface PositionRow
  extends SecurityColumns,
    PriceColumns,
    PreviousPriceColumns,
    BasisColumns {
  readonly accountType: string;
  readonly folioNumber: string;
  readonly cash: Decimal | null;
  readonly shareQuantity: Decimal;
}

/** A folio without a position. */
export type EmptyFolioRow = {
  readonly [Column in keyof PositionRow]: PositionRow[Column] | null;
} & {
  readonly accountType: string;
  readonly folioNumber: string;
  readonly securityId: null;
};

/** The folios to select, and the day for which the term of lots is determined. */
export interface HeldQuery {
  readonly accountNumber: string;
  /** Only one folio; its positions have no basis, since lots belong to the account. */
  readonly folioNumber?: string;
  readonly today: Day;
}

/** Where a row of `folio_position` has its closes, each source with what they are multiplied by. */
const priceSources = part`
  rows from (jsonb_to_recordset(price_sources) as (security_id bigint, since date,
    before date, numerator text, denominator text))
    with ordinality as source (security_id, since, before, numerator, denominator, place)`;

/** The last close that prices a row of `folio_position`, and what it is multiplied by. */
export const lastPrice = part`
  select price.close, price.priced_on, source.numerator, source.denominator
  from ${priceSources}
    cross join lateral (
      select close, priced_on from security_price as known
      where known.security_id = coalesce(source.security_id, folio_position.security_id)
        and priced_on >= coalesce(source.since, '-infinity')
        and priced_on < coalesce(source.before, 'infinity')
      order by priced_on desc limit 1) as price
  order by price.priced_on desc, source.place limit 1`;

/** The close before `last`. */
const previousPrice = part`
  select price.close, price.priced_on, source.numerator, source.denominator
  from ${priceSources}
    cross join lateral (
      select close, priced_on from security_price as known
      where known.security_id = coalesce(source.security_id, folio_position.security_id)
        and priced_on >= coalesce(source.since, '-infinity')
        and priced_on < least(source.before, last.priced_on)
      order by priced_on desc limit 1) as price
  order by price.priced_on desc, source.place limit 1`;

/** The positions of folios by ticker and folio, and a row for each folio without one. */
export async function selectPositions(
  db: Reader,
  { accountNumber, folioNumber, today }: HeldQuery,
): Promise<(PositionRow | EmptyFolioRow)[]> {
  // One statement, so that a concurrent load is never seen half done.
  return db.rows(sql<PositionRow | EmptyFolioRow>`
    with lot as (
      select security_id, adjusted_cost_basis as basis,
        case when is_inherited then true
          when adjusted_acquisition_on is null then null
          else long_term_from <= ${today} end as is_long
      from open_lot where account_number = ${accountNumber} and ${folioNumber}::text is null),
    term as (
      select security_id, bool_and(is_long is not null) as is_known,
        coalesce(bool_and(basis is not null) filter (where is_long), true) as is_long_known,
        coalesce(bool_and(basis is not null) filter (where not is_long), true) as is_short_known,
        coalesce(sum(basis) filter (where is_long), 0) as long_basis,
        coalesce(sum(basis) filter (where not is_long), 0) as short_basis
      from lot group by security_id)
    select account_type as "accountType", folio_number as "folioNumber",
      folio_cash.amount as cash,
      security_id as "securityId", ticker, cusip, security.name as "companyName",
      instrument_type as "instrumentType", quotation_factor as "quotationFactor",
      share_quantity as "shareQuantity",
      last.close, last.priced_on as "pricedOn", last.numerator, last.denominator,
      previous.close as "previousClose", previous.priced_on as "previouslyPricedOn",
      previous.numerator as "previousNumerator", previous.denominator as "previousDenominator",
      case when is_known and is_long_known then long_basis end as "longTermCostBasis",
      case when is_known and is_short_known then short_basis end as "shortTermCostBasis"
    from account join folio using (account_number)
      left join folio_cash using (account_number, folio_number)
      left join (folio_position join security using (security_id))
        using (account_number, folio_number)
      left join term using (security_id)
      left join lateral (${lastPrice}) as last on true
      left join lateral (${previousPrice}) as previous on ${folioNumber}::text is null
    where account_number = ${accountNumber}
      and (${folioNumber}::text is null or folio_number = ${folioNumber})
    order by ticker, folio_number`);
}

/** The last price of each security that an account holds. */
export async function selectLastPrices(
  db: Reader,
  accountNumber: string,
): Promise<(PriceColumns & { readonly securityId: Id })[]> {
  return db.rows(sql<PriceColumns & { readonly securityId: Id }>`
    select distinct on (security_id) security_id as "securityId",
      quotation_factor as "quotationFactor",
      last.close, last.priced_on as "pricedOn", last.numerator, last.denominator
    from folio_position join security using (security_id) left join lateral (${lastPrice}) as last on true
    where account_number = ${accountNumber}
    order by security_id, folio_number`);
}

/** The given securities that the given accounts hold. */
export async function selectSecuritiesHeld(
  db: Reader,
  securityIds: readonly Id[],
  accountNumbers: readonly string[],
): Promise<{ securityId: Id }[]> {
  return db.rows(sql<{ securityId: Id }>`
    select distinct security_id as "securityId" from folio_position
    where security_id = any(${securityIds}::bigint[])
      and account_number = any(${accountNumbers}::text[])`);
}
