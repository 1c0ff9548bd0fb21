// The facts of a performance report, from a series, its periods and its benchmark; pure.
// (docs/statements.md, "Performance reports")
import { endValueOf, flowOf, type RawDay } from "@bursar/performance";
import { addDays, type Day } from "@bursar/values/dates";
import { moneyText, textOf } from "@bursar/values/units";
import { weightsOf } from "../../../values/weights.ts";
import type { SeriesValuation } from "../../books/performance/reads.ts";
import { type Benchmark, benchmarkReturn, type Periods } from "../../market/benchmarks/reads.ts";
import type { PerformanceReport } from "./schema.ts";

/** A benchmark with its name on paper. */
export interface NamedBenchmark {
  readonly name: string;
  readonly benchmark: Benchmark;
  /** The periods of the series next to it. */
  readonly periods: Pick<Periods, "periods" | "calendar">;
}

/** The sources from which a report is calculated. */
export interface ReportSources {
  readonly days: readonly SeriesValuation[];
  /** The periods and calendar of the series alone. */
  readonly periods: Pick<Periods, "periods" | "calendar">;
  readonly benchmarks: readonly NamedBenchmark[];
  /** Cents by kind of asset. */
  readonly allocation: ReadonlyMap<string, bigint>;
}

type Calculated = Pick<
  PerformanceReport,
  "asOf" | "value" | "growth" | "periods" | "years" | "moneyWeighted" | "allocation" | "benchmarks"
>;

/** Calculates a report. */
export function calculateReport(sources: ReportSources): Calculated {
  const { days, benchmarks, allocation } = sources;
  const last = days.at(-1);
  const weights = weightsOf([...allocation.values()]);
  return {
    asOf: last?.on ?? null,
    value: last?.raw === undefined ? null : moneyText(endValueOf(last.raw)),
    growth: growthOf(days),
    periods: returnsOf(sources, "timeWeightedReturn", "annualizedTimeWeightedReturn"),
    years: yearsOf(sources),
    moneyWeighted: returnsOf(sources, "moneyWeightedReturn", "annualizedMoneyWeightedReturn"),
    allocation: [...allocation].map(([kind, cents], at) => {
      const weight = weights?.[at];
      const share = weight === undefined ? null : textOf(weight * 1000n, 5);
      return { kind, value: moneyText(cents), share };
    }),
    benchmarks: benchmarks.map(({ name, benchmark }) => ({
      identifier: benchmark.identifier,
      name,
    })),
  };
}

/** The value at the ends of months, and what was paid in until then. A base day was brought in. */
function growthOf(days: readonly SeriesValuation[]): PerformanceReport["growth"] {
  const points: PerformanceReport["growth"] = [];
  let invested = 0n;
  let isFirst = true;
  for (const [at, { on, raw }] of days.entries()) {
    if (raw === undefined) continue;
    const flow = flowOf(raw);
    invested += isFirst && flow === 0n ? endValueOf(raw) : flow;
    isFirst = false;
    if (days[at + 1]?.on.slice(0, 7) === on.slice(0, 7)) continue;
    points.push({ on, value: moneyText(endValueOf(raw)), invested: moneyText(invested) });
  }
  return points;
}

const shownPeriods: readonly (readonly [code: string, label: string])[] = [
  ["YTD", "Year to date"],
  ["1Y", "1 year"],
  ["5Y", "5 years"],
  ["10Y", "10 years"],
  ["SI", "Since inception"],
];

/** Periods that may be longer than a year are shown as rates of a year, once they are. */
const yearlyCodes: ReadonlySet<string> = new Set(["5Y", "10Y", "SI"]);

type Figure = "timeWeightedReturn" | "moneyWeightedReturn";
type Yearly = "annualizedTimeWeightedReturn" | "annualizedMoneyWeightedReturn";

function returnsOf(
  { periods, benchmarks }: ReportSources,
  figure: Figure,
  yearly: Yearly,
): PerformanceReport["periods"] {
  return shownPeriods.flatMap(([code, label]) => {
    const found = periods.periods.find(({ period }) => period === code);
    if (found === undefined) return [];
    const { net, gross } = found;
    const isYearly = yearlyCodes.has(code) && net[yearly] !== null && gross[yearly] !== null;
    const name = isYearly ? yearly : figure;
    // Neither is shown without the other.
    const isWhole = net[name] !== null && gross[name] !== null;
    return [
      {
        label,
        from: found.startDate.slice(0, 10),
        net: isWhole ? net[name] : null,
        gross: isWhole ? gross[name] : null,
        isYearly,
        benchmarks:
          figure === "moneyWeightedReturn"
            ? []
            : benchmarks.map((each) => besideOf(each, code, isYearly)),
      },
    ];
  });
}

function besideOf({ periods }: NamedBenchmark, code: string, isYearly: boolean): string | null {
  const ofBenchmark = periods.periods.find(({ period }) => period === code)?.gross.benchmark;
  if (!ofBenchmark) return null;
  return isYearly ? ofBenchmark.annualizedTimeWeightedReturn : ofBenchmark.timeWeightedReturn;
}

function yearsOf({ days, periods, benchmarks }: ReportSources): PerformanceReport["years"] {
  return periods.calendar
    .map(({ year, net, gross }) => {
      const isWhole = net !== null && gross !== null;
      const span = { start: { on: addDays(`${year}-01-01` as Day, -1) }, endOn: `${year}-12-31` };
      return {
        year,
        net: isWhole ? net : null,
        gross: isWhole ? gross : null,
        benchmarks: benchmarks.map(({ benchmark }) => yearBeside(days, benchmark, span)),
        ...amountsOf(days, year),
      };
    })
    .toReversed();
}

/** The return of a benchmark over the days that the series has of a year. */
function yearBeside(
  days: readonly SeriesValuation[],
  benchmark: Benchmark,
  { start, endOn }: { readonly start: { readonly on: Day }; readonly endOn: string },
): string | null {
  const first = days[0]?.on ?? start.on;
  const last = days.findLast(({ on }) => on <= endOn)?.on;
  const before = days.findLast(({ on }) => on <= start.on)?.on ?? first;
  if (last === undefined || last <= before) return null;
  const range = {
    start: { on: before, value: undefined, gross: undefined, net: undefined },
    endOn: last,
  };
  return benchmarkReturn(range, benchmark, "gross")?.timeWeightedReturn ?? null;
}

type Amounts = Pick<
  PerformanceReport["years"][number],
  "opening" | "netFlows" | "fees" | "change" | "closing"
>;

const unknown: Amounts = { opening: null, netFlows: null, fees: null, change: null, closing: null };

/** The amounts of a year; unknown where a day of it came from another system without them. */
function amountsOf(days: readonly SeriesValuation[], year: string): Amounts {
  const own = days.filter(({ on }) => on.startsWith(year));
  const raw = own.flatMap((day): RawDay[] => (day.raw === undefined ? [] : [day.raw]));
  const before = days.findLast(({ on }) => on < `${year}-01-01`);
  const closing = raw.at(-1);
  const isUnknown = raw.length < own.length || (before !== undefined && before.raw === undefined);
  if (closing === undefined || isUnknown) return unknown;
  const opening = before?.raw === undefined ? 0n : endValueOf(before.raw);
  const isBase = before === undefined && raw[0] !== undefined && flowOf(raw[0]) === 0n;
  const brought = isBase && raw[0] !== undefined ? endValueOf(raw[0]) : 0n;
  const flows = raw.reduce((sum, day) => sum + flowOf(day), brought);
  const fees = raw.reduce((sum, day) => sum + day.fees, 0n);
  const value = endValueOf(closing);
  return {
    opening: moneyText(opening),
    netFlows: moneyText(flows),
    fees: moneyText(fees),
    change: moneyText(value - opening - flows),
    closing: moneyText(value),
  };
}
