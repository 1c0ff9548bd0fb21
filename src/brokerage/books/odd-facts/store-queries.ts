// The same SQL over everything that is stored.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { type Reader, sql } from "../../../platform/store/db.ts";
import {
  doubledPayouts,
  loneReinvestments,
  type OddPayout,
  type TradedDay,
  tradedDays,
  unheldDividends,
} from "./payout-queries.ts";
import {
  type OddAmount,
  type OddFact,
  type OddParent,
  type OddPrice,
  type OddValue,
  oddAmounts,
  oddParents,
  oddPrices,
  oddValues,
} from "./price-queries.ts";
import { ofStore } from "./scope-queries.ts";
import {
  type OddSplit,
  type UnlistedSplit,
  type UnseenSplit,
  unfollowedSplits,
  unlistedSplits,
  unseenSplits,
} from "./split-queries.ts";

/** How many findings of a kind are returned. */
export const mostOfStore = ofStore.most;

/** Net amounts that do not fit price, shares and fees. */
export async function selectOddAmounts(db: Reader): Promise<OddAmount[]> {
  return db.rows(sql<OddAmount>`${oddAmounts(ofStore)}`);
}

/** Prices of trades far from the close of their day. */
export async function selectOddPrices(db: Reader): Promise<OddPrice[]> {
  return db.rows(sql<OddPrice>`${oddPrices(ofStore)}`);
}

/** Stated values of a share far from the nearest close. */
export async function selectOddValues(db: Reader): Promise<OddValue[]> {
  return db.rows(sql<OddValue>`${oddValues(ofStore)}`);
}

/** Spin-offs of one security and day with several values of the parent. */
export async function selectOddParents(db: Reader): Promise<OddParent[]> {
  return db.rows(sql<OddParent>`${oddParents(ofStore)}`);
}

/** Splits that closes do not show. */
export async function selectUnseenSplits(db: Reader): Promise<UnseenSplit[]> {
  return db.rows(sql<UnseenSplit>`${unseenSplits(ofStore)}`);
}

/** Splits of accounts that the security does not have. */
export async function selectUnlistedSplits(db: Reader): Promise<UnlistedSplit[]> {
  return db.rows(sql<UnlistedSplit>`${unlistedSplits(ofStore)}`);
}

/** Splits of securities that accounts which held them do not have. */
export async function selectUnfollowedSplits(db: Reader): Promise<OddSplit[]> {
  return db.rows(sql<OddSplit>`${unfollowedSplits(ofStore)}`);
}

/** Payouts that are there twice. */
export async function selectDoubledPayouts(db: Reader): Promise<OddPayout[]> {
  return db.rows(sql<OddPayout>`${doubledPayouts(ofStore)}`);
}

/** Dividends of what was not held. */
export async function selectUnheldDividends(db: Reader): Promise<OddPayout[]> {
  return db.rows(sql<OddPayout>`${unheldDividends(ofStore)}`);
}

/** Reinvestments without a payout. */
export async function selectLoneReinvestments(db: Reader): Promise<OddFact[]> {
  return db.rows(sql<OddFact>`${loneReinvestments(ofStore)}`);
}

/** The days with purchases or sales, in order. */
export async function selectTradedDays(db: Reader): Promise<TradedDay[]> {
  return db.rows(sql<TradedDay>`${tradedDays(ofStore)}`);
}

/** A day of a folio with a return that is too large to be believed, in percent. */
export interface LargeDay {
  readonly folioNumber: string;
  readonly on: Day;
  readonly percent: Decimal;
  readonly count: number;
}

/** Days of folios with a return above 50 % either way, gross or else net; a quarter is divided into its lines
 * only where it may have one. */
export async function selectLargeReturns(db: Reader): Promise<LargeDay[]> {
  return db.rows(sql<LargeDay>`
    with quarter as (
      select folio_number, days from performance_quarter
      where folio_number <> ''
        and days ~ ' -?([5-9][0-9]|[1-9][0-9]{2,})[.][0-9]{5}([^0-9]|$)'),
    line as (
      select folio_number, line, regexp_match(line,
          ' (-|-?[0-9]+[.][0-9]{5}) (-|-?[0-9]+[.][0-9]{5})( estimated)?( imported)?$') as figures
      from quarter cross join lateral string_to_table(days, chr(10)) as line),
    day as (
      select folio_number, left(line, 10)::date as on_day,
        nullif(figures[1], '-')::numeric as gross, nullif(figures[2], '-')::numeric as net
      from line)
    select folio_number as "folioNumber", on_day as "on",
      case when abs(gross) > 50 then gross else net end as "percent",
      count(*) over ()::int as "count"
    from day where abs(gross) > 50 or abs(net) > 50
    order by folio_number, on_day limit ${mostOfStore}`);
}
