// Every SQL statement of computed performance days and of what they are computed from.
import { query } from "../../platform/bulk/load-sql.ts";
import { type Reader, sql, type Tx } from "../../platform/store/db.ts";
import { declared } from "../../platform/store/declared-sql.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";
import type { ImportedUnits, SeriesDay } from "./compute-series.ts";
import {
  type DayColumns,
  decodeSeriesDay,
  type SeriesValuation,
  unitPartsOf,
} from "./day-columns.ts";
import type { SeriesKey } from "./queries.ts";
import type { DateRange } from "./schema.ts";

/** Rows of an account. */
interface OfAccount {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** The last day of each imported history of some accounts. */
export async function selectImportedUnits(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<(OfAccount & ImportedUnits)[]> {
  const rows = await db.rows(sql<OfAccount & { on: Day; gross: Decimal; net: Decimal }>`
    select distinct on (account_number, folio_number) account_number as "accountNumber",
      folio_number as "folioNumber", valued_on as "on", gross, net
    from unit_value as u
    where account_number = any(${accountNumbers}::text[]) and not exists (
      select from performance_day as p
      where p.account_number = u.account_number and p.folio_number = u.folio_number
        and p.valued_on = u.valued_on and not p.is_brought)
    order by account_number, folio_number, valued_on desc`);
  return rows.map((row) => ({
    ...row,
    gross: unitPartsOf(row.gross),
    net: unitPartsOf(row.net),
  }));
}

/** The stored days of some accounts' series, oldest first. */
export async function selectSeriesDays(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<(OfAccount & { readonly day: SeriesDay })[]> {
  const rows = await db.rows(sql<OfAccount & DayColumns>`
    select account_number as "accountNumber", folio_number as "folioNumber", valued_on as "on",
      market_value as "marketValue", accrued, cash_flows as "cashFlows",
      security_flows as "securityFlows", fees, is_estimated as "isEstimated",
      is_brought as "isImported", gross, net,
      gross_return as "grossReturn", net_return as "netReturn"
    from performance_day where account_number = any(${accountNumbers}::text[])
    order by account_number, folio_number, valued_on`);
  return rows.map((row) => {
    const { accountNumber, folioNumber } = row;
    return { accountNumber, folioNumber, day: decodeSeriesDay(row) };
  });
}

/** The days of a series from the one before the last on or before a range's first day, or from the
 * first after it, to the range's last; values imported from another system have no raw data. */
export async function selectValuedDays(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
  { firstOn, lastOn }: DateRange,
): Promise<SeriesValuation[]> {
  const rows = await db.rows(sql<DayColumns | ImportedColumns>`
    with first as (
      select max(day) as day from (
        select max(valued_on) as day from performance_day
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on <= ${firstOn}
        union all
        select max(valued_on) from unit_value
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on <= ${firstOn}) as either),
    since as (
      select coalesce(max(valued_on), (select day from first), ${firstOn}) as day
      from performance_day
      where account_number = ${accountNumber} and folio_number = ${folioNumber}
        and valued_on < (select day from first))
    select coalesce(p.valued_on, u.valued_on) as "on", market_value as "marketValue", accrued,
      cash_flows as "cashFlows", security_flows as "securityFlows", fees,
      is_estimated as "isEstimated", is_brought as "isImported", coalesce(p.gross, u.gross) as gross,
      coalesce(p.net, u.net) as net, gross_return as "grossReturn", net_return as "netReturn"
    from (select * from performance_day
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on between (select day from since) and ${lastOn}) as p
      full join (select * from unit_value
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on between (select day from since) and ${lastOn}) as u
        using (valued_on)
    order by 1`);
  return rows.map((row) => {
    if (row.marketValue !== null) return { on: row.on, ...decodeSeriesDay(row) };
    const units = { gross: unitPartsOf(row.gross), net: unitPartsOf(row.net) };
    const unit = { on: row.on, ...units, grossReturn: undefined, netReturn: undefined };
    return { on: row.on, raw: undefined, unit };
  });
}

interface ImportedColumns {
  readonly on: Day;
  readonly marketValue: null;
  readonly gross: Decimal;
  readonly net: Decimal;
}

/** The tickers of some securities by id. */
export async function selectTickers(
  db: Reader,
  securityIds: readonly Id[],
): Promise<ReadonlyMap<Id, string>> {
  const rows = await db.rows(sql<{ securityId: Id; ticker: string }>`
    select security_id as "securityId", ticker from security
    where security_id = any(${securityIds}::bigint[])`);
  return new Map(rows.map(({ securityId, ticker }) => [securityId, ticker]));
}

/** The last computed day, available or not, if there is one. */
export async function selectLastComputedOn(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<Day | undefined> {
  const row = await db.first(sql<{ on: Day | null }>`
    select max(valued_on) as "on" from performance_day
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
  return row?.on ?? undefined;
}

/** The lines of staged unit values that cannot be part of an imported history: their series is
 * computed from an earlier day on. */
export async function selectLinesOfComputedSeries(tx: Tx, stage: string): Promise<number[]> {
  const ofSeries = declared`p.account_number = staged.account_number
    and p.folio_number = staged.folio_number`;
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line from ${stage} as staged
     where exists (select from performance_day as p where ${ofSeries} and not p.is_brought)
       and not exists (select from performance_day as p
         where ${ofSeries} and p.is_brought and p.valued_on >= staged.valued_on)
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
         and u.folio_number in ('', staged.folio_number) and u.valued_on > staged.valued_on
         and not exists (select from performance_day as p
           where p.account_number = u.account_number and p.folio_number = u.folio_number
             and p.valued_on = u.valued_on and not p.is_brought))
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** Whether a stored day `t` may be in a quarter of staged unit values, which is packed whole. */
export const isOfStagedQuarters = declared`t.valued_on >= (
  select date_trunc('quarter', min(valued_on)::timestamp)::date from load_unit_values)`;

/** Whether a stored day `t` is not before the first staged valuation. */
export const isSinceStaged = declared`t.valued_on >= (select min(valued_on) from load_valuations)`;

/** Every day: what is computed tells which unit values may be loaded. */
export const isAny = declared`true`;
