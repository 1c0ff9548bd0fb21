// The returns of a statement: net first, gross next to it over the same days. (17 CFR 275.206(4)-1(d))
import type { Day } from "@bursar/values/dates";
import type { TimeWeightedPeriod } from "../../market/benchmarks/reads.ts";
import type { StatementReturn } from "./statement.ts";

const labels: readonly (readonly [code: string, label: string])[] = [
  ["QTD", "Quarter to date"],
  ["YTD", "Year to date"],
  ["1Y", "1 year"],
  ["3Y", "3 years"],
  ["5Y", "5 years"],
  ["10Y", "10 years"],
  ["SI", "Since inception"],
];

/** Periods of more than a year are shown as yearly rates. */
const yearlyCodes: ReadonlySet<string> = new Set(["3Y", "5Y", "10Y", "SI"]);

/** The returns of the standard periods that end with the statement, shortest first. */
export function returnsShown(periods: readonly TimeWeightedPeriod[]): StatementReturn[] {
  return labels.flatMap(([code, label]) => {
    const found = periods.find(({ period }) => period === code);
    if (found === undefined) return [];
    const { net, gross } = found;
    const isYearly =
      yearlyCodes.has(code) &&
      net.annualizedTimeWeightedReturn !== null &&
      gross.annualizedTimeWeightedReturn !== null;
    return [
      {
        label,
        from: found.startDate.slice(0, 10) as Day,
        net: isYearly ? net.annualizedTimeWeightedReturn : net.timeWeightedReturn,
        gross: isYearly ? gross.annualizedTimeWeightedReturn : gross.timeWeightedReturn,
        isYearly,
      },
    ];
  });
}
