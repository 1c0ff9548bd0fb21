// The rates of backup withholding. (26 USC 3406)
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";

/** A rate in percent, from a day on. */
export interface BackupRate {
  readonly from: Day;
  readonly rate: Decimal;
}

/** The rates in force so far, which need not be loaded. */
const knownRates: readonly BackupRate[] = [
  { from: "1900-01-01" as Day, rate: "28.00" as Decimal },
  { from: "2018-01-01" as Day, rate: "24.00" as Decimal },
];

/** The rate of a day: the last that has begun, a loaded one before a known one of the same day. */
export function backupRateOn(day: Day, loaded: readonly BackupRate[]): Decimal {
  const begun = [...knownRates, ...loaded].filter(({ from }) => from <= day);
  const last = begun.reduce((best, each) => (each.from >= best.from ? each : best));
  return last.rate;
}
