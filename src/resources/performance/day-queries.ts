// Every SQL statement of computed performance days and of what they are computed from.
import { ask } from "../../platform/bulk/load-sql.ts";
import { type Reader, sql, type Tx } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";
import type { BroughtUnits, SeriesDay } from "./compute-series.ts";
import {
  type DayColumns,
  decodeSeriesDay,
  encodeSeriesDay,
  type SeriesValuation,
  unitPartsOf,
} from "./day-columns.ts";
import { insertPackedQuarters, type SeriesKey } from "./queries.ts";
import type { DateRange } from "./schema.ts";

/** Locks the account's row until the transaction ends; false when there is none. */
export async function lockAccountForSeries(tx: Tx, accountNumber: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select from account where account_number = ${accountNumber} for no key update`);
  return found > 0;
}

/** The end of each brought history of an account by folio number: what no computation made. */
export async function selectBroughtUnits(
  db: Reader,
  accountNumber: string,
): Promise<ReadonlyMap<string, BroughtUnits>> {
  const rows = await db.rows(sql<{
    folioNumber: string;
    on: Day;
    gross: Decimal;
    net: Decimal;
  }>`
    select distinct on (folio_number) folio_number as "folioNumber", valued_on as "on", gross, net
    from unit_value as u
    where account_number = ${accountNumber} and not exists (
      select from performance_day as p
      where p.account_number = u.account_number and p.folio_number = u.folio_number
        and p.valued_on = u.valued_on and not p.is_brought)
    order by folio_number, valued_on desc`);
  return new Map(
    rows.map(({ folioNumber, on, gross, net }) => [
      folioNumber,
      { on, gross: unitPartsOf(gross), net: unitPartsOf(net) },
    ]),
  );
}

/** The stored days of an account's series by folio number, oldest first. */
export async function selectSeriesDays(
  db: Reader,
  accountNumber: string,
): Promise<ReadonlyMap<string, SeriesDay[]>> {
  const rows = await db.rows(sql<DayColumns & { folioNumber: string }>`
    select folio_number as "folioNumber", valued_on as "on", market_value as "marketValue",
      accrued, cash_flows as "cashFlows", security_flows as "securityFlows", fees,
      is_brought as "isBrought", gross, net, gross_return as "grossReturn",
      net_return as "netReturn"
    from performance_day where account_number = ${accountNumber}
    order by folio_number, valued_on`);
  const series = new Map<string, SeriesDay[]>();
  for (const { folioNumber, ...row } of rows) {
    const days = series.get(folioNumber) ?? [];
    series.set(folioNumber, days);
    days.push(decodeSeriesDay(row));
  }
  return series;
}

/** Removes the days of a series from a day on, with their published values; a brought value, which
 * no computation made, stays. */
export async function deleteDaysFrom(tx: Tx, key: SeriesKey, from: Day): Promise<void> {
  const { accountNumber, folioNumber } = key;
  await tx.execute(sql`
    delete from unit_value as u using performance_day as p
    where p.account_number = ${accountNumber} and p.folio_number = ${folioNumber}
      and p.valued_on >= ${from} and not p.is_brought
      and u.account_number = p.account_number and u.folio_number = p.folio_number
      and u.valued_on = p.valued_on`);
  await tx.execute(sql`
    delete from performance_day
    where account_number = ${accountNumber} and folio_number = ${folioNumber}
      and valued_on >= ${from}`);
}

/** Stores days of a series with their published values. */
export async function insertDays(
  tx: Tx,
  { accountNumber, folioNumber }: SeriesKey,
  days: readonly SeriesDay[],
): Promise<void> {
  const rows = JSON.stringify(days.map(encodeSeriesDay));
  await tx.execute(sql`
    insert into performance_day (account_number, folio_number, valued_on, market_value, accrued,
      cash_flows, security_flows, fees, is_brought, gross, net, gross_return, net_return)
    select ${accountNumber}, ${folioNumber}, "on", "marketValue", accrued, "cashFlows",
      "securityFlows", fees, "isBrought", gross, net, "grossReturn", "netReturn"
    from jsonb_to_recordset(${rows}::jsonb) as d ("on" date, "marketValue" numeric,
      accrued numeric, "cashFlows" numeric, "securityFlows" numeric, fees numeric,
      "isBrought" boolean, gross numeric, net numeric, "grossReturn" numeric, "netReturn" numeric)`);
  // What the packed form cannot hold is not published.
  await tx.execute(sql`
    insert into unit_value (account_number, folio_number, valued_on, gross, net)
    select ${accountNumber}, ${folioNumber}, "on", gross, net
    from jsonb_to_recordset(${rows}::jsonb) as d ("on" date, "isBrought" boolean, gross numeric,
      net numeric)
    where not "isBrought" and gross <= 1000000000000`);
}

/** Packs the quarters of a series anew, from that of a day on. */
export async function replacePackedQuarters(tx: Tx, key: SeriesKey, from: Day): Promise<void> {
  await tx.execute(sql`
    delete from unit_value_quarter
    where account_number = ${key.accountNumber} and folio_number = ${key.folioNumber}
      and quarter_on >= date_trunc('quarter', ${from}::timestamp)::date`);
  await insertPackedQuarters(tx, key, from);
}

/** The accounts that changed rows touch and that have raw data or transactions, in order of
 * number. */
export async function selectAccountsToCompute(tx: Tx, changed: string): Promise<string[]> {
  const found = await ask<{ number: string }>(
    tx,
    `select a.account_number as "number"
     from (select distinct account_number from ${changed} as changed) as a
     where exists (select from account_transaction as t
         where t.account_number = a.account_number)
       or exists (select from folio_valuation as v where v.account_number = a.account_number)
     order by 1`,
  );
  return found.map(({ number }) => number);
}

/** The accounts whose raw data is computed, so that any price may change it, in order of number. */
export async function selectPricedAccounts(tx: Tx): Promise<string[]> {
  const found = await tx.rows(sql<{ number: string }>`
    select distinct account_number as "number" from account_transaction as t
    where not exists (select from folio_valuation as v
      where v.account_number = t.account_number)
    order by 1`);
  return found.map(({ number }) => number);
}

/** The days of a series from the last on or before a range's first day, or from the first after it,
 * to the range's last; the values that another system brought have no raw data. */
export async function selectValuedDays(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
  { firstOn, lastOn }: DateRange,
): Promise<SeriesValuation[]> {
  const rows = await db.rows(sql<DayColumns | BroughtColumns>`
    with first as (
      select max(day) as day from (
        select max(valued_on) as day from performance_day
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on <= ${firstOn}
        union all
        select max(valued_on) from unit_value
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on <= ${firstOn}) as either)
    select coalesce(p.valued_on, u.valued_on) as "on", market_value as "marketValue", accrued,
      cash_flows as "cashFlows", security_flows as "securityFlows", fees,
      is_brought as "isBrought", coalesce(p.gross, u.gross) as gross,
      coalesce(p.net, u.net) as net, gross_return as "grossReturn", net_return as "netReturn"
    from (select * from performance_day
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on between coalesce((select day from first), ${firstOn}) and ${lastOn}) as p
      full join (select * from unit_value
        where account_number = ${accountNumber} and folio_number = ${folioNumber}
          and valued_on between coalesce((select day from first), ${firstOn}) and ${lastOn}) as u
        using (valued_on)
    order by 1`);
  return rows.map((row) => {
    if (row.marketValue !== null) return { on: row.on, ...decodeSeriesDay(row) };
    const units = { gross: unitPartsOf(row.gross), net: unitPartsOf(row.net) };
    const unit = { on: row.on, ...units, grossReturn: undefined, netReturn: undefined };
    return { on: row.on, raw: undefined, unit };
  });
}

interface BroughtColumns {
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

/** The last day that is computed, available or not, if there is one. */
export async function selectLastComputedOn(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<Day | undefined> {
  const row = await db.first(sql<{ on: Day | null }>`
    select max(valued_on) as "on" from performance_day
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
  return row?.on ?? undefined;
}

/** The lines of staged unit values that no history can have brought: their series is computed, and
 * not from their day or a later one on. */
export async function selectLinesOfComputedSeries(tx: Tx, stage: string): Promise<number[]> {
  const ofSeries = `p.account_number = staged.account_number
    and p.folio_number = staged.folio_number`;
  const found = await ask<{ line: number }>(
    tx,
    `select load_line::integer as line from ${stage} as staged
     where exists (select from performance_day as p where ${ofSeries} and not p.is_brought)
       and not exists (select from performance_day as p
         where ${ofSeries} and p.is_brought and p.valued_on >= staged.valued_on)
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** The lines of staged valuations of a day before the end of a history that was brought. */
export async function selectLinesBeforeBrought(tx: Tx, stage: string): Promise<number[]> {
  const found = await ask<{ line: number }>(
    tx,
    `select load_line::integer as line from ${stage} as staged
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
