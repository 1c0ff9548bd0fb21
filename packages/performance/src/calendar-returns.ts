// The returns of each calendar month and year of a series. (docs/performance.md, 5)
import { divide } from "./chain.ts";
import type { Point } from "./drawdown.ts";

/** A return in units of 10^-5 percent by what begins its days: a year, or a year and a month. */
export type CalendarReturns = ReadonlyMap<string, bigint | undefined>;

/** How many characters of a day name its month, or its year. */
const lengths = { month: 7, year: 4 } as const;

/**
 * From the last value before each month or year to the last in it; the first begins with the series.
 * One without a value is left out, and the next has its return; undefined where a series begins anew.
 */
export function calendarReturns(
  points: readonly Point[],
  of: keyof typeof lengths,
): CalendarReturns {
  const returns = new Map<string, bigint | undefined>();
  let [base] = points;
  let isCut = false;
  points.forEach((point, at) => {
    if (base === undefined || at === 0) return;
    isCut ||= point.isAnew === true;
    const name = point.on.slice(0, lengths[of]);
    if (points[at + 1]?.on.slice(0, lengths[of]) === name) return;
    returns.set(name, isCut ? undefined : returnOf(base, point));
    base = point;
    isCut = false;
  });
  return returns;
}

function returnOf(from: Point, to: Point): bigint | undefined {
  return from.value === 0n ? undefined : divide((to.value - from.value) * 10n ** 7n, from.value);
}
