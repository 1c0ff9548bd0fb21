// The standard periods of a series, of an account or of a folio. (interface 4.14)
import {
  benchmarkIndex,
  needsWholeHistory,
  ownPeriod,
  type PeriodCode,
  type Point,
  periodCodes,
  startOfPeriod,
  volatility,
} from "@bursar/performance";
import { type Day, earliestDay, encodeDayUtc } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import {
  encodeDay,
  figuresOf,
  fivePlacesOf,
  moneyOf,
  rangeFrom,
  type SeriesValuation,
  timeWeightedOf,
  type View,
} from "../../books/performance/reads.ts";
import {
  type Benchmark,
  calendarOf,
  type PeriodRange,
  percent,
  pointsOf,
  returnsOf,
  type TimeWeightedReturns,
  timeWeightedReturnsOf,
} from "./period-figures.ts";
import type { Periods, PeriodsQuery } from "./periods-schema.ts";

/** A series, and what it is compared with. */
export interface Compared {
  readonly days: readonly SeriesValuation[];
  readonly benchmark: Benchmark | undefined;
}

/** The periods that end on the last of some days, and with `since` the one that begins there; none without
 * days. */
export async function periodsOf(
  { db }: Pick<Context, "db">,
  { days, benchmark }: Compared,
  { since, series = false }: Pick<PeriodsQuery, "since" | "series">,
): Promise<Omit<Periods, "identifierType" | "identifierValue">> {
  const { isTradingDay } = await selectCalendar(db);
  const endOn = days.at(-1)?.on;
  const until = (points: Benchmark["gross"]) => points.filter(({ on }) => endOn && on <= endOn);
  return {
    asOf: endOn === undefined ? null : encodeDayUtc(endOn),
    periods: [
      ...periodCodes.flatMap((code) => standardPeriod({ code, isTradingDay }, days, benchmark)),
      ...(since !== undefined && endOn !== undefined && since < endOn
        ? periodFrom({ code: ownPeriod, firstOn: since }, days, benchmark)
        : []),
    ],
    calendar: calendarOf(rangeFrom(days, earliestDay), benchmark),
    volatility: {
      gross: percent(volatility(pointsOf(days, "gross"), isTradingDay)),
      net: percent(volatility(pointsOf(days, "net"), isTradingDay)),
      benchmark: benchmark ? percent(volatility(until(benchmark.gross), isTradingDay)) : null,
    },
    benchmark: benchmark ? spanOf(benchmark.identifier, until(benchmark.gross)) : null,
    ...(series && { days: daysOf(days, benchmark) }),
  };
}

function spanOf(identifier: string, points: readonly Point[]): Periods["benchmark"] {
  const first = points[0];
  const last = points.at(-1);
  return {
    identifier,
    firstDate: first ? encodeDayUtc(first.on) : null,
    lastDate: last ? encodeDayUtc(last.on) : null,
  };
}

/** The days of the series, each with what the benchmark stands at. */
function daysOf(
  days: readonly SeriesValuation[],
  benchmark: Benchmark | undefined,
): NonNullable<Periods["days"]> {
  const dates = days.map(({ on }) => on);
  const { gross: points = [], net: netPoints = [], mostDays = 0 } = benchmark ?? {};
  const gross = benchmarkIndex(points, dates, mostDays);
  const net = benchmarkIndex(netPoints, dates, mostDays);
  const text = (value: bigint | undefined) => (value === undefined ? null : fivePlacesOf(value));
  return days.map((day, at) => ({
    ...encodeDay(day),
    benchmarkValue: text(gross[at]),
    feeBenchmarkValue: text(net[at]),
  }));
}

interface Standard {
  readonly code: PeriodCode;
  /** By the loaded calendar: it says whether a month is over. */
  readonly isTradingDay: (day: Day) => boolean;
}

function standardPeriod(
  standard: Standard,
  all: readonly SeriesValuation[],
  benchmark: Benchmark | undefined,
): Periods["periods"] {
  const range = standardRange(standard, all);
  return range === undefined ? [] : [figuresOfPeriod(range, benchmark)];
}

/** A standard period with its days; undefined where the series is too short for it. */
function standardRange(
  { code, isTradingDay }: Standard,
  all: readonly SeriesValuation[],
): PeriodRange | undefined {
  const first = all[0];
  const last = all.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const firstOn = startOfPeriod(code, last.on, isTradingDay) ?? earliestDay;
  const isTooLong = needsWholeHistory(code) && first.on > firstOn;
  return isTooLong ? undefined : rangeOfPeriod({ code, firstOn }, all);
}

interface Begun {
  readonly code: PeriodRange["code"];
  readonly firstOn: Day;
}

/** The days from the last valuation on or before a day; undefined where no day follows it. */
function rangeOfPeriod(
  { code, firstOn }: Begun,
  all: readonly SeriesValuation[],
): PeriodRange | undefined {
  const endOn = all.at(-1)?.on;
  const at = all.findLastIndex(({ on }) => on <= firstOn);
  if (endOn === undefined) return undefined;
  const range = rangeFrom(all.slice(Math.max(at - 1, 0)), firstOn);
  return range && { ...range, code, endOn };
}

/** The period from the last valuation on or before a day; none where no day follows it. */
function periodFrom(
  begun: Begun,
  all: readonly SeriesValuation[],
  benchmark: Benchmark | undefined,
): Periods["periods"] {
  const range = rangeOfPeriod(begun, all);
  return range === undefined ? [] : [figuresOfPeriod(range, benchmark)];
}

function figuresOfPeriod(
  period: PeriodRange,
  benchmark: Benchmark | undefined,
): Periods["periods"][number] {
  // The search for a money-weighted return takes most of the time, so that each view is summed up once.
  const gross = figuresOf(period, "gross");
  const net = figuresOf(period, "net");
  const { netFlows, startMarketValue, endMarketValue } = gross;
  return {
    period: period.code,
    startDate: encodeDayUtc(period.start.on),
    endDate: encodeDayUtc(period.endOn),
    netFlows: money(netFlows),
    startMarketValue: money(startMarketValue),
    endMarketValue: money(endMarketValue),
    gross: returnsOf(period, gross, { view: "gross", benchmark }),
    net: returnsOf(period, net, { view: "net", benchmark }),
  };
}

/** A standard period with its time-weighted returns. */
export interface TimeWeightedPeriod {
  readonly period: PeriodRange["code"];
  readonly startDate: string;
  readonly gross: TimeWeightedReturns;
  readonly net: TimeWeightedReturns;
}

/** The time-weighted returns alone of the standard periods that end on the last of some days: other figures of periods
 * take many times as long. */
export function timeWeightedPeriodsOf(
  days: readonly SeriesValuation[],
  isTradingDay: Standard["isTradingDay"],
): TimeWeightedPeriod[] {
  return periodCodes.flatMap((code) => {
    const range = standardRange({ code, isTradingDay }, days);
    if (range === undefined) return [];
    const of = (view: View) => timeWeightedReturnsOf(range, timeWeightedOf(range, view).rate);
    return [
      {
        period: code,
        startDate: encodeDayUtc(range.start.on),
        gross: of("gross"),
        net: of("net"),
      },
    ];
  });
}

function money(cents: bigint | undefined): string | null {
  return cents === undefined ? null : moneyOf(cents);
}
