// The statement that compares all reported years with what the books hold now.
import { type Reader, sql } from "../../../../platform/store/db.ts";
import { accountTypes } from "../../../../reference/codes.ts";
import { type ReportedYear, reportedFacts } from "../reported/queries.ts";

/** A reported year whose computed rows are others, and how many years there are in all. */
export interface DifferingYear extends ReportedYear {
  readonly count: number;
}

/** The first reported years that the transactions, which reach back to them, now give other rows for;
 * as in a report, a new ticker or CUSIP alone makes no difference. */
export async function selectDifferingYears(db: Reader, most: number): Promise<DifferingYear[]> {
  return db.rows(sql<DifferingYear>`
    with year as (
      select year.account_number, year.tax_year
      from reported_year as year
        join account on account.account_number = year.account_number
        join lot_book as book on book.account_number = year.account_number
      where account.account_type = any(${taxableTypes}::text[]) and year.tax_year >= (
        select to_char(min(trade_on), 'YYYY') from account_transaction as fact
        where fact.account_number = year.account_number)),
    reported as (
      select ${reportedFacts} from reported_tax_lot join year using (account_number, tax_year)),
    computed as (
      select ${reportedFacts} from closed_lot join year using (account_number, tax_year)
      where is_reported and trans_code is not null),
    differing as (
      (select * from reported except select * from computed)
      union all (select * from computed except select * from reported))
    select account_number as "accountNumber", tax_year as "taxYear", count(*) over ()::int as "count"
    from differing group by account_number, tax_year
    order by account_number, tax_year limit ${most}`);
}

const taxableTypes = accountTypes.rows
  .filter(({ taxability }) => taxability === "taxable")
  .map(({ code }) => code);
