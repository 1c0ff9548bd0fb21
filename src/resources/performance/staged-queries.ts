// Storing days of series: staged account by account, then applied for all of them in a few
// statements. The staging tables last as long as their connection.
import { published } from "../../engines/unit-values/chain.ts";
import { query, run, sendRows } from "../../platform/bulk/load-sql.ts";
import { sql, type Tx } from "../../platform/store/db.ts";
import { declared } from "../../platform/store/declared-sql.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { AccountFigures } from "./account-figures.ts";
import type { SeriesDay } from "./compute-series.ts";
import { encodeSeriesDay, fivePlacesOf, moneyOf, unitPartsOf } from "./day-columns.ts";
import { packStagedQuarters, type SeriesKey } from "./queries.ts";

const made = new WeakSet<Tx>();

/** Makes the staging tables where this connection has none. */
export async function createDayStages(tx: Tx): Promise<void> {
  if (made.has(tx)) return;
  made.add(tx);
  await run(
    tx,
    declared`create temporary table if not exists new_series (account_number text collate "C",
       folio_number text collate "C", from_on date, last_on date, last_value numeric,
       day_return numeric, year_return numeric) on commit delete rows;
     create temporary table if not exists new_day (like performance_day) on commit delete rows`,
  );
}

/** A series whose days change from a day on. */
export interface StagedSeries extends SeriesKey {
  readonly from: Day;
  readonly days: readonly SeriesDay[];
  /** What lists show of the account from now on; only the series of the account itself has it. */
  readonly figures: AccountFigures | undefined;
}

/** Stages days that replace all those of their series from a day on. */
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
  const rows = series.flatMap(({ days, ...key }) => days.map((day) => columnsOf(key, day)));
  await sendRows(tx, "new_day", dayColumns, rows);
}

const dayColumns = [
  ...["account_number", "folio_number", "valued_on", "market_value", "accrued", "cash_flows"],
  ...["security_flows", "fees", "is_brought", "gross", "net", "gross_return", "net_return"],
  "is_estimated",
];

function columnsOfFigures(figures: AccountFigures | undefined) {
  const rate = (units: bigint | undefined) => (units === undefined ? null : fivePlacesOf(units));
  return {
    on: figures?.on ?? null,
    value: figures === undefined ? null : moneyOf(figures.value),
    dayReturn: rate(figures?.dayReturn),
    yearReturn: rate(figures?.yearReturn),
  };
}

function columnsOf({ accountNumber, folioNumber }: SeriesKey, day: SeriesDay) {
  const encoded = encodeSeriesDay(day);
  return {
    account_number: accountNumber,
    folio_number: folioNumber,
    valued_on: encoded.on,
    market_value: encoded.marketValue,
    accrued: encoded.accrued,
    cash_flows: encoded.cashFlows,
    security_flows: encoded.securityFlows,
    fees: encoded.fees,
    is_brought: encoded.isImported,
    gross: encoded.gross,
    net: encoded.net,
    gross_return: encoded.grossReturn,
    net_return: encoded.netReturn,
    is_estimated: encoded.isEstimated,
  };
}

/** How a staged series differs from the stored one; a series without a folio number is the account's
 * own, and a value is null where there is no day. */
export interface SeriesDifference extends SeriesKey {
  /** The first and last day that is added, changed or removed. */
  readonly from: Day;
  readonly to: Day;
  readonly daysBefore: string;
  readonly daysAfter: string;
  /** The last value with what has accrued, and the last gross unit as it is published. */
  readonly valueBefore: Decimal | null;
  readonly valueAfter: Decimal | null;
  readonly unitBefore: string | null;
  readonly unitAfter: string | null;
}

/** How the staged series of some accounts differ from the stored ones, before they are applied. */
export async function selectSeriesDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<SeriesDifference[]> {
  type Row = SeriesDifference & Record<"unitBefore" | "unitAfter", Decimal | null>;
  const rows = await tx.rows(sql<Row>`
    with day as (
      select p.account_number, p.folio_number, p.valued_on, false as is_new,
        p.market_value + p.accrued as value, p.gross
      from performance_day as p join new_series as s using (account_number, folio_number)
      where p.account_number = any(${accountNumbers}::text[]) and p.valued_on >= s.from_on
      union all
      select account_number, folio_number, valued_on, true, market_value + accrued, gross
      from new_day where account_number = any(${accountNumbers}::text[]))
    select account_number as "accountNumber", folio_number as "folioNumber",
      min(valued_on)::text as "from", max(valued_on)::text as "to",
      count(*) filter (where not is_new)::text as "daysBefore",
      count(*) filter (where is_new)::text as "daysAfter",
      (array_agg(value order by valued_on desc) filter (where not is_new))[1] as "valueBefore",
      (array_agg(value order by valued_on desc) filter (where is_new))[1] as "valueAfter",
      (array_agg(gross order by valued_on desc) filter (where not is_new))[1] as "unitBefore",
      (array_agg(gross order by valued_on desc) filter (where is_new))[1] as "unitAfter"
    from day group by account_number, folio_number order by account_number, folio_number`);
  const publishedUnit = (unit: Decimal | null) =>
    unit === null ? null : fivePlacesOf(published(unitPartsOf(unit)));
  return rows.map(({ unitBefore, unitAfter, ...row }) => ({
    ...row,
    unitBefore: publishedUnit(unitBefore),
    unitAfter: publishedUnit(unitAfter),
  }));
}

/** Removes what is staged for some accounts. */
export async function deleteStagedDays(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  for (const table of ["new_series", "new_day"]) {
    await query(tx, declared`delete from ${table} where account_number = any($1::text[])`, [
      accountNumbers,
    ]);
  }
}

/** Applies what is staged: days, published values and their packed form; imported values stay. The
 * caller holds the locks of the accounts. */
export async function applyStagedDays(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from unit_value as u using new_series as s, performance_day as p
    where p.account_number = s.account_number and p.folio_number = s.folio_number
      and p.valued_on >= s.from_on and not p.is_brought
      and u.account_number = p.account_number and u.folio_number = p.folio_number
      and u.valued_on = p.valued_on`);
  await tx.execute(sql`
    delete from performance_day as p using new_series as s
    where p.account_number = s.account_number and p.folio_number = s.folio_number
      and p.valued_on >= s.from_on`);
  await tx.execute(sql`insert into performance_day select * from new_day`);
  // A value that does not fit the packed form is not published.
  await tx.execute(sql`
    insert into unit_value (account_number, folio_number, valued_on, gross, net)
    select account_number, folio_number, valued_on, gross, net from new_day
    where not is_brought and gross <= 1000000000000`);
  await tx.execute(sql`
    delete from unit_value_quarter as q using new_series as s
    where q.account_number = s.account_number and q.folio_number = s.folio_number
      and q.quarter_on >= date_trunc('quarter', s.from_on::timestamp)::date`);
  await packStagedQuarters(tx);
  await tx.execute(sql`
    update account as a set valued_on = s.last_on, market_value = s.last_value,
      day_return = s.day_return, year_return = s.year_return
    from new_series as s
    where s.folio_number = '' and a.account_number = s.account_number`);
}
