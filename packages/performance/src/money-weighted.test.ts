// The money-weighted return by worked periods. (docs/performance.md, 2.3)
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CashPeriod, moneyWeightedReturn } from "./money-weighted.ts";

const still = { days: 1, startValue: 0n, endValue: 0n, flows: [] };

function rate(period: Partial<CashPeriod>) {
  return moneyWeightedReturn({ ...still, ...period });
}

test("without flows it is the change of value", () => {
  expect(rate({ days: 365, startValue: 1000_00n, endValue: 1100_00n })).toBe(1_000_000n); // 10 %
});

test("a flow counts for the share of the period it was there", () => {
  // 1,000 × g + 500 × g^(1/2) = 1,650; g^(1/2) = (−500 + √6,850,000) / 2,000 = 1.0586252…
  const flows = [{ day: 51, in: 500_00n, out: 0n }];
  const found = rate({ days: 100, startValue: 1000_00n, endValue: 1650_00n, flows });
  expect(found).toBe(1_206_874n); // 12.06874 %
});

test("an outflow counts at the end of its day", () => {
  // (1,000 × g^(1/2) − 525) × g^(1/2) = 551.25 has g^(1/2) = 1.05
  const flows = [{ day: 50, in: 0n, out: 525_00n }];
  expect(rate({ days: 100, startValue: 1000_00n, endValue: 551_25n, flows })).toBe(1_025_000n);
});

test("a total loss is −100.00000", () => {
  expect(rate({ days: 30, startValue: 1000_00n })).toBe(-10_000_000n);
});

test("half of the last place rounds to even", () => {
  // 220,000,010.00 / 200,000,000.00 − 1 = 10.000005 %
  const period = { days: 7, startValue: 200_000_000_00n, endValue: 220_000_010_00n };
  expect(rate(period)).toBe(1_000_000n);
  expect(rate({ ...period, endValue: 220_000_030_00n })).toBe(1_000_002n); // 10.000015 %
});

test.each<[string, Partial<CashPeriod>, string]>([
  ["no time passes", { days: 0, startValue: 1n, endValue: 1n }, "no time passes"],
  ["nothing was there", { days: 10 }, "nothing was there"],
  ["value comes from nothing", { days: 10, endValue: 5n }, "no rate fits"],
  ["the start is negative", { days: 10, startValue: -5n, endValue: 5n }, "no rate fits"],
  ["the end is negative", { days: 10, startValue: 5n, endValue: -5n }, "no rate fits"],
  [
    "more is taken before anything comes",
    { days: 9, endValue: 5n, flows: [{ day: 1, in: 0n, out: 9n }] },
    "no rate fits",
  ],
  [
    "what was taken needs a rate at which the rest would have grown to more",
    {
      days: 100,
      startValue: 100_00n,
      endValue: 10_00n,
      flows: [
        { day: 50, in: 0n, out: 110_00n },
        { day: 60, in: 50_00n, out: 0n },
      ],
    },
    "no rate fits",
  ],
])("there is no return when %s", (_why, period, reason) => {
  expect(rate(period)).toBe(reason);
});

test("everything taken out fits the rate at which nothing is left", () => {
  const flows = [{ day: 50, in: 0n, out: 110_00n }];
  expect(rate({ days: 50, startValue: 100_00n, flows })).toBe(1_000_000n);
});

test("the rate is recovered from the balance that it produces", () => {
  fc.assert(
    fc.property(fc.integer({ min: -90, max: 400 }), fc.bigInt(1n, 10n ** 15n), (percent, value) => {
      const startValue = value * 100n;
      const endValue = startValue + value * BigInt(percent);
      expect(rate({ days: 365, startValue, endValue })).toBe(BigInt(percent) * 100_000n);
    }),
    { numRuns: 50 },
  );
});
