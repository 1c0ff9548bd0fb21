// Checks that every quarter is served as its days are, by writing them in a second way.

import type { Day } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import { textOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { readDays, type SeriesDay } from "./day-lines.ts";
import { type QuarterInBothForms, selectAccountsWithValues, selectQuarters } from "./queries.ts";
import { type UnitValueRow, writeUnitValues } from "./unit-value-lines.ts";

/** A quarter that is served otherwise than its days are, or not at all. */
export interface SeriesFault {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly quarterOn: Day;
}

/** The number of checked series and days, and the first hundred faults in order of account, folio
 * and quarter. */
export interface SeriesCheck {
  readonly series: number;
  readonly days: number;
  readonly faults: readonly SeriesFault[];
}

const maxFaults = 100;

/** Checks the whole store, some accounts at a time. */
export async function verifySeries(db: Reader): Promise<SeriesCheck> {
  const faults: SeriesFault[] = [];
  const seen = { series: "", count: 0, days: 0 };
  for (let after: string | undefined = ""; after !== undefined; ) {
    const accounts: string[] = await selectAccountsWithValues(db, after);
    for (const quarter of await selectQuarters(db, accounts)) {
      const { accountNumber, folioNumber, quarterOn, served } = quarter;
      const series = `${accountNumber} ${folioNumber}`;
      if (series !== seen.series) seen.count += 1;
      seen.series = series;
      const days = daysOf(quarter);
      seen.days += days.length;
      const isEqual = (served ?? "") === writeUnitValues(days);
      if (isEqual || faults.length === maxFaults) continue;
      faults.push({ accountNumber, folioNumber, quarterOn });
    }
    after = accounts.at(-1);
  }
  return { series: seen.count, days: seen.days, faults };
}

/** The days from which a quarter is served. */
function daysOf({ imported, computed }: QuarterInBothForms): UnitValueRow[] {
  return [
    ...(imported?.split("\n").map(importedDay) ?? []),
    ...readDays(computed ?? "").flatMap(computedDay),
  ];
}

function importedDay(written: string): UnitValueRow {
  const [valuedOn, gross, net] = written.split(" ") as [Day, Decimal, Decimal];
  return { valuedOn, gross, net };
}

/** A computed day, if it is its own and has units that are published. */
function computedDay({ unit, isImported }: SeriesDay): UnitValueRow[] {
  const { on: valuedOn, gross, net } = unit;
  if (isImported || gross === undefined || net === undefined) return [];
  const row = { valuedOn, gross: unitOf(gross), net: unitOf(net) };
  return compare(row.gross, mostPublished) > 0 ? [] : [row];
}

const unitOf = (parts: bigint) => textOf(parts, 18) as Decimal;
const mostPublished = "1000000000000" as Decimal;
