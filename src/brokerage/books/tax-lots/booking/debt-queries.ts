// The statement that finds debt bought off par without an adjustment of its basis.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../../platform/store/db.ts";
import type { ReportedYear } from "../reported/queries.ts";
import { debtTypes } from "./cover-kinds.ts";

/** A security, its first purchase off par, and how many there are. */
export interface DebtOffPar {
  readonly ticker: string;
  readonly on: Day;
  readonly transactionId: Id;
  /** The price that was paid for one share, which is 1 of face at par. */
  readonly paid: Decimal;
  readonly purchases: number;
}

/** Debt of which lots bought off par were open at some time of a year, without an adjustment in force until
 * its end. Par is 1 a share, or 100 or 1,000 where a whole bond is one share. */
export async function selectDebtOffPar(
  db: Reader,
  { accountNumber, taxYear }: ReportedYear,
): Promise<DebtOffPar[]> {
  const first = `${taxYear}-01-01`;
  const last = `${taxYear}-12-31`;
  return db.rows(sql<DebtOffPar>`
    with fact as (
      select * from account_transaction as t
      where t.account_number = ${accountNumber} and t.trade_on <= ${last}
        and t.transaction_type in ('BUY', 'BAS')
        and not exists (select from account_transaction as later
          where later.account_number = ${accountNumber} and later.takes_back = t.transaction_id)),
    bought as (
      select fact.security_id, ticker, trade_on, transaction_id, coalesce(price * quotation_factor,
          (net_amount - coalesce(fees, 0)) / shares) as paid
      from fact join security using (security_id)
      where transaction_type = 'BUY' and instrument_type = any(${debtTypes}::text[]))
    select distinct on (ticker) ticker, trade_on as "on", transaction_id as "transactionId",
      trim_scale(round(paid, 6)) as "paid", count(*) over (partition by ticker)::int as "purchases"
    from bought
    where paid not in (1, 100, 1000)
      and not exists (select from fact as adjusting where adjusting.transaction_type = 'BAS'
        and adjusting.security_id = bought.security_id)
      and (exists (select from open_lot as lot where lot.account_number = ${accountNumber}
          and lot.originating_transaction_id = bought.transaction_id)
        or exists (select from closed_lot as lot where lot.account_number = ${accountNumber}
          and lot.originating_transaction_id = bought.transaction_id
          and lot.closing_transaction_on >= ${first}))
    order by ticker, trade_on, transaction_id`);
}
