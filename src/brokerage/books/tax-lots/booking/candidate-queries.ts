// SQL that finds positions with lots at a loss, and recent purchases of the same securities.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../../platform/store/db.ts";
import { lastPrice } from "../../positions/reads.ts";

/** A position with lots at a loss, and the tax rates of its account. */
export interface LossRow {
  readonly accountNumber: AccountNumber;
  readonly accountName: string;
  readonly securityId: Id;
  readonly shortTermTaxRate: Decimal | null;
  readonly longTermTaxRate: Decimal | null;
}

/** The positions to select; null stands for every firm, and for every account. */
interface LossQuery {
  readonly firmOid: Id | null;
  readonly accountNumbers: readonly string[] | null;
  readonly accountTypes: readonly string[];
  readonly minimumLoss: Decimal;
  readonly limit: Decimal;
}

/** The positions by the size of their loss. A close is looked up once for each security, not for each
 * position. */
export async function selectLosses(db: Reader, query: LossQuery): Promise<LossRow[]> {
  const { firmOid, accountNumbers, accountTypes, minimumLoss, limit } = query;
  return db.rows(sql<LossRow>`
    with held as (
      select distinct a.account_number, a.account_name, a.short_term_tax_rate,
        a.long_term_tax_rate, p.security_id, p.price_sources
      from account as a join folio_position as p on p.account_number = a.account_number
      where coalesce(${firmOid}::bigint, a.firm_oid) in (a.firm_oid, a.client_firm_oid)
        and (${accountNumbers}::text[] is null or a.account_number = any(${accountNumbers}::text[]))
        and a.account_type = any(${accountTypes}::text[])),
    folio_position as (select distinct security_id, price_sources from held),
    priced as (
      select security_id, price_sources, last.close * coalesce(last.numerator, '1')::numeric
        / coalesce(last.denominator, '1')::numeric * quotation_factor as price
      from folio_position join security using (security_id)
        cross join lateral (${lastPrice}) as last)
    select held.account_number as "accountNumber", held.account_name as "accountName",
      held.security_id as "securityId", held.short_term_tax_rate as "shortTermTaxRate",
      held.long_term_tax_rate as "longTermTaxRate"
    from held join priced using (security_id, price_sources)
      join open_lot as lot on lot.account_number = held.account_number
        and lot.security_id = held.security_id
    where least(lot.adjusted_cost_basis, lot.gift_market_value) > lot.share_quantity * price
    group by 1, 2, 3, 4, 5
    having sum(least(lot.adjusted_cost_basis, lot.gift_market_value) - lot.share_quantity * price)
      >= ${minimumLoss}::numeric
    order by sum(least(lot.adjusted_cost_basis, lot.gift_market_value) - lot.share_quantity * price)
      desc, 1, 3
    limit ${limit}::integer`);
}

/** A purchase of a security. */
export interface PurchaseRow {
  readonly accountNumber: AccountNumber;
  readonly accountName: string;
  readonly securityId: Id;
  readonly transactionId: Id;
  readonly tradeOn: Day;
}

/** The accounts and securities whose purchases are looked for, on days both of which are included. */
interface PurchasesQuery {
  readonly accountNumbers: readonly string[];
  readonly securityIds: readonly Id[];
  readonly taxableTypes: readonly string[];
  readonly since: Day;
  readonly today: Day;
}

/** Purchases in force, newest first. In a taxable account something of them must still be held: shares that
 * were sold before a loss do not replace its own. (26 CFR 1.1091-1(d)) */
export async function selectPurchases(
  db: Reader,
  { accountNumbers, securityIds, taxableTypes, since, today }: PurchasesQuery,
): Promise<PurchaseRow[]> {
  return db.rows(sql<PurchaseRow>`
    select a.account_number as "accountNumber", a.account_name as "accountName",
      bought.security_id as "securityId", t.transaction_id as "transactionId", t.trade_on as "tradeOn"
    from account as a join account_transaction as t on t.account_number = a.account_number
      cross join lateral (select case t.transaction_type when 'EXR' then t.into_security_id
        else t.security_id end as security_id) as bought
    where a.account_number = any(${accountNumbers}::text[])
      and t.transaction_type in ('BUY', 'REI', 'EXR')
      and t.trade_on between ${since}::date and ${today}::date
      and bought.security_id = any(${securityIds}::bigint[])
      and not exists (
        select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
      and (a.account_type <> all(${taxableTypes}::text[]) or exists (
        select from open_lot as lot where lot.account_number = t.account_number
          and lot.originating_transaction_id = t.transaction_id))
    order by t.trade_on desc, a.account_number, t.transaction_id`);
}
