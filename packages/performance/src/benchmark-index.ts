// A benchmark compared with a series: the applicable value on each of its days, as an index.
// (docs/performance.md, 5)
import { type Day, daysBetween } from "../../values/src/dates.ts";
import { divide } from "./chain.ts";
import type { Point } from "./drawdown.ts";

/** 100 in units of 10^-5. */
const whole = 10n ** 7n;

/** The last value on or before a day, if it is no older than the given number of days. */
export function valueAt(points: readonly Point[], on: Day, mostDays: number): Point | undefined {
  const last = points.findLast((point) => point.on <= on);
  return last && isFresh(last, on, mostDays) ? last : undefined;
}

function isFresh(point: Point, on: Day, mostDays: number): boolean {
  return daysBetween(point.on, on) <= mostDays;
}

/**
 * The last value on or before each day as an index in units of 10^-5, which is 100 on the first day
 * that has one, and again where the benchmark begins anew; undefined before, and while it is more than so
 * many days old. Days and points are in order.
 */
export function benchmarkIndex(
  points: readonly Point[],
  days: readonly Day[],
  mostDays: number,
): (bigint | undefined)[] {
  let next = 0;
  let base: bigint | undefined;
  let last: Point | undefined;
  return days.map((day) => {
    for (let point = points[next]; point && point.on <= day; point = points[next]) {
      if (point.isAnew) base = undefined;
      last = point;
      next += 1;
    }
    if (last === undefined || !isFresh(last, day, mostDays)) return undefined;
    if (base === undefined && last.value === 0n) return undefined;
    base ??= last.value;
    return divide(last.value * whole, base);
  });
}
