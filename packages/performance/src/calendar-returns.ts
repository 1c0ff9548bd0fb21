// The returns of each calendar month and year of a series. (docs/performance.md, 5)
import { divide } from "./chain.ts";
import type { Point } from "./drawdown.ts";

/** A return in units of 10^-5 percent by what begins its days: a year, or a year and a month. */
export type CalendarReturns = ReadonlyMap<string, bigint | undefined>;

/** How many characters of a day name its month, or its year. */
const lengths = { month: 7, year: 4 } as const;

/** A month or year, from the last value before it to the last in it. */
export interface CalendarSpan {
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
  /** Whether the series begins anew in it. */
  readonly isCut: boolean;
  /** Whether any of its days has a return. */
  readonly hasReturn: boolean;
}

/** The months or years in which a series has values; the first begins with the series. One without a
 * value is left out, and the next has its return. */
export function calendarSpans(points: readonly Point[], of: keyof typeof lengths): CalendarSpan[] {
  const spans: CalendarSpan[] = [];
  let [base] = points;
  let isCut = false;
  let hasReturn = false;
  points.forEach((point, at) => {
    if (base === undefined || at === 0) return;
    isCut ||= point.isAnew === true;
    hasReturn ||= point.isCarried !== true;
    const name = point.on.slice(0, lengths[of]);
    if (points[at + 1]?.on.slice(0, lengths[of]) === name) return;
    spans.push({ name, from: base, to: point, isCut, hasReturn });
    base = point;
    isCut = false;
    hasReturn = false;
  });
  return spans;
}

/** The return of each month or year; undefined where the series begins anew in it, where no day of it has
 * a return, and after a value of 0. */
export function calendarReturns(
  points: readonly Point[],
  of: keyof typeof lengths,
): CalendarReturns {
  return new Map(calendarSpans(points, of).map((span) => [span.name, returnOf(span)]));
}

function returnOf({ from, to, isCut, hasReturn }: CalendarSpan): bigint | undefined {
  if (isCut || !hasReturn || from.value === 0n) return undefined;
  return divide((to.value - from.value) * 10n ** 7n, from.value);
}
