// SQL that reads the inputs of computed performance days, and compares staged quarters.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { type BySeries, bySeries, type OfSeries } from "./by-series.ts";
import type { ImportedHistory, StoredQuarters } from "./compute-series.ts";
import { type SeriesValuation, unitPartsOf } from "./day-columns.ts";
import { readDays, valuationOf } from "./day-lines.ts";
import type { SeriesKey } from "./queries.ts";
import type { DateRange } from "./schema.ts";
import type { QuotedSecurity } from "./valuation-terms.ts";

/** The imported histories of some accounts, as far as their computed days share quarters with them. */
export async function selectImportedHistories(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<BySeries<ImportedHistory>> {
  type Row = OfSeries & { on: Day; gross: Decimal; net: Decimal; served: string | null };
  const rows = await db.rows(sql<Row>`
    with last as (
      select account_number, folio_number,
        date_trunc('quarter', max(valued_on)::timestamp)::date as quarter_on
      from unit_value where account_number = any(${accountNumbers}::text[]) group by 1, 2),
    first as (
      select account_number, folio_number, min(quarter_on) as quarter_on
      from performance_quarter where account_number = any(${accountNumbers}::text[]) group by 1, 2)
    select u.account_number as "accountNumber", u.folio_number as "folioNumber",
      u.valued_on as "on", u.gross, u.net,
      case when u.valued_on = max(u.valued_on)
        over (partition by u.account_number, u.folio_number) then q.days end as served
    from unit_value as u
      join last on last.account_number = u.account_number and last.folio_number = u.folio_number
      left join first on first.account_number = u.account_number
        and first.folio_number = u.folio_number
      left join unit_value_quarter as q on q.account_number = u.account_number
        and q.folio_number = u.folio_number and q.quarter_on = last.quarter_on
    where u.account_number = any(${accountNumbers}::text[])
      and u.valued_on >= least(last.quarter_on, first.quarter_on)
    order by 1, 2, 3`);
  return bySeries(rows, (own) => ({
    days: own.map(({ on, gross, net }) => ({
      on,
      gross: unitPartsOf(gross),
      net: unitPartsOf(net),
    })),
    served: own.at(-1)?.served ?? undefined,
  }));
}

/** The days of some accounts' series, by quarter. */
export async function selectStoredQuarters(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<BySeries<StoredQuarters>> {
  const rows = await db.rows(sql<OfSeries & { quarterOn: Day; days: string }>`
    select account_number as "accountNumber", folio_number as "folioNumber",
      quarter_on as "quarterOn", days
    from performance_quarter where account_number = any(${accountNumbers}::text[])
    order by account_number, folio_number, quarter_on`);
  return bySeries(
    rows,
    (own) => new Map(own.map(({ quarterOn, days }) => [quarterOn, days] as const)),
  );
}

/** The days of a series from the one before the last on or before a range's first day, or from the
 * first after it, to the range's last; values imported from another system have no raw data. */
export async function selectValuedDays(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
  { firstOn, lastOn }: DateRange,
): Promise<SeriesValuation[]> {
  // The two days may be the only ones of their quarters, and the next may lie in another.
  const rows = await db.rows(sql<QuarterRow | ImportedRow>`
    select quarter_on as "on", days, null as gross, null as net
    from performance_quarter
    where account_number = ${accountNumber} and folio_number = ${folioNumber}
      and quarter_on <= ${lastOn} and quarter_on >= coalesce((
        select quarter_on from performance_quarter
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and quarter_on <= ${firstOn} order by quarter_on desc offset 2 limit 1), '-infinity')
    union all
    select valued_on, null, gross, net from unit_value
    where account_number = ${accountNumber} and folio_number = ${folioNumber}
      and valued_on <= ${lastOn} and valued_on >= coalesce((
        select max(valued_on) from unit_value
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on <= ${firstOn}), ${firstOn})
    order by 1`);
  const computed = rows.flatMap(computedDaysOf).filter(({ on }) => on <= lastOn);
  const [first] = computed;
  const imported = rows.flatMap(importedDaysOf).filter(({ on }) => !first || on < first.on);
  const days = [...imported, ...computed];
  const at = days.findLastIndex(({ on }) => on <= firstOn);
  const hasBefore = days[at - 1]?.raw !== undefined;
  return days.slice(Math.max(hasBefore ? at - 1 : at, 0));
}

/** The lines of the quarters of a range and of the last one before it, of accounts and their folios. */
export async function selectQuartersBetween(
  db: Reader,
  accountNumbers: readonly string[],
  { firstOn, lastOn }: DateRange,
): Promise<(OfSeries & { days: string })[]> {
  return db.rows(sql<OfSeries & { days: string }>`
    select q.account_number as "accountNumber", q.folio_number as "folioNumber", q.days
    from performance_quarter as q
    where q.account_number = any(${accountNumbers}::text[]) and q.quarter_on <= ${lastOn}
      and q.quarter_on >= coalesce((
        select max(p.quarter_on) from performance_quarter as p
        where p.account_number = q.account_number and p.folio_number = q.folio_number
          and p.quarter_on < date_trunc('quarter', ${firstOn}::timestamp)::date), '-infinity')
    order by q.account_number, q.folio_number, q.quarter_on`);
}

interface QuarterRow {
  readonly on: Day;
  readonly days: string;
}

interface ImportedRow {
  readonly on: Day;
  readonly days: null;
  readonly gross: Decimal;
  readonly net: Decimal;
}

function computedDaysOf(row: QuarterRow | ImportedRow): SeriesValuation[] {
  if (row.days === null) return [];
  return readDays(row.days).map(valuationOf);
}

function importedDaysOf(row: QuarterRow | ImportedRow): SeriesValuation[] {
  if (row.days !== null) return [];
  const { on } = row;
  const units = { gross: unitPartsOf(row.gross), net: unitPartsOf(row.net) };
  const returns = { grossReturn: undefined, netReturn: undefined };
  return [{ on, raw: undefined, unit: { on, ...units, ...returns, isImported: true } }];
}

/** A security with its ticker. */
export interface NamedSecurity extends QuotedSecurity {
  readonly securityId: Id;
  readonly ticker: string;
}

/** The names and terms of some securities by id. */
export async function selectNamedSecurities(
  db: Reader,
  securityIds: readonly Id[],
): Promise<ReadonlyMap<Id, NamedSecurity>> {
  const rows = await db.rows(sql<NamedSecurity>`
    select security_id as "securityId", ticker, instrument_type as "instrumentType",
      quotation_factor as "quotationFactor", settlement_period as "settlementPeriod"
    from security where security_id = any(${securityIds}::bigint[])`);
  return new Map(rows.map((security) => [security.securityId, security]));
}

/** The last computed day, available or not, if there is one. */
export async function selectLastComputedOn(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<Day | undefined> {
  const row = await db.first(sql<{ on: Day | null }>`
    select max(last_on) as "on" from performance_quarter
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
  return row?.on ?? undefined;
}

/** The lines of staged unit values that cannot be part of an imported history: their series is
 * computed from an earlier day on. */
export async function selectLinesOfComputedSeries(tx: Tx, stage: string): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line from ${stage} as staged
     where exists (select from performance_quarter as q
       where q.account_number = staged.account_number and q.folio_number = staged.folio_number
         and not exists (select from unit_value as u
           where u.account_number = q.account_number and u.folio_number = q.folio_number
             and u.valued_on >= least(q.last_on, staged.valued_on)))
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** The lines of staged valuations of a day before the end of an imported history. */
export async function selectLinesBeforeImported(tx: Tx, stage: string): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line from ${stage} as staged
     where exists (select from unit_value as u
       where u.account_number = staged.account_number
         and u.folio_number in ('', staged.folio_number) and u.valued_on > staged.valued_on)
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** Whether a stored day `t` may be in a quarter of staged unit values, which is written whole. */
export const isOfStagedQuarters = declared`t.valued_on >= (
  select date_trunc('quarter', min(valued_on)::timestamp)::date from load_unit_values)`;

/** Whether a stored day `t` is not before the first staged valuation. */
export const isSinceStaged = declared`t.valued_on >= (select min(valued_on) from load_valuations)`;

/** Every day: computed days decide which unit values may be loaded. */
export const isAny = declared`true`;
