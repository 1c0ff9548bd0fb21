// The statements that sum up the values of a firm's accounts by quarter, and find the day's movers.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { isOfFirm } from "./overview-queries.ts";

// A line begins with the day, the market value, what has accrued, and the flows of cash and securities.
const lineValue = part`split_part(line, ' ', 2)::numeric + split_part(line, ' ', 3)::numeric`;

/** The values and flows of a quarter. */
export interface QuarterRow {
  /** Its first day. */
  readonly quarterOn: Day;
  readonly valuedOn: Day;
  readonly accounts: string;
  readonly value: Decimal;
  readonly netFlows: Decimal;
}

/** The quarters from a day on that have values, earliest first; a null firm stands for all. */
export async function selectQuarters(
  db: Reader,
  firmOid: Id | null,
  since: Day,
): Promise<QuarterRow[]> {
  return db.rows(sql<QuarterRow>`
    select q.quarter_on as "quarterOn", max(q.last_on) as "valuedOn", count(*)::text as accounts,
      sum(${lineValue}) as value,
      sum((select coalesce(sum(amount::numeric), 0)
        from jsonb_each_text(q.flows) as flow (valued_on, amount))) as "netFlows"
    from account as a join performance_quarter as q on q.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid) as asked,
      lateral (select split_part(q.days, E'\\n', -1) as line) as last
    where ${isOfFirm} and q.folio_number = '' and q.quarter_on >= ${since}::date
    group by q.quarter_on order by q.quarter_on`);
}

/** An account with what it gained on its last day. */
export interface MoverRow {
  readonly accountNumber: AccountNumber;
  readonly accountName: string;
  readonly value: Decimal;
  readonly gain: Decimal;
  readonly dayReturn: Decimal | null;
}

/** The accounts that may have moved the most: more than are shown, by value × return. */
interface MoversQuery {
  readonly firmOid: Id | null;
  readonly valuedOn: Day;
  readonly candidates: number;
}

/** The gains of accounts valued on a day since the valuation before. */
export async function selectMovers(
  db: Reader,
  { firmOid, valuedOn, candidates }: MoversQuery,
): Promise<MoverRow[]> {
  return db.rows(sql<MoverRow>`
    with candidate as (
      select a.account_number, a.account_name, a.day_return
      from account as a, (select ${firmOid}::bigint as firm_oid) as asked
      where ${isOfFirm} and a.valued_on = ${valuedOn}::date and a.day_return is not null
      order by abs(a.market_value * a.day_return) desc, a.account_number
      limit ${candidates}::integer),
    line as (
      select q.account_number, line,
        row_number() over (partition by q.account_number order by line desc) as place
      from performance_quarter as q, string_to_table(q.days, E'\\n') as line
      where q.account_number in (select account_number from candidate) and q.folio_number = ''
        and q.quarter_on >= ${valuedOn}::date - 190 and line <= ${valuedOn}::date || ' ~'),
    valued as (
      select account_number, place, ${lineValue} as value,
        split_part(line, ' ', 4)::numeric + split_part(line, ' ', 5)::numeric as flows
      from line where place <= 2)
    select c.account_number as "accountNumber", c.account_name as "accountName",
      last.value, last.value - before.value - last.flows as gain, c.day_return as "dayReturn"
    from candidate as c
      join valued as last on last.account_number = c.account_number and last.place = 1
      join valued as before on before.account_number = c.account_number and before.place = 2
    order by abs(last.value - before.value - last.flows) desc, c.account_number`);
}
