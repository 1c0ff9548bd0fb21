// The figures of one standard period as they are returned. (interface 4.14)
import {
  beginsAnew,
  calendarReturns,
  type Drawdown,
  daysHeld,
  divide,
  firstUnit,
  hasReturn,
  largestDrawdown,
  type ownPeriod,
  type PeriodCode,
  type Point,
  published,
  valueAt,
  yearlyRate,
} from "@bursar/performance";
import { addDays, type Day, daysBetween, encodeDayUtc } from "@bursar/values/dates";
import {
  fivePlacesOf,
  type KnownFigures,
  type SeriesValuation,
  type ValuedRange,
  type View,
} from "../../books/performance/reads.ts";
import type { Periods } from "./periods-schema.ts";

/** The values of a benchmark, oldest first; gross and net differ only of accounts. */
export interface Benchmark {
  /** The text by which it was named. */
  readonly identifier: string;
  readonly gross: readonly Point[];
  readonly net: readonly Point[];
  /** How many days old a value may be where it counts. */
  readonly mostDays: number;
}

/** A series as points of published units; days without a unit are left out. */
export function pointsOf(days: readonly SeriesValuation[], view: View): Point[] {
  return days.flatMap(({ on, unit }, at) => {
    const value = unit[view];
    const before = days[at - 1]?.unit;
    if (value === undefined) return [];
    const isAnew = before !== undefined && beginsAnew(before, unit);
    return [{ on, value: published(value), isAnew, isCarried: !hasReturn(unit) }];
  });
}

/** A period with its days. */
export interface PeriodRange extends ValuedRange {
  readonly code: PeriodCode | typeof ownPeriod;
  readonly endOn: Day;
}

/** The returns of a period by its figures, and of the benchmark over the same days. */
export function returnsOf(
  range: PeriodRange,
  { timeWeightedReturn, moneyWeightedReturn }: KnownFigures,
  { view, benchmark }: { readonly view: View; readonly benchmark: Benchmark | undefined },
) {
  const moneyWeighted = known(moneyWeightedReturn);
  const held = daysHeldIn(range);
  const days = daysBetween(range.start.on, range.endOn);
  return {
    ...timeWeightedReturnsOf(range, timeWeightedReturn),
    moneyWeightedReturn: percent(moneyWeighted),
    annualizedMoneyWeightedReturn: yearly(moneyWeighted, { days, held }),
    largestDrawdown: encodeDrawdown(largestDrawdown(pointsFromStart(range, view))),
    benchmark: benchmark === undefined ? null : benchmarkReturn(range, benchmark, view),
  };
}

/** The time-weighted return of a period, and what that is in a year. */
export function timeWeightedReturnsOf(
  range: PeriodRange,
  rate: KnownFigures["timeWeightedReturn"],
): TimeWeightedReturns {
  const held = daysHeldIn(range);
  return {
    timeWeightedReturn: percent(known(rate)),
    annualizedTimeWeightedReturn: yearly(known(rate), { days: held, held }),
  };
}

/** Time-weighted returns in percent, null where there is none. */
export interface TimeWeightedReturns {
  readonly timeWeightedReturn: string | null;
  readonly annualizedTimeWeightedReturn: string | null;
}

function daysHeldIn({ start, days }: PeriodRange): number {
  return daysHeld(
    start.on,
    days.map(({ unit }) => unit),
  );
}

/** The points of a range, its start first if that has a unit. */
function pointsFromStart({ start, days }: ValuedRange, view: View): readonly Point[] {
  const unit = start[view] ?? (start.value === 0n ? firstUnit : undefined);
  const first = unit === undefined ? [] : [{ on: start.on, value: published(unit) }];
  return [...first, ...pointsOf(days, view)];
}

/** The returns of each year and month of a range, the years next to the benchmark; without a range none. */
export function calendarOf(
  range: ValuedRange | undefined,
  benchmark: Benchmark | undefined,
): Periods["calendar"] {
  if (range === undefined) return [];
  const points = { gross: pointsFromStart(range, "gross"), net: pointsFromStart(range, "net") };
  const returnsBy = (of: "month" | "year") => {
    const gross = calendarReturns(points.gross, of);
    const net = calendarReturns(points.net, of);
    return [...gross.keys()].map((name) => ({
      name,
      returns: { gross: percent(gross.get(name)), net: percent(net.get(name)) },
    }));
  };
  const months = returnsBy("month");
  return returnsBy("year").map(({ name: year, returns }) => ({
    year,
    ...returns,
    benchmark: benchmark ? benchmarkOfYear(year, range, benchmark) : null,
    months: months
      .filter(({ name }) => name.startsWith(year))
      .map((each) => ({ month: each.name, ...each.returns })),
  }));
}

/** The return of the benchmark over the days of a year that a range has; null where it has no such
 * return. */
function benchmarkOfYear(year: string, { start, days }: ValuedRange, benchmark: Benchmark) {
  const before = addDays(`${year}-01-01` as Day, -1);
  const end = `${year}-12-31` as Day;
  const endOn = days.findLast(({ on }) => on <= end)?.on ?? end;
  const span = { start: start.on > before ? start : { on: before }, endOn };
  const gross = benchmarkReturn(span, benchmark, "gross");
  const net = benchmarkReturn(span, benchmark, "net");
  if (gross === null || net === null) return null;
  return { gross: gross.timeWeightedReturn, net: net.timeWeightedReturn };
}

/** The days over which a benchmark is compared. */
interface ComparedSpan {
  readonly start: { readonly on: Day };
  readonly endOn: Day;
}

function known(rate: bigint | string | undefined): bigint | undefined {
  return typeof rate === "bigint" ? rate : undefined;
}

/** A return or volatility in percent with 5 places; null where there is none. */
export function percent(rate: bigint | undefined): string | null {
  return rate === undefined ? null : fivePlacesOf(rate);
}

function yearly(
  rate: bigint | undefined,
  over: { readonly days: number; readonly held: number },
): string | null {
  return rate === undefined ? null : percent(yearlyRate(rate, over));
}

/** From the last value on or before the start to that on or before the end; null unless both are there, not
 * too old, and not the same. */
export function benchmarkReturn({ start, endOn }: ComparedSpan, benchmark: Benchmark, view: View) {
  const { mostDays } = benchmark;
  const points = benchmark[view];
  const first = valueAt(points, start.on, mostDays);
  const last = valueAt(points, endOn, mostDays);
  if (first === undefined || last === undefined || first.value === 0n) return null;
  const within = points.filter(({ on }) => on >= first.on && on <= last.on);
  if (within.length < 2 || within.slice(1).some(({ isAnew }) => isAnew)) return null;
  const rate = divide((last.value - first.value) * 10n ** 7n, first.value);
  const days = daysBetween(start.on, endOn);
  return {
    timeWeightedReturn: fivePlacesOf(rate),
    annualizedTimeWeightedReturn: yearly(rate, { days, held: days }),
    largestDrawdown: encodeDrawdown(largestDrawdown(within)),
  };
}

function encodeDrawdown(drawdown: Drawdown | undefined) {
  if (drawdown === undefined) return null;
  const { fall, peakOn, troughOn, recoveredOn } = drawdown;
  return {
    return: fivePlacesOf(fall),
    peakDate: encodeDayUtc(peakOn),
    troughDate: encodeDayUtc(troughOn),
    recoveredDate: recoveredOn === undefined ? null : encodeDayUtc(recoveredOn),
  };
}
