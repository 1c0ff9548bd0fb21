// Returns of a day that are too large to be believed: a flow that is missing, or a wrong price.
import type { Day } from "@bursar/values/dates";
import { readDays, type SeriesDay } from "./day-lines.ts";

/** A day's return in units of 0.00001 %. */
export interface LargeReturn {
  readonly on: Day;
  readonly value: bigint;
}

/** 50 %, either way. */
const most = 5_000_000n;

/** The days of a quarter whose return is above 50 % either way, gross or else net, and was not stored so. */
export function largeReturns(
  stored: string | undefined,
  days: readonly SeriesDay[],
): LargeReturn[] {
  const found = days.flatMap((day): LargeReturn[] => {
    const value = largeReturnOf(day);
    return value === undefined ? [] : [{ on: day.raw.on, value }];
  });
  if (found.length === 0 || stored === undefined) return found;
  const known = new Map(readDays(stored).map((day) => [day.raw.on, largeReturnOf(day)]));
  return found.filter(({ on, value }) => known.get(on) !== value);
}

function largeReturnOf({ unit: { grossReturn, netReturn } }: SeriesDay): bigint | undefined {
  return [grossReturn, netReturn].find(
    (each) => each !== undefined && (each > most || each < -most),
  );
}
