// The figures of a series that lists of accounts show: the last value, and the returns of the day
// and the year. (interface 6)
import { endValueOf } from "@bursar/performance";
import { type Day, endOfPreviousYear } from "@bursar/values/dates";
import { type SeriesDay, valuationOf } from "./day-lines.ts";
import { timeWeightedOf } from "./summary.ts";
import { rangeFrom } from "./valued-days.ts";

/** The figures of an account's last day: its value in cents, returns in units of 10^-5 percent. */
export interface AccountFigures {
  readonly on: Day;
  readonly value: bigint;
  /** Net of fees; undefined where there is none. */
  readonly dayReturn: bigint | undefined;
  readonly yearReturn: bigint | undefined;
}

/** The figures of an account's own series, oldest day first; undefined if it has no day. */
export function figuresOfSeries(days: readonly SeriesDay[]): AccountFigures | undefined {
  const last = days.at(-1);
  if (last === undefined) return undefined;
  return {
    on: last.raw.on,
    value: endValueOf(last.raw),
    dayReturn: last.unit.netReturn,
    yearReturn: yearReturn(days, last.raw.on),
  };
}

/** Whether the last days of a series are enough for its figures: two of them lie before the year. */
export function knowsYear(days: readonly SeriesDay[]): boolean {
  const last = days.at(-1);
  const second = days[1];
  return (
    last !== undefined && second !== undefined && second.raw.on <= endOfPreviousYear(last.raw.on)
  );
}

function yearReturn(days: readonly SeriesDay[], lastOn: Day): bigint | undefined {
  const startOn = endOfPreviousYear(lastOn);
  const at = days.findLastIndex(({ raw }) => raw.on <= startOn);
  // The year began in a history of another system, whose units are not at hand.
  if (at === -1 && days[0]?.isImported) return undefined;
  const valued = days.slice(Math.max(at - 1, 0)).map(valuationOf);
  const range = rangeFrom(valued, startOn);
  const rate = range && timeWeightedOf(range, "net").rate;
  return typeof rate === "bigint" ? rate : undefined;
}
