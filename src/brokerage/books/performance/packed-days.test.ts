// Checks that packed days are read back without loss, whatever their figures.

import { addDays, type Day } from "@bursar/values/dates";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDays, decodeEndValues, encodeDays, type SeriesDay } from "./packed-days.ts";

const quarterOn = "2025-07-01" as Day;

/** Figures of all widths, at whose bounds a byte more is needed. */
const figure = fc
  .tuple(
    fc.nat(120),
    fc.constantFrom(-1n, 0n, 1n),
    fc.constantFrom(-1n, 1n),
    fc.bigInt(0n, 1_000_000n),
  )
  .map(([bits, beside, sign, low]) => sign * (1n << BigInt(bits)) + beside + (low % 2n) * low);
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

test("packed days are read back as they were, and packed again to the same bytes", () => {
  fc.assert(
    fc.property(days, (packedDays) => {
      const packed = encodeDays(packedDays);
      expect(decodeDays(quarterOn, packed)).toEqual(packedDays);
      expect(encodeDays(decodeDays(quarterOn, packed))).toEqual(packed);
      expect(decodeEndValues(quarterOn, packed)).toEqual(
        packedDays.map(({ raw }) => ({ on: raw.on, value: raw.marketValue + raw.accrued })),
      );
    }),
    { numRuns: 500 },
  );
});

test("a column takes as many bytes as its widest value, and none without values", () => {
  const on = "2025-07-02" as Day;
  const packed = encodeDays([
    {
      raw: {
        on,
        marketValue: 128n,
        accrued: -128n,
        cashFlows: 0n,
        securityFlows: 32_767n,
        fees: 0n,
        isEstimated: true,
      },
      unit: { on, gross: 100n, net: 100n, grossReturn: undefined, netReturn: undefined },
      isImported: false,
    },
  ]);
  const head = packed.subarray(0, 3);
  const widths = packed.subarray(3, 12);
  const columns = packed.subarray(12);
  expect([...head]).toEqual([1, 1, 1 + 4]);
  expect([...widths]).toEqual([2, 1, 0, 2, 0, 1, 0, 0, 0]);
  expect(columns.toString("hex")).toBe("0080" + "80" + "7fff" + "64");
});

test("no days are read from no bytes", () => {
  expect(decodeDays(quarterOn, Buffer.of())).toEqual([]);
});
