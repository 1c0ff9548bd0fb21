// SQL that reads and writes series of unit values by quarter.

import type { Day } from "@bursar/values/dates";
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { type Reader, type SqlPart, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import type { DateRange } from "./schema.ts";

/** A series: an account's own, with an empty folio number, or that of one of its folios. */
export interface SeriesKey {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** The stored quarters of a series, and the last day of the whole series. */
export interface StoredSeries {
  /** The lines of their days, oldest first; undefined if the values are not requested. */
  readonly days: string | undefined;
  /** The SHA-256 of the quarters' digests. */
  readonly digest: string;
  readonly lastOn: Day;
}

/** The quarters of a range of days; without one, of the series' last 12 months. */
export async function selectSeries(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
  range: DateRange | undefined,
  { withValues = true } = {},
): Promise<StoredSeries | undefined> {
  type Row = { days: string | null; digest: string | null; lastOn: Day };
  const statement = sql<Row>`
    select string_agg(q.days, E'\\n' order by q.quarter_on)
        filter (where ${withValues}::boolean) as days,
      encode(sha256(string_agg(q.digest, null order by q.quarter_on)), 'hex') as digest,
      max(series.last_on) as "lastOn"
    from (select last_on from unit_value_quarter
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
        order by quarter_on desc limit 1) as series
      join unit_value_quarter as q
        on q.account_number = ${accountNumber} and q.folio_number = ${folioNumber}
        and q.quarter_on >= date_trunc('quarter',
          coalesce(${range?.firstOn}::date, series.last_on - interval '12 months'))::date
        and q.quarter_on <= coalesce(${range?.lastOn}::date, series.last_on)`;
  const found = await db.first(statement);
  if (found === undefined || found.digest === null) return undefined;
  const { days, digest, lastOn } = found;
  return { days: days ?? undefined, digest, lastOn };
}

/** The last day that has a value, if there is one. */
export async function selectLastValuedOn(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<Day | undefined> {
  const quarter = await db.first(sql<{ lastOn: Day }>`
    select last_on as "lastOn" from unit_value_quarter
    where account_number = ${accountNumber} and folio_number = ${folioNumber}
    order by quarter_on desc limit 1`);
  return quarter?.lastOn;
}

/** Writes again every quarter with a changed day. */
export async function updateQuarters(tx: Tx, changed: SqlPart): Promise<void> {
  const quarters = declared`
    create temporary table load_quarters on commit drop as
    select distinct account_number, folio_number, ${quarterOf("valued_on")} as quarter_on
    from ${changed} as changed
    where exists (select from unit_value_quarter as q
      where q.account_number = changed.account_number and q.folio_number = changed.folio_number
        and q.quarter_on = ${quarterOf("changed.valued_on")})`;
  await run(tx, quarters);
  await run(tx, declared`analyze load_quarters`);
  // A quarter without a row had no days, so all its days are among the changed ones.
  await run(
    tx,
    declared`insert into unit_value_quarter (account_number, folio_number, quarter_on, days)
     select account_number, folio_number, ${quarterOf("valued_on")}, ${lines}
     from ${changed} as changed
     where not exists (select from load_quarters as q
       where q.account_number = changed.account_number and q.folio_number = changed.folio_number
         and q.quarter_on = ${quarterOf("changed.valued_on")})
     group by 1, 2, 3`,
  );
  const daysOfQuarter = declared`from unit_value as u
    where u.account_number = q.account_number and u.folio_number = q.folio_number
      and valued_on between q.quarter_on and (q.quarter_on + interval '3 months')::date - 1`;
  await run(
    tx,
    declared`update unit_value_quarter as t set days = (
       select ${lines} ${daysOfQuarter})
     from load_quarters as q
     where t.account_number = q.account_number and t.folio_number = q.folio_number
       and t.quarter_on = q.quarter_on and exists (select ${daysOfQuarter})`,
  );
  await run(
    tx,
    declared`delete from unit_value_quarter as t using load_quarters as q
     where t.account_number = q.account_number and t.folio_number = q.folio_number
       and t.quarter_on = q.quarter_on and not exists (select ${daysOfQuarter})`,
  );
}

/** Whether a quarter is stored that has days of a bundle `s` of a load. */
export const isOfStoredQuarter = declared`exists (select from unit_value_quarter as q
  where q.account_number = s.account_number and q.folio_number = s.folio_number
    and q.quarter_on = ${quarterOf("s.valued_on")})`;

/** Stores the quarters of bundles of a load, none of which is stored, as the loader has written them. */
export async function insertQuarters(tx: Tx, bundles: SqlPart): Promise<void> {
  await run(
    tx,
    declared`insert into unit_value_quarter (account_number, folio_number, quarter_on, days)
     select account_number, folio_number, ${quarterOf("valued_on")}, bundle_lines from ${bundles}`,
  );
}

function quarterOf(day: string): SqlPart {
  return declared`date_trunc('quarter', ${day}::timestamp)::date`;
}

/** A value with five places, rounded half to even as it is published. */
function publishedText(value: string): SqlPart {
  const down = declared`trunc(${value}, 5)`;
  const even = declared`${down} + mod(${down}, 0.00002)`;
  return declared`case when ${value} - ${down} = 0.000005 then ${even} else round(${value}, 5) end`;
}

/** The next accounts that have unit values in any form, in order of number. */
export async function selectAccountsWithValues(db: Reader, after: string): Promise<string[]> {
  const found = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account
    where account_number > ${after}
      and (exists (select from unit_value as u where u.account_number = account.account_number)
        or exists (select from performance_quarter as p
          where p.account_number = account.account_number)
        or exists (select from unit_value_quarter as q
          where q.account_number = account.account_number))
    order by account_number limit 50`);
  return found.map(({ number }) => number);
}

/** A quarter as it is served, and what that follows from: the lines of imported days, with all places,
 * and of computed ones. */
export interface QuarterInBothForms {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly quarterOn: Day;
  readonly served: string | null;
  readonly imported: string | null;
  readonly computed: string | null;
}

/** The quarters of some accounts in both forms, as of one moment. */
export async function selectQuarters(
  db: Reader,
  accounts: readonly string[],
): Promise<QuarterInBothForms[]> {
  return db.rows(sql<QuarterInBothForms>`
    with imported as (
      select account_number, folio_number,
        date_trunc('quarter', valued_on::timestamp)::date as quarter_on,
        string_agg(valued_on || ' ' || gross || ' ' || net, E'\\n' order by valued_on) as written
      from unit_value where account_number = any(${accounts}::text[])
      group by 1, 2, 3),
    computed as (
      select * from performance_quarter where account_number = any(${accounts}::text[])),
    served as (
      select * from unit_value_quarter where account_number = any(${accounts}::text[]))
    select account_number as "accountNumber", folio_number as "folioNumber",
      quarter_on as "quarterOn", served.days as served, written as imported,
      computed.days as computed
    from imported full join computed using (account_number, folio_number, quarter_on)
      full join served using (account_number, folio_number, quarter_on)
    order by account_number, folio_number, quarter_on`);
}

/** The lines of staged rows whose folio the account does not have. */
export async function selectLinesWithoutFolio(tx: Tx, stage: string): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line from ${stage} as staged
     where folio_number <> '' and not exists (
       select from folio where folio.account_number = staged.account_number
         and folio.folio_number = staged.folio_number)
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

const lines = declared`string_agg(valued_on || ' ' || ${publishedText("gross")}
  || ' ' || ${publishedText("net")}, E'\\n' order by valued_on)`;
