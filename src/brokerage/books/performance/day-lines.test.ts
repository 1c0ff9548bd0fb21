// Checks that lines of days are read back without loss, whatever their figures.

import { addDays, type Day } from "@bursar/values/dates";
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstDifference, readDays, type SeriesDay, writeDays } from "./day-lines.ts";

const quarterOn = "2025-07-01" as Day;

/** Figures of all widths. */
const figure = fc
  .tuple(
    fc.nat(120),
    fc.constantFrom(-1n, 0n, 1n),
    fc.constantFrom(-1n, 1n),
    fc.bigInt(0n, 1_000_000n),
  )
  .map(([bits, middle, sign, low]) => sign * (1n << BigInt(bits)) + middle + (low % 2n) * low);
const orZero = fc.oneof(fc.constant(0n), figure);
const pair = fc.option(fc.tuple(figure, orZero), { nil: undefined });

const days: fc.Arbitrary<SeriesDay[]> = fc
  .uniqueArray(fc.nat(91), { minLength: 1, maxLength: 92 })
  .chain((distances) =>
    fc.tuple(
      ...distances
        .toSorted((a, b) => a - b)
        .map((distance) => {
          const on = addDays(quarterOn, distance);
          return fc.record({
            raw: fc.record({
              on: fc.constant(on),
              marketValue: figure,
              accrued: orZero,
              cashFlows: orZero,
              securityFlows: orZero,
              fees: orZero,
              cash: orZero,
              advances: orZero,
              isEstimated: fc.boolean(),
            }),
            unit: fc.tuple(pair, pair).map(([units, returns]) => ({
              on,
              gross: units?.[0],
              net: units && units[0] - units[1],
              grossReturn: returns?.[0],
              netReturn: returns && returns[0] - returns[1],
            })),
            isImported: fc.boolean(),
          });
        }),
    ),
  );

test("days are read back as they were, and written again as the same lines", () => {
  fc.assert(
    fc.property(days, (some) => {
      const lines = writeDays(some);
      expect(readDays(lines)).toEqual(some);
      expect(writeDays(readDays(lines))).toBe(lines);
    }),
    { numRuns: 500 },
  );
});

test("a line has every figure with all its places, and a dash for one that the day does not have", () => {
  const on = "2025-07-02" as Day;
  const raw = { on, marketValue: 12_345n, accrued: -5n, cashFlows: 0n, securityFlows: 100n };
  const units = { gross: 10n ** 20n, net: 10n ** 20n - 1n };
  const lines = writeDays([
    {
      raw: { ...raw, fees: 7n, isEstimated: false },
      unit: { on, ...units, grossReturn: -150_000n, netReturn: 0n },
      isImported: false,
    },
    {
      raw: { ...raw, fees: 0n, isEstimated: true },
      unit: { on, gross: undefined, net: undefined, grossReturn: undefined, netReturn: undefined },
      isImported: true,
    },
  ]);
  expect(lines.split("\n")).toEqual([
    "2025-07-02 123.45 -0.05 0.00 1.00 0.07 " +
      "100.000000000000000000 99.999999999999999999 -1.50000 0.00000",
    "2025-07-02 123.45 -0.05 0.00 1.00 0.00 - - - - estimated imported",
  ]);
});

test("cash and advances stand behind the fees of a day that has either", () => {
  const on = "2025-07-02" as Day;
  const none = { gross: undefined, net: undefined, grossReturn: undefined, netReturn: undefined };
  const raw = { on, marketValue: 1n, accrued: 0n, cashFlows: 0n, securityFlows: 0n, fees: -2n };
  const lineOf = (cash: bigint, advances: bigint) =>
    writeDays([
      {
        raw: { ...raw, cash, advances, isEstimated: true },
        unit: { on, ...none },
        isImported: false,
      },
    ]);
  expect(lineOf(-500_500n, 500_500n)).toBe(
    "2025-07-02 0.01 0.00 0.00 0.00 -0.02 -5005.00 5005.00 - - - - estimated",
  );
  expect(lineOf(0n, 0n)).toBe("2025-07-02 0.01 0.00 0.00 0.00 -0.02 - - - - estimated");
});

test("no days are read from no lines", () => {
  expect(readDays("")).toEqual([]);
});

test.each([
  ["the same lines", "2025-07-01 1\n2025-07-02 2", "2025-07-01 1\n2025-07-02 2", undefined],
  ["a changed line", "2025-07-01 1\n2025-07-02 2", "2025-07-01 1\n2025-07-02 3", "2025-07-02"],
  ["an added line", "2025-07-01 1", "2025-07-01 1\n2025-07-03 3", "2025-07-03"],
  ["a day before others", "2025-07-02 2", "2025-07-01 1\n2025-07-02 2", "2025-07-01"],
  ["a removed line", "2025-07-01 1\n2025-07-02 2", "2025-07-02 2", "2025-07-01"],
  ["no line left", "2025-07-02 2", "", "2025-07-02"],
])("%s: the first day that differs", (_, before, after, on) => {
  expect(firstDifference(before, after)).toBe(on);
});
