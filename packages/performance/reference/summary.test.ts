// The summary of random ranges, and the money-weighted return of random periods, by both.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type Day } from "../../values/src/dates.ts";
import { textOf } from "../../values/src/units.ts";
import { rawDaysOf } from "../src/account-sum.ts";
import type { RawDay } from "../src/chain.ts";
import { moneyWeightedReturn } from "../src/money-weighted.ts";
import { engineSummary } from "./engine-summary.ts";
import { rawOf, unitsOf } from "./reference.ts";
import { moneyWeighted, type Period, type SummaryRange, summaryText } from "./summary.ts";
import { givenDays, snapshotsOfGiven } from "./valuations.ts";

const rateText = (rate: bigint | string | undefined) =>
  typeof rate === "bigint" ? textOf(rate, 5) : "-";

function engineText(days: readonly RawDay[], range: SummaryRange): string | undefined {
  const figures = engineSummary(days, range);
  return (
    figures &&
    [
      rateText(figures.timeWeightedReturn),
      rateText(figures.moneyWeightedReturn),
      textOf(figures.netFlows, 2),
      textOf(figures.startMarketValue, 2),
      textOf(figures.endMarketValue, 2),
    ].join(" ")
  );
}

test("a range of a series has the same summary", () => {
  const day = fc.nat(15).map((n) => addDays("2024-12-31" as Day, n));
  fc.assert(
    fc.property(givenDays, day, day, fc.boolean(), (folios, a, b, isNet) => {
      const [firstOn, lastOn] = a < b ? [a, b] : [b, a];
      const range = { firstOn, lastOn, view: isNet ? "net" : "gross" } as const;
      const [snapshots] = snapshotsOfGiven(folios).values();
      const [days] = folios.values();
      const raw = rawOf(snapshots ?? []);
      const expected = summaryText({ raw, units: unitsOf(raw) }, range);
      expect(engineText(rawDaysOf(days ?? []), range)).toBe(expected);
    }),
    { numRuns: 700, seed: 4 },
  );
});

const cents = fc.integer({ min: 0, max: 100_000 });
const dollars = (amount: number) => ({ n: BigInt(amount), d: 100n });

test("a period has the same money-weighted return", () => {
  const flow = fc.record({ day: fc.nat(400), amount: fc.integer({ min: -40_000, max: 40_000 }) });
  fc.assert(
    fc.property(cents, cents, fc.array(flow, { maxLength: 4 }), (startValue, endValue, drawn) => {
      const byDay = new Map(drawn.map((each) => [1 + (each.day % 60), each.amount]));
      const flows = [...byDay].toSorted(([a], [b]) => a - b);
      const period: Period = {
        days: 60,
        start: dollars(startValue),
        end: dollars(endValue),
        flows: flows.map(([day, amount]) => ({ day, amount: dollars(amount), fees: dollars(0) })),
      };
      const found = moneyWeightedReturn({
        days: 60,
        startValue: BigInt(startValue),
        endValue: BigInt(endValue),
        flows: flows.map(([day, amount]) => ({
          day,
          in: BigInt(Math.max(amount, 0)),
          out: BigInt(Math.max(-amount, 0)),
        })),
      });
      expect(rateText(found)).toBe(moneyWeighted(period));
    }),
    { numRuns: 100, seed: 5 },
  );
});
