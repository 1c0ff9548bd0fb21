// How much monthly returns vary, as a yearly rate. (docs/performance.md, 5)
import { addMonths } from "../../values/src/dates.ts";
import { isRegularTradingDay } from "../../values/src/exchange-holidays.ts";
import { type CalendarSpan, calendarSpans } from "./calendar-returns.ts";
import { divide } from "./chain.ts";
import type { Point } from "./drawdown.ts";
import { type IsBusinessDay, lastWholeMonth } from "./months.ts";

const mostMonths = 36;
const monthsLookedAt = 60;

const scale = 10n ** 20n;

/**
 * The standard deviation of the last 36 month-end returns within 60 months (of a sample: by 35) times √12,
 * in units of 10^-5 percent. A month without a return is passed over; undefined with fewer, with a value of
 * 0 and over a new beginning.
 */
export function volatility(
  points: readonly Point[],
  isBusinessDay: IsBusinessDay = isRegularTradingDay,
): bigint | undefined {
  const months = monthsOfVolatility(points, isBusinessDay);
  if (months.length < mostMonths) return undefined;
  if (months.some(({ isCut, from, to }) => isCut || from.value <= 0n || to.value <= 0n)) {
    return undefined;
  }
  const returns = months.map(({ from, to }) => divide((to.value - from.value) * scale, from.value));
  const count = BigInt(returns.length);
  const sum = returns.reduce((total, each) => total + each, 0n);
  const squares = returns.reduce((total, each) => total + each * each, 0n);
  const spread = count * squares - sum * sum;
  // (percent in 10^-5)² × 4, so that half of its root is rounded to the nearest.
  const numerator = spread * 12n * 10n ** 14n * 4n;
  return (root(numerator / (count * (count - 1n) * scale * scale)) + 1n) / 2n;
}

/** The last months that are over and have a return; the one in which a series begins is not whole. */
export function monthsOfVolatility(
  points: readonly Point[],
  isBusinessDay: IsBusinessDay,
): readonly CalendarSpan[] {
  const last = points.at(-1);
  if (last === undefined) return [];
  const lastEnd = lastWholeMonth(last.on, isBusinessDay);
  const first = addMonths(lastEnd, 1 - monthsLookedAt).slice(0, 7);
  return calendarSpans(points, "month")
    .filter(({ name }) => name >= first && name <= lastEnd.slice(0, 7))
    .filter(({ name, from, hasReturn }) => hasReturn && from.on.slice(0, 7) < name)
    .slice(-mostMonths);
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
