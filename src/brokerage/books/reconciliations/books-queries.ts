// SQL that reads the books' side of a reconciliation: holdings, cash and lots.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** A security by the names under which a custodian may send it. */
export interface SecurityNames {
  readonly securityId: Id;
  readonly ticker: string;
  readonly cusip: string | null;
}

/** Every security, in order of id. */
export async function selectSecurities(db: Reader): Promise<SecurityNames[]> {
  return db.rows(sql<SecurityNames>`
    select security_id::text as "securityId", ticker, cusip from security order by security_id`);
}

/** A security that an account holds. */
export interface HeldRow {
  readonly accountNumber: string;
  readonly securityId: Id;
  readonly shares: Decimal;
  /** At the last closes up to the day; null if one is missing. */
  readonly value: Decimal | null;
}

/** The holdings of accounts, with their value at the closes up to a day. */
export async function selectHeld(
  db: Reader,
  accountNumbers: readonly string[],
  on: Day,
): Promise<HeldRow[]> {
  // A distributed store gathers the positions first, since it looks up no last price on several nodes.
  return db.rows(sql<HeldRow>`
    with held as materialized (
      select account_number, security_id, share_quantity, price_sources from folio_position
      where account_number = any(${accountNumbers}::text[]))
    select account_number as "accountNumber", security_id::text as "securityId",
      sum(share_quantity) as shares,
      case when bool_and(last.price is not null)
        then sum(round(share_quantity * last.price * quotation_factor, 2)) end as value
    from held join security using (security_id)
      left join lateral (
        select close * coalesce(source.numerator::numeric, 1)
          / coalesce(source.denominator::numeric, 1) as price
        from rows from (jsonb_to_recordset(price_sources) as (security_id bigint, since date,
            before date, numerator text, denominator text))
            with ordinality as source (security_id, since, before, numerator, denominator, place)
          cross join lateral (
            select close, priced_on from security_price as known
            where known.security_id = coalesce(source.security_id, held.security_id)
              and priced_on <= ${on} and priced_on >= coalesce(source.since, '-infinity')
              and priced_on < coalesce(source.before, 'infinity')
            order by priced_on desc limit 1) as price
        order by price.priced_on desc, source.place limit 1) as last on true
    group by account_number, security_id order by account_number, security_id`);
}

/** The cash of an account in all its folios. */
export interface CashRow {
  readonly accountNumber: string;
  readonly amount: Decimal;
}

/** The given accounts that exist, each with its cash, in order of number. */
export async function selectCash(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<CashRow[]> {
  return db.rows(sql<CashRow>`
    select account_number as "accountNumber", coalesce(sum(amount), 0) as amount
    from account left join folio_cash using (account_number)
    where account_number = any(${accountNumbers}::text[])
    group by account_number order by account_number`);
}

/** The open lots of an account that were acquired on one day. */
export interface LotRow {
  readonly accountNumber: string;
  readonly securityId: Id;
  readonly acquiredOn: Day | null;
  readonly shares: Decimal;
  readonly basis: Decimal | null;
}

/** The open lots of accounts, by security and day of acquisition. */
export async function selectLots(db: Reader, accountNumbers: readonly string[]): Promise<LotRow[]> {
  return db.rows(sql<LotRow>`
    select account_number as "accountNumber", security_id::text as "securityId",
      coalesce(adjusted_acquisition_on, original_acquisition_on) as "acquiredOn",
      sum(share_quantity) as shares,
      case when bool_and(adjusted_cost_basis is not null) then sum(adjusted_cost_basis) end as basis
    from open_lot where account_number = any(${accountNumbers}::text[])
    group by 1, 2, 3 order by 1, 2, 3`);
}

/** The number of accounts that hold something and are not among the given ones. */
export async function selectCountUnlisted(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<string> {
  const found = await db.first(sql<{ count: string }>`
    select count(*)::text as count from (
      select account_number from folio_position union select account_number from folio_cash) as held
    where account_number <> all(${accountNumbers}::text[])`);
  return found?.count ?? "0";
}
