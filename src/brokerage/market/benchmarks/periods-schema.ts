// The wire shapes of the standard periods. (interface 4.14)

import { ownPeriod, periodCodes } from "@bursar/performance";
import type { Static } from "typebox";
import { bool, day } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { identifier, money, RawDataDay, rate, utcDay } from "../../books/performance/reads.ts";
import { benchmarkName } from "./schema.ts";

/** The last day, and the benchmark. */
export const PeriodsQuery = Type.Object({
  asof: Type.Optional(
    day({ description: "The last day that counts; by default the last with a valuation." }),
  ),
  since: Type.Optional(
    day({ description: "The day from which a period of one's own begins, `OWN` in the response." }),
  ),
  benchmark: Type.Optional(benchmarkName),
  series: Type.Optional(bool({ description: "Whether the response has the `days` themselves." })),
});
export type PeriodsQuery = Static<typeof PeriodsQuery>;

const yearly = (what: string) =>
  rate(
    `${what} as a yearly rate, in percent; null where something was held for less than 365 days.`,
  );

const Drawdown = Type.Object(
  {
    return: Type.String({ description: "In percent with 5 places, below 0." }),
    peakDate: utcDay,
    troughDate: utcDay,
    recoveredDate: nullable(utcDay),
  },
  { title: "Drawdown" },
);

const BenchmarkReturn = Type.Object(
  {
    timeWeightedReturn: Type.String({
      description: "In percent with 5 places, over the same days.",
    }),
    annualizedTimeWeightedReturn: yearly("The return"),
    largestDrawdown: nullable(Drawdown),
  },
  { title: "BenchmarkReturn" },
);

const PeriodReturns = Type.Object(
  {
    timeWeightedReturn: rate(
      "From the published unit values, in percent, not annualised; null where no day has a return.",
    ),
    annualizedTimeWeightedReturn: yearly("The time-weighted return"),
    moneyWeightedReturn: rate("The period's internal rate, in percent, not annualised."),
    annualizedMoneyWeightedReturn: yearly("The money-weighted return"),
    largestDrawdown: nullable(Drawdown),
    benchmark: nullable(BenchmarkReturn),
  },
  { title: "PeriodReturns" },
);

const Period = Type.Object(
  {
    period: Type.String({ enum: [...periodCodes, ownPeriod] }),
    startDate: utcDay,
    endDate: utcDay,
    netFlows: money("Flows in from outside less flows out, without fees."),
    startMarketValue: money("The value at the start, accrued payouts included."),
    endMarketValue: money("The value at the end, accrued payouts included."),
    gross: PeriodReturns,
    net: PeriodReturns,
  },
  { title: "PerformancePeriod" },
);

const byCalendar = {
  gross: rate("Gross of fees, in percent with 5 places."),
  net: rate("Net of fees, in percent with 5 places."),
};

const MonthReturns = Type.Object(
  { month: Type.String({ pattern: "^\\d{4}-\\d\\d$" }), ...byCalendar },
  { title: "MonthReturns" },
);

const YearReturns = Type.Object(
  {
    year: Type.String({ pattern: "^\\d{4}$" }),
    ...byCalendar,
    benchmark: nullable(
      Type.Object(byCalendar, {
        title: "YearOfBenchmark",
        description: "The returns of the benchmark over the same days; null without one.",
      }),
    ),
    months: Type.Array(MonthReturns, {
      description: "The months that have a value, earliest first.",
    }),
  },
  { title: "YearReturns" },
);

const index = (view: string) =>
  rate(
    `The benchmark ${view} as an index with 5 places, 100 on its first day among these; null while its ` +
      "last value is more than 10 days old, of an account 35.",
  );

const SeriesDay = Type.Object(
  {
    ...RawDataDay.properties,
    benchmarkValue: index("gross of fees"),
    feeBenchmarkValue: index("net of fees, which differs of accounts alone,"),
  },
  { title: "PerformanceDay" },
);

const BenchmarkSpan = Type.Object(
  {
    identifier: Type.String({ description: "The name in the query." }),
    firstDate: nullable(utcDay),
    lastDate: nullable(utcDay),
  },
  {
    title: "BenchmarkSpan",
    description: "The first and last day until `asOf` on which it has a value; null without any.",
  },
);

/** The returns of the standard periods that end on the last valuation. */
export const Periods = Type.Object(
  {
    ...identifier,
    asOf: nullable(utcDay),
    periods: Type.Array(Period, {
      description:
        "Shortest first; one of whole years only where the series is as old. With `since` the own " +
        "one comes last, where a valuation follows its beginning.",
    }),
    calendar: Type.Array(YearReturns, {
      description: "The time-weighted returns of each year and month, earliest first.",
    }),
    volatility: Type.Object(
      {
        gross: rate(
          "Of the last 36 month-end returns within 60 months, as a yearly rate in percent with 5 places.",
        ),
        net: rate("The same after fees."),
        benchmark: rate("The same of the benchmark, gross if it is an account."),
      },
      { title: "Volatility" },
    ),
    benchmark: nullable(BenchmarkSpan),
    days: Type.Optional(
      Type.Array(SeriesDay, { description: "With `series`: the valued days until `asOf`." }),
    ),
  },
  { title: "PerformancePeriods" },
);
export type Periods = Static<typeof Periods>;
