// SQL that finds returns of a day in what is stored of series.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** A day of a folio with a return that is too large to be believed, in percent. */
export interface LargeDay {
  readonly folioNumber: string;
  readonly on: Day;
  readonly percent: Decimal;
  readonly count: number;
}

/** Days of folios with a return above 50 % either way, gross or else net; a quarter is divided into its lines
 * only where it may have one. A folio that had nothing, and through which cash of another one pays a fee, has nothing
 * left of it after the fee: that is no odd return. */
export async function selectLargeReturns(db: Reader, most: number): Promise<LargeDay[]> {
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
    from day where abs(gross) > 50 or (abs(net) > 50 and not (gross = 0 and net = -100))
    order by folio_number, on_day limit ${most}`);
}
