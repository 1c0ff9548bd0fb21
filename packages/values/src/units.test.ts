// Whole units from text and back: the short way by safe integers and the long way by big ones agree.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decimal } from "./decimal.ts";
import { fitsPlaces, shareOut, textOf, unitsOf } from "./units.ts";

const runs = { numRuns: process.env.PROOFS === undefined ? 5_000 : 20_000 };
const aroundSafe = [
  0n,
  1n,
  -1n,
  99n,
  -99n,
  100n,
  10n ** 15n - 1n,
  10n ** 15n,
  -(10n ** 15n),
  ...[-2n, -1n, 0n, 1n, 2n, 3n].flatMap((by) => [2n ** 53n + by, -(2n ** 53n) + by]),
];
const whole = fc.oneof(
  fc.constantFrom(...aroundSafe),
  fc.bigInt({ min: -(10n ** 3n), max: 10n ** 3n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
);

function plainText(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  const point = digits.length - places;
  const fraction = places === 0 ? "" : `.${digits.slice(point)}`;
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}${fraction}`;
}

test("a text has every digit of its units, on both sides of 2^53", () => {
  fc.assert(
    fc.property(whole, fc.nat(20), (units, places) => {
      expect(textOf(units, places)).toBe(plainText(units, places));
    }),
    runs,
  );
});

test("units have every digit of their text, with fewer, as many or more places", () => {
  fc.assert(
    fc.property(whole, fc.nat(20), fc.nat(20), fc.nat(4), (units, written, more, zeros) => {
      const text = `${plainText(units, written)}${written === 0 ? "" : "0".repeat(zeros)}`;
      expect(unitsOf(text as Decimal, written + more)).toBe(units * 10n ** BigInt(more));
      expect(fitsPlaces(text as Decimal, written)).toBe(true);
    }),
    runs,
  );
});

test.each([
  ["1.234", 2],
  ["-0.000001", 5],
  ["123456789012345.000000000001", 11],
])("%s does not fit in %i places", (text, places) => {
  expect(fitsPlaces(text as Decimal, places)).toBe(false);
  expect(() => unitsOf(text as Decimal, places)).toThrow("more places");
});

test.each(["1.2.3", "1e5", "1-2", "1..2"])("%s is not read as a decimal", (text) => {
  expect(() => unitsOf(text as Decimal, 5)).toThrow();
});

test("two parts add to their total, and the larger remainder takes what is left, or the first", () => {
  const weight = fc.bigInt({ min: 1n, max: 10n ** 9n });
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
      weight,
      weight,
      (total, a, b) => {
        const parts = shareOut(total, [a, b]);
        // A third weight, of which nothing is, takes the long way.
        expect([...parts, 0n]).toEqual(shareOut(total, [a, b, 0n]));
      },
    ),
    runs,
  );
  expect(shareOut(5n, [1n, 1n])).toEqual([3n, 2n]);
  expect(shareOut(-5n, [1n, 1n])).toEqual([-3n, -2n]);
});
