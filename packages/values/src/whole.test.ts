// Steps on safe integers and steps on bigints give the same whole number, in the form of its size.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decimal } from "./decimal.ts";
import * as big from "./units.ts";
import * as whole from "./whole.ts";

const runs = { numRuns: process.env.PROOFS === undefined ? 5_000 : 20_000 };
const safe = 2n ** 53n - 1n;
const edges = [0n, 1n, 999n, 1000n, 10n ** 9n, 2n ** 31n, safe].flatMap((at) => [
  at - 1n,
  at,
  at + 1n,
]);
/** Zeros and ones, trades of a household and of a fund, what is around 2^53, and what is far beyond. */
const positive = fc.oneof(
  fc.constantFrom(...edges.filter((edge) => edge > 0n)),
  fc.bigInt({ min: 1n, max: 10n ** 4n }),
  fc.bigInt({ min: 1n, max: 10n ** 9n }),
  fc.bigInt({ min: 1n, max: 10n ** 13n }),
  fc.bigInt({ min: 1n, max: 10n ** 20n }),
);
const natural = fc.oneof(fc.constant(0n), positive);
const any = fc.oneof(
  natural,
  natural.map((each) => -each),
);
const { wholeOf } = whole;

/** Expects the one form that a number has: `toBe` tells 1 from 1n, and 0 from -0. */
function expectWhole(found: whole.Whole, expected: bigint): void {
  const isSafe = expected <= safe && expected >= -safe;
  expect(found).toBe(isSafe ? Number.parseInt(String(expected), 10) : expected);
}

test("sums, differences and products have every digit", () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      const x = wholeOf(a);
      const y = wholeOf(b);
      expectWhole(x, a);
      expectWhole(whole.plus(x, y), a + b);
      expectWhole(whole.minus(x, y), a - b);
      expectWhole(whole.times(x, y), a * b);
      expect(whole.smaller(x, y)).toBe([x, y].toSorted((one, other) => (one < other ? -1 : 1))[0]);
      expectWhole(whole.sumOf([x, y, x]), a + b + a);
      expect([x < y, x === y]).toEqual([a < b, a === b]);
    }),
    runs,
  );
});

test("pieces and amounts are rounded as bigints are", () => {
  fc.assert(
    fc.property(any, natural, positive, (amount, taken, of) => {
      const x = wholeOf(amount);
      const y = wholeOf(taken);
      const z = wholeOf(of);
      expectWhole(whole.pieceOf(x, y, z), big.pieceOf(amount, taken, of));
      expectWhole(whole.amountOf(x, y), big.amountOf(amount, taken));
      expectWhole(whole.amountOf(y, z), big.amountOf(taken, of));
      expectWhole(whole.wholePartOf(y, y, z), (taken * taken) / of);
      expectWhole(whole.evenPieceOf(y, y, z), big.nearestEven(taken * taken, of));
    }),
    runs,
  );
});

test("halves go away from zero, and in shares of a total by the even one", () => {
  expect([1, -1, 3].map((amount) => whole.pieceOf(amount, 1, 2))).toEqual([1, -1, 2]);
  expect([1, 3].map((amount) => whole.evenPieceOf(amount, 1, 2))).toEqual([0, 2]);
  // 0.5 cents: 0.00001 shares at 500.
  expect([whole.amountOf(1, 499_999_999), whole.amountOf(1, 500_000_000)]).toEqual([0, 1]);
  // 500 shares at 200.123456: 10,006,172,800,000,000,000,000 units of both are no safe integer.
  expect(whole.amountOf(50_000_000, 200_123_456)).toBe(10_006_173);
});

test("a total is shared over weights as bigints are, few or many, negative or not", () => {
  fc.assert(
    fc.property(any, fc.array(positive, { minLength: 1, maxLength: 40 }), (total, weights) => {
      const parts = whole.shareOut(wholeOf(total), weights.map(wholeOf));
      const expected = big.shareOut(total, weights);
      expect(parts).toHaveLength(expected.length);
      for (const [at, part] of parts.entries()) expectWhole(part, expected[at] as bigint);
    }),
    { numRuns: 10_000 },
  );
});

test("small totals over small weights, which often tie, are shared as bigints are", () => {
  const weight = fc.bigInt({ min: 0n, max: 6n });
  fc.assert(
    fc.property(
      fc.bigInt({ min: -40n, max: 40n }),
      fc.array(weight, { minLength: 3, maxLength: 6 }),
      (total, rest) => {
        const weights = [1n, ...rest];
        const parts = whole.shareOut(wholeOf(total), weights.map(wholeOf));
        expect(parts).toEqual(big.shareOut(total, weights).map(wholeOf));
      },
    ),
    runs,
  );
});

test("equal remainders go in the order asked for, as bigints do", () => {
  const last = (a: number, b: number) => b - a;
  // 3 over two: 1.5 each. 5 over three: 1 2/3 each, so two are rounded up.
  expect(whole.shareOut(3, [1, 1], last)).toEqual([1, 2]);
  expect(whole.shareOut(5, [1, 1, 1], last)).toEqual([1, 2, 2]);
  expect(whole.shareOut(-5, [1, 1, 1], last)).toEqual([-1, -2, -2]);
  expect(big.shareOut(5n, [1n, 1n, 1n], last)).toEqual([1n, 2n, 2n]);
});

test("nothing is divided by nothing", () => {
  expect(() => whole.pieceOf(5, 3, 0)).toThrow(RangeError);
  expect(() => whole.shareOut(5, [0, 0, 0])).toThrow(RangeError);
  expect(whole.shareOut(0, [])).toEqual([]);
});

test("texts are read and written as bigints are", () => {
  fc.assert(
    fc.property(any, fc.nat(20), (units, places) => {
      const text = big.textOf(units, places);
      expect(whole.textOf(wholeOf(units), places)).toBe(text);
      expectWhole(whole.unitsOf(text as Decimal, places), units);
    }),
    runs,
  );
  expect([whole.sharesText(12_345), whole.moneyText(-5)]).toEqual(["0.12345", "-0.05"]);
});

test.each(["-0", "-0.00", "-0.000", "0.00"])("%s is read as a zero, which has no sign", (text) => {
  expect(whole.unitsOf(text as Decimal, 2)).toBe(0);
});
