// The figures of a performance report without a store. (docs/statements.md, "Performance reports")
import { expect, test } from "vitest";
import { calculateReport } from "./report-facts.ts";

const figures = (twr: string | null, yearly: string | null) => ({
  timeWeightedReturn: twr,
  annualizedTimeWeightedReturn: yearly,
  moneyWeightedReturn: twr,
  annualizedMoneyWeightedReturn: yearly,
  benchmark: { timeWeightedReturn: "9.00000", annualizedTimeWeightedReturn: "3.00000" },
});
const period = (code: string, net: object, gross: object) => ({
  period: code,
  startDate: "2025-12-31T00:00:00.000Z",
  net,
  gross,
});
const day = (on: string, marketValue: bigint, cashFlows = 0n, fees = 0n) => ({
  on,
  raw: { on, marketValue, accrued: 0n, cashFlows, securityFlows: 0n, fees, isEstimated: false },
  unit: { on },
});

function calculated(periods: object[], days: object[] = [], benchmarks: object[] = []) {
  const ofSeries = { periods, calendar: [] };
  const sources = { days, periods: ofSeries, benchmarks, allocation: new Map() };
  return calculateReport(sources as never);
}

test("a series shorter than a year has no yearly rate", () => {
  const young = calculated([period("SI", figures("4.10000", null), figures("4.50000", null))]);
  expect(young.periods[0]).toMatchObject({ net: "4.10000", gross: "4.50000", isYearly: false });
  const old = calculated([period("SI", figures("30", "5.10000"), figures("33", "5.50000"))]);
  expect(old.periods[0]).toMatchObject({ net: "5.10000", gross: "5.50000", isYearly: true });
});

test("neither net nor gross is shown without the other", () => {
  const { periods } = calculated([period("1Y", figures(null, null), figures("4.50000", null))]);
  expect(periods[0]).toMatchObject({ net: null, gross: null });
});

test("a benchmark stands next to the same periods, and next to no money-weighted one", () => {
  const periods = [period("5Y", figures("30", "5.1"), figures("33", "5.5"))];
  const named = {
    name: "Acme (price return)",
    benchmark: { identifier: "ACME" },
    periods: { periods },
  };
  const { periods: shown, moneyWeighted, benchmarks } = calculated(periods, [], [named]);
  expect(shown[0]?.benchmarks).toEqual(["3.00000"]);
  expect(moneyWeighted[0]?.benchmarks).toEqual([]);
  expect(benchmarks).toEqual([{ identifier: "ACME", name: "Acme (price return)" }]);
});

test("the growth of value has each end of a month, with what was paid in until then", () => {
  const days = [
    day("2026-01-05", 10000n),
    day("2026-01-30", 10100n),
    day("2026-02-10", 15000n, 5000n, 10n),
    day("2026-02-27", 14900n, -100n),
  ];
  expect(calculated([], days).growth).toEqual([
    // The value of the first day counts as paid in.
    { on: "2026-01-30", value: "101.00", invested: "100.00" },
    { on: "2026-02-27", value: "149.00", invested: "149.00" },
  ]);
});
