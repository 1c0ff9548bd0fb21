// Checks that every packed quarter matches its daily rows, by packing them in a second way.
import type { Reader } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import { encodeSeries } from "./packed-series.ts";
import { selectAccountsWithValues, selectQuarters } from "./queries.ts";

/** A quarter whose packed row is missing or does not match its daily rows. */
export interface SeriesFault {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly quarterOn: Day;
}

/** What was checked, and the first hundred faults in order of account, folio and quarter. */
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
    for (const { packed, written, ...quarter } of await selectQuarters(db, accounts)) {
      const series = `${quarter.accountNumber} ${quarter.folioNumber}`;
      if (series !== seen.series) seen.count += 1;
      seen.series = series;
      const rows = written === null ? [] : written.split(",").map(rowFrom);
      seen.days += rows.length;
      const isEqual = packed?.equals(encodeSeries(rows)) === true;
      if (!isEqual && faults.length < maxFaults) faults.push(quarter);
    }
    after = accounts.at(-1);
  }
  return { series: seen.count, days: seen.days, faults };
}

function rowFrom(written: string) {
  const [valuedOn, gross, net] = written.split(" ") as [Day, Decimal, Decimal];
  return { valuedOn, gross, net };
}
