// How much monthly returns vary, as a yearly rate. (docs/performance.md, 5)
import { addDays, addMonths, type Day } from "../../values/src/dates.ts";
import { divide } from "./chain.ts";
import type { Point } from "./drawdown.ts";

const monthsOfVolatility = 36;

const scale = 10n ** 20n;

/**
 * The standard deviation of the last 36 month-end returns (of a sample: by 35) times √12, in units of
 * 10^-5 percent; undefined if a month-end is missing, 0, or lies before a new beginning.
 */
export function volatility(points: readonly Point[]): bigint | undefined {
  const last = points.at(-1);
  if (last === undefined) return undefined;
  const ends = monthEnds(points, lastWholeMonth(last.on));
  if (ends === undefined) return undefined;
  const returns = ends.slice(1).map((end, at) => {
    const before = ends[at] as bigint;
    return divide((end - before) * scale, before);
  });
  const count = BigInt(returns.length);
  const sum = returns.reduce((total, each) => total + each, 0n);
  const squares = returns.reduce((total, each) => total + each * each, 0n);
  const spread = count * squares - sum * sum;
  // (percent in 10^-5)² × 4, so that half of its root is rounded to the nearest.
  const numerator = spread * 12n * 10n ** 14n * 4n;
  return (root(numerator / (count * (count - 1n) * scale * scale)) + 1n) / 2n;
}

/** The last month that is over: its last weekday is not after the last day of the series. */
function lastWholeMonth(lastOn: Day): Day {
  const end = endOfMonth(lastOn);
  return lastWeekday(end) <= lastOn ? end : endOfMonth(addMonths(lastOn, -1));
}

function endOfMonth(day: Day): Day {
  const first = `${day.slice(0, 7)}-01` as Day;
  return addDays(addMonths(first, 1), -1);
}

function lastWeekday(day: Day): Day {
  const ofWeek = new Date(day).getUTCDay();
  return addDays(day, ofWeek === 6 ? -1 : ofWeek === 0 ? -2 : 0);
}

/** The last value of each month up to one, and of the month before the first; undefined if one lacks. */
function monthEnds(points: readonly Point[], lastEnd: Day): bigint[] | undefined {
  const ends: bigint[] = [];
  let isCut = false;
  const byMonth = new Map<string, Point>();
  for (const point of points) {
    byMonth.set(point.on.slice(0, 7), point);
    if (point.isAnew === true && point.on > addMonths(lastEnd, -monthsOfVolatility)) isCut = true;
  }
  for (let back = monthsOfVolatility; back >= 0; back -= 1) {
    const end = byMonth.get(addMonths(lastEnd, -back).slice(0, 7));
    if (end === undefined || end.value <= 0n) return undefined;
    ends.push(end.value);
  }
  return isCut ? undefined : ends;
}

/** The whole part of a square root. */
function root(square: bigint): bigint {
  if (square < 2n) return square;
  let guess = square;
  for (;;) {
    const next = (guess + square / guess) / 2n;
    if (next >= guess) return guess;
    guess = next;
  }
}
