// Every SQL statement of performance series.
import { ask } from "../../platform/bulk/load-sql.ts";
import { type Reader, sql, type Tx } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { DateRange } from "./schema.ts";

/** A series: an account's own, with an empty folio number, or that of one of its folios. */
export interface SeriesKey {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** The unit values of one day. */
export interface UnitValueRow {
  readonly valuedOn: Day;
  readonly gross: Decimal;
  readonly net: Decimal;
}

/** The unit values of a range of days, both ends included, oldest first. */
export async function selectUnitValues(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
  { firstOn, lastOn }: DateRange,
): Promise<UnitValueRow[]> {
  return db.rows(sql<UnitValueRow>`
    select valued_on as "valuedOn", gross, net from unit_value
    where account_number = ${accountNumber} and folio_number = ${folioNumber}
      and valued_on between ${firstOn} and ${lastOn}
    order by valued_on`);
}

/** The last day that has a value, if there is one. */
export async function selectLastValuedOn(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<Day | undefined> {
  const last = await db.first(sql<{ valuedOn: Day }>`
    select valued_on as "valuedOn" from unit_value
    where account_number = ${accountNumber} and folio_number = ${folioNumber}
    order by valued_on desc limit 1`);
  return last?.valuedOn;
}

/** The lines of staged rows whose folio the account does not have. */
export async function selectLinesWithoutFolio(tx: Tx, stage: string): Promise<number[]> {
  const found = await ask<{ line: number }>(
    tx,
    `select load_line::integer as line from ${stage} as staged
     where folio_number <> '' and not exists (
       select from folio where folio.account_number = staged.account_number
         and folio.folio_number = staged.folio_number)
     order by load_line`,
  );
  return found.map(({ line }) => line);
}
