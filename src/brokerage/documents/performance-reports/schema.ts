// The wire shapes of a performance report. (docs/statements.md, "Performance reports")
import type { Static } from "typebox";
import { day, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { performanceReportErrors } from "./errors.ts";

/** The last day, the benchmarks, and the format. */
export const PerformanceReportQuery = Type.Object({
  to: Type.Optional(
    day({
      description: "The last day of a month that is over; that of the last such month if left out.",
      error: performanceReportErrors.to,
    }),
  ),
  benchmark: Type.Optional(
    text({
      max: 120,
      pattern: /^[^\s,]{1,60}(,[^\s,]{1,60})?$/,
      description: "One or two, with a comma: what the returns of `…/periods` are compared with.",
      examples: ["security:601"],
    }),
  ),
  format: Type.Optional(text({ oneOf: ["json", "pdf"], description: "`json` if left out." })),
});
export type PerformanceReportQuery = Static<typeof PerformanceReportQuery>;

const Day = Type.String({ format: "date" });
const Money = nullableText("Dollars and cents; null where it is not known.");
const Rate = nullableText("Percent with 5 places.");
const Party = Type.Object(
  { name: Type.String(), address: Type.Array(Type.String()) },
  { title: "PerformanceReportParty" },
);

const Beside = Type.Array(Rate, { description: "The returns of the benchmarks, in their order." });

const ReportedReturn = Type.Object(
  {
    label: Type.String(),
    from: Day,
    net: Rate,
    gross: Rate,
    isYearly: Type.Boolean({ description: "Whether they are rates of a year." }),
    benchmarks: Beside,
  },
  { title: "ReportedReturn" },
);

const ReportedYear = Type.Object(
  {
    year: Type.String(),
    net: Rate,
    gross: Rate,
    benchmarks: Beside,
    opening: Money,
    netFlows: Money,
    fees: Money,
    change: Type.Unsafe<string | null>({
      ...Money,
      description: "The closing value less the opening one and flows, after fees.",
    }),
    closing: Money,
  },
  { title: "ReportedYear" },
);

/** A report of the returns of an account or a household. */
export const PerformanceReport = Type.Object(
  {
    of: Type.String({ enum: ["ACCOUNT", "HOUSEHOLD"] }),
    identifier: Type.String(),
    name: Type.String(),
    firm: Party,
    owners: Type.Array(Type.String()),
    to: Day,
    asOf: nullable(Day),
    value: Money,
    growth: Type.Array(
      Type.Object(
        {
          on: Day,
          value: Type.String(),
          invested: Type.String({ description: "Flows in less flows out until then." }),
        },
        { title: "GrowthOfValue" },
      ),
      { description: "The ends of months since inception." },
    ),
    periods: Type.Array(ReportedReturn),
    years: Type.Array(ReportedYear, { description: "The newest first." }),
    moneyWeighted: Type.Array(ReportedReturn),
    allocation: Type.Array(
      Type.Object(
        { kind: Type.String(), value: Type.String(), share: Rate },
        { title: "AllocationOfValue" },
      ),
    ),
    benchmarks: Type.Array(
      Type.Object(
        { identifier: Type.String(), name: Type.String() },
        { title: "ReportedBenchmark" },
      ),
      { description: "Returns of securities and models are price returns, and are called so." },
    ),
    words: Type.Array(Type.String()),
  },
  { title: "PerformanceReport" },
);
export type PerformanceReport = Static<typeof PerformanceReport>;
