// The chain of unit values by worked examples and by properties. (docs/performance.md, 2.2)
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import { addDays } from "../../values/src/dates.ts";
import {
  beforeFirstDay,
  chainDays,
  published,
  type RawDay,
  stateAfter,
  unitScale,
} from "./chain.ts";

const start = "2025-01-02" as Day;

/** Days in order: value, flow (+ in, − out), fees, in cents. */
function days(...rows: readonly (readonly [value: number, flow?: number, fees?: number])[]) {
  return rows.map(
    ([value, flow = 0, fees = 0], index): RawDay => ({
      on: addDays(start, index),
      marketValue: BigInt(value),
      accrued: 0n,
      cashFlows: BigInt(flow),
      securityFlows: 0n,
      fees: BigInt(fees),
      isEstimated: false,
    }),
  );
}

function unitsOf(raw: readonly RawDay[], from = beforeFirstDay) {
  return chainDays(from, raw).units.map(({ gross, net }) => [shown(gross), shown(net)]);
}

function shown(unit: bigint | undefined): string {
  if (unit === undefined) return "not available";
  const text = published(unit).toString().padStart(6, "0");
  return `${text.slice(0, -5)}.${text.slice(-5)}`;
}

describe("a chain", () => {
  test("begins at 100 with a base day, on which the holding earned nothing", () => {
    expect(unitsOf(days([500_00]))).toEqual([["100.00000", "100.00000"]]);
  });

  test("counts the first deposit from the start of its day", () => {
    // 1,010.00 / (0 + 1,000.00) = 1.01
    expect(unitsOf(days([1010_00, 1000_00]))).toEqual([["101.00000", "101.00000"]]);
  });

  test("counts an inflow from the start of the day and an outflow at its end", () => {
    // 1,650.00 / (1,000.00 + 500.00) = 1.1; then (1,000.00 + 815.00) / 1,650.00 = 1.1
    expect(unitsOf(days([1000_00], [1650_00, 500_00], [1000_00, -815_00]))).toEqual([
      ["100.00000", "100.00000"],
      ["110.00000", "110.00000"],
      ["121.00000", "121.00000"],
    ]);
  });

  test("leaves fees in the net return and takes them out of the gross one", () => {
    // gross (990.00 + 10.00) / 1,000.00 = 1; net 990.00 / 1,000.00 = 0.99
    expect(unitsOf(days([1000_00], [990_00, 0, 10_00]))).toEqual([
      ["100.00000", "100.00000"],
      ["100.00000", "99.00000"],
    ]);
  });

  test("keeps the unit of an empty account, at which the next deposit buys", () => {
    expect(unitsOf(days([1000_00], [0, -1100_00], [0], [525_00, 500_00])).map(([g]) => g)).toEqual([
      "100.00000",
      "110.00000", // (0 + 1,100.00) / 1,000.00
      "110.00000",
      "115.50000", // 110 × 525.00 / 500.00
    ]);
  });

  const loss = ["0.00000", "0.00000"];
  const none = ["not available", "not available"];
  const start = ["100.00000", "100.00000"];

  test.each([
    ["value that nothing came from", days([1000_00], [0, -1000_00], [5_00])],
    ["a day that begins below zero", days([1000_00, 1000_00], [-500_00, -1500_00], [-400_00])],
    ["a fee taken where nothing was", days([1000_00], [0, -1000_00], [0, 0, 1_00])],
    ["an inflow of 0.99", days([1000_00], [0, -1000_00], [80, 99])],
  ])("carries its units across %s", (_why, raw) => {
    const units = unitsOf(raw);
    expect(units[2]).toEqual(units[1]);
  });

  test("has a return again from a capital of 1.00 on", () => {
    // 0.80 / 1.00, whether it was there or came in
    expect(unitsOf(days([1_00], [80])).at(-1)).toEqual(["80.00000", "80.00000"]);
    expect(unitsOf(days([0], [80, 1_00])).at(-1)).toEqual(["80.00000", "80.00000"]);
  });

  test("loses everything with a numerator of 0 or less, gross and net each by its own", () => {
    expect(unitsOf(days([1000_00], [-1_00])).at(-1)).toEqual(loss);
    expect(unitsOf(days([100_00], [-5_00, 0, 10_00])).at(-1)).toEqual(["5.00000", "0.00000"]);
  });

  test("has a new beginning, both units at 100, with the first capital of 1.00 after a unit of 0", () => {
    const raw = days([1000_00], [-10_00, 0, 11_00], [50, 10_49], [60], [2_00, 1_00]);
    // gross (−10 + 11) / 1,000; then −10 + 10.49 and 0.50 are too little; then 2.00 / (0.60 + 1.00)
    expect(unitsOf(raw)).toEqual([
      start,
      ["0.10000", "0.00000"],
      none,
      none,
      ["125.00000", "125.00000"],
    ]);
  });

  test("rounds half even to 18 places once a day, and to 5 when published", () => {
    // 100 × 1 / 3 = 33.333…333 (18 places); × 3 is not 100 again
    const [, , third] = chainDays(beforeFirstDay, days([3_00], [1_00], [3_00])).units;
    expect(third?.gross).toBe(99_999_999_999_999_999_999n);
    expect(published(5n * 10n ** 12n)).toBe(0n); // 0.000005 to the even 0.00000
    expect(published(15n * 10n ** 12n)).toBe(2n); // 0.000015 to the even 0.00002
  });

  test("continues an imported history from its last values", () => {
    const [last] = days([2000_00, 999_00, 5_00]);
    if (last === undefined) throw new Error("a day");
    const from = stateAfter(last, { gross: 150n * unitScale, net: 140n * unitScale });
    expect(unitsOf(days([2200_00, 200_00]), from)).toEqual([["150.00000", "140.00000"]]);
  });
});

const someDays = fc.array(
  fc.record({
    value: fc.integer({ min: 1_00, max: 10_000_000_00 }),
    flow: fc.integer({ min: -500_00, max: 5_000_00 }),
    fees: fc.integer({ min: 0, max: 90 }),
  }),
  { minLength: 2, maxLength: 40 },
);

describe("properties of chains", () => {
  test("net is never above gross", () => {
    fc.assert(
      fc.property(someDays, (rows) => {
        const raw = days(...rows.map(({ value, flow, fees }) => [value, flow, fees] as const));
        for (const { gross, net } of chainDays(beforeFirstDay, raw).units) {
          if (gross !== undefined && net !== undefined) expect(net <= gross).toBe(true);
        }
      }),
    );
  });

  test("continuing from any day equals one run, so a late correction changes only what follows", () => {
    fc.assert(
      fc.property(someDays, fc.nat(), (rows, at) => {
        const raw = days(...rows.map(({ value, flow, fees }) => [value, flow, fees] as const));
        const cut = at % raw.length;
        const first = chainDays(beforeFirstDay, raw.slice(0, cut));
        const rest = chainDays(first.end, raw.slice(cut));
        expect([...first.units, ...rest.units]).toEqual(chainDays(beforeFirstDay, raw).units);
      }),
    );
  });

  test("linking two adjoining ranges gives that over the whole to the 15th place", () => {
    fc.assert(
      fc.property(someDays, fc.nat(), (rows, at) => {
        const raw = days(...rows.map(({ value }) => [value] as const));
        const { units } = chainDays(beforeFirstDay, raw);
        const [a, b, c] = [units[0], units[at % units.length], units.at(-1)].map((u) => u?.gross);
        if (!a || !b || !c) return;
        const linked = (((b * unitScale) / a) * ((c * unitScale) / b)) / unitScale;
        const difference = linked - (c * unitScale) / a;
        expect(difference < 10n ** 9n && difference > -(10n ** 9n)).toBe(true);
      }),
    );
  });
});
