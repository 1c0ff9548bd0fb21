// Storing quarters of series: staged account by account, then applied for all of them in a few
// statements. The staging tables last as long as their connection.

import type { Day } from "@bursar/values/dates";
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import type { AccountFigures } from "./account-figures.ts";
import type { ChangedDays } from "./compute-series.ts";
import { fivePlacesOf, moneyOf } from "./day-columns.ts";
import type { SeriesKey } from "./queries.ts";

const made = new WeakSet<Tx>();

/** Makes the staging tables where this connection has none; their rows are not compressed, as those that
 * they become are not. */
export async function createDayStages(tx: Tx): Promise<void> {
  if (made.has(tx)) return;
  made.add(tx);
  await run(
    tx,
    declared`create temporary table if not exists new_series (account_number text collate "C",
       folio_number text collate "C", from_on date, last_on date, last_value numeric,
       day_return numeric, year_return numeric) on commit delete rows;
     create temporary table if not exists new_quarter (account_number text collate "C",
       folio_number text collate "C", quarter_on date, days text, flows jsonb)
       with (toast_tuple_target = 8160) on commit delete rows;
     create temporary table if not exists new_served_quarter (account_number text collate "C",
       folio_number text collate "C", quarter_on date, days text)
       with (toast_tuple_target = 8160) on commit delete rows`,
  );
}

/** A series whose days change from a day on. */
export interface StagedSeries extends SeriesKey, ChangedDays {
  /** The figures of the account that lists show from now on; only the series of the account itself
   * has them. */
  readonly figures: AccountFigures | undefined;
}

/** Stages the quarters of series that are to be stored. */
export async function insertNewDays(tx: Tx, series: readonly StagedSeries[]): Promise<void> {
  const figures = series.map((each) => columnsOfFigures(each.figures));
  await tx.execute(sql`
    insert into new_series (account_number, folio_number, from_on, last_on, last_value,
      day_return, year_return)
    select * from unnest(${series.map((each) => each.accountNumber)}::text[],
      ${series.map((each) => each.folioNumber)}::text[],
      ${series.map((each) => each.from)}::date[],
      ${figures.map((each) => each.on)}::date[], ${figures.map((each) => each.value)}::numeric[],
      ${figures.map((each) => each.dayReturn)}::numeric[],
      ${figures.map((each) => each.yearReturn)}::numeric[])`);
  const rows = series.flatMap(({ quarters, ...key }) =>
    quarters.map((quarter) => ({ ...key, ...quarter })),
  );
  await tx.execute(sql`
    insert into new_quarter (account_number, folio_number, quarter_on, days, flows)
    select account_number, folio_number, quarter_on, days, flows::jsonb
    from unnest(${rows.map((row) => row.accountNumber)}::text[],
      ${rows.map((row) => row.folioNumber)}::text[], ${rows.map((row) => row.quarterOn)}::date[],
      ${rows.map((row) => row.days ?? null)}::text[], ${rows.map(flowsText)}::text[])
      as quarter (account_number, folio_number, quarter_on, days, flows)`);
  await tx.execute(sql`
    insert into new_served_quarter (account_number, folio_number, quarter_on, days)
    select * from unnest(${rows.map((row) => row.accountNumber)}::text[],
      ${rows.map((row) => row.folioNumber)}::text[], ${rows.map((row) => row.quarterOn)}::date[],
      ${rows.map((row) => row.served ?? null)}::text[])`);
}

function flowsText({ flows }: Pick<ChangedDays["quarters"][number], "flows">): string | null {
  if (flows.length === 0) return null;
  return JSON.stringify(Object.fromEntries(flows.map(({ on, cents }) => [on, moneyOf(cents)])));
}

function columnsOfFigures(figures: AccountFigures | undefined) {
  const rate = (units: bigint | undefined) => (units === undefined ? null : fivePlacesOf(units));
  return {
    on: figures?.on ?? null,
    value: figures === undefined ? null : moneyOf(figures.value),
    dayReturn: rate(figures?.dayReturn),
    yearReturn: rate(figures?.yearReturn),
  };
}

/** A quarter of a series that is staged, or follows one that is: as it is stored, and as it will be. */
export interface QuarterBeforeAndAfter extends SeriesKey {
  /** The first day of the series that is added, changed or removed. */
  readonly from: Day;
  readonly quarterOn: Day;
  readonly before: string | null;
  readonly after: string | null;
}

/** The quarters of the staged series of some accounts, before they are applied. */
export async function selectStagedQuarters(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<QuarterBeforeAndAfter[]> {
  return tx.rows(sql<QuarterBeforeAndAfter>`
    with stored as (
      select q.account_number, q.folio_number, q.quarter_on, q.days
      from performance_quarter as q join new_series as s using (account_number, folio_number)
      where q.account_number = any(${accountNumbers}::text[])
        and q.quarter_on >= date_trunc('quarter', s.from_on::timestamp)::date),
    staged as (
      select * from new_quarter where account_number = any(${accountNumbers}::text[])),
    quarter as (
      select account_number, folio_number, quarter_on, stored.days as before,
        case when staged.account_number is null then stored.days else staged.days end as after
      from stored full join staged using (account_number, folio_number, quarter_on))
    select account_number as "accountNumber", folio_number as "folioNumber", from_on as "from",
      quarter_on as "quarterOn", before, after
    from quarter join new_series using (account_number, folio_number)
    order by account_number, folio_number, quarter_on`);
}

/** Removes what is staged for some accounts. */
export async function deleteStagedDays(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  for (const table of ["new_series", "new_quarter", "new_served_quarter"]) {
    await query(tx, declared`delete from ${table} where account_number = any($1::text[])`, [
      accountNumbers,
    ]);
  }
}

/** Applies what is staged: days, what is served of them, and what lists show. The caller holds the
 * locks of the accounts. */
export async function applyStagedDays(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from performance_quarter as q using new_quarter as n
    where n.days is null and q.account_number = n.account_number
      and q.folio_number = n.folio_number and q.quarter_on = n.quarter_on`);
  await tx.execute(sql`
    insert into performance_quarter (account_number, folio_number, quarter_on, days, flows)
    select account_number, folio_number, quarter_on, days, flows from new_quarter
    where days is not null
    on conflict (account_number, folio_number, quarter_on)
      do update set days = excluded.days, flows = excluded.flows`);
  await tx.execute(sql`
    delete from unit_value_quarter as q using new_served_quarter as n
    where n.days is null and q.account_number = n.account_number
      and q.folio_number = n.folio_number and q.quarter_on = n.quarter_on`);
  await tx.execute(sql`
    insert into unit_value_quarter (account_number, folio_number, quarter_on, days)
    select account_number, folio_number, quarter_on, days from new_served_quarter
    where days is not null
    on conflict (account_number, folio_number, quarter_on) do update set days = excluded.days`);
  await tx.execute(sql`
    update account as a set valued_on = s.last_on, market_value = s.last_value,
      day_return = s.day_return, year_return = s.year_return
    from new_series as s
    where s.folio_number = '' and a.account_number = s.account_number`);
}
