// Checks the exact decimals against rationals of bigints. (interface 1)
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compare,
  type Decimal,
  decodeDecimal,
  fixed,
  isZero,
  placesOf,
  sameValue,
  subtract,
  sum,
} from "./decimal.ts";

function decimal(text: string): Decimal {
  const value = decodeDecimal(text);
  if (value === undefined) throw new Error(`${text} is not a decimal`);
  return value;
}

// The value in units of 10^-40, which every decimal of at most 40 places fills exactly.
function units(a: string): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(a) ?? [];
  return BigInt(sign + whole + fraction.padEnd(40, "0"));
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });

const written = fc
  .tuple(fc.constantFrom("", "-"), digits(1, 15), fc.option(digits(1, 20), { nil: undefined }))
  .map(([sign, whole, fraction]) => sign + whole + (fraction === undefined ? "" : `.${fraction}`));
const decimals = written.map(decimal);
const canonical = /^(?!-0(\.0*)?$)-?(0|[1-9]\d*)(\.\d+)?$/;

test.each([
  ["0", "0"],
  ["-0", "0"],
  ["-0.00", "0.00"],
  ["007", "7"],
  ["-007.50", "-7.50"],
  ["000", "0"],
  ["00.10", "0.10"],
  ["-0.01", "-0.01"],
  ["1.500", "1.500"],
  ["999999999999999", "999999999999999"],
  ["0.12345678901234567890", "0.12345678901234567890"],
])("%s reads as %s", (text, value) => {
  expect(decodeDecimal(text)).toBe(value);
});

test.each([
  "",
  "-",
  ".",
  "+1",
  ".5",
  "-.5",
  "1.",
  "1e3",
  "1E3",
  "1.5e-2",
  "--1",
  "1.2.3",
  "1,000",
  " 1",
  "1 ",
  "1\n",
  "0x1",
  "1_000",
  "1n",
  "NaN",
  "Infinity",
  "١",
  "−1",
  "1000000000000000",
  "0000000000000001",
  "0.123456789012345678901",
])("%j is not a decimal", (text) => {
  expect(decodeDecimal(text)).toBeUndefined();
});

test("a decimal that is read is canonical, keeps its value and its places, and reads as itself", () => {
  fc.assert(
    fc.property(written, (text) => {
      const value = decimal(text);
      expect(value).toMatch(canonical);
      expect(units(value)).toBe(units(text));
      expect(placesOf(value)).toBe(text.split(".")[1]?.length ?? 0);
      expect(decodeDecimal(value)).toBe(value);
    }),
  );
});

test("differences and order are those of the exact values", () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const x = units(a);
      const y = units(b);
      expect(units(subtract(a, b))).toBe(x - y);
      expect(compare(a, b)).toBe(x < y ? -1 : x > y ? 1 : 0);
      expect(sameValue(a, b)).toBe(x === y);
      expect(isZero(a)).toBe(x === 0n);
      expect(subtract(a, b)).toMatch(canonical);
    }),
  );
});

test("the sum of a list is exact and has the most places of its terms", () => {
  fc.assert(
    fc.property(fc.array(decimals), (list) => {
      const total = sum(list);
      expect(total).toMatch(canonical);
      expect(units(total)).toBe(list.reduce((all, a) => all + units(a), 0n));
      expect(placesOf(total)).toBe(Math.max(0, ...list.map(placesOf)));
    }),
  );
});

test("an empty list sums to 0, and a tenth added ten times is one", () => {
  expect(sum([])).toBe("0");
  expect(sum(Array.from({ length: 10 }, () => decimal("0.1")))).toBe("1.0");
});

test.each([
  ["1.50", "1.5", 0],
  ["-0.00", "0", 0],
  ["2", "10", -1],
  ["-2", "-10", 1],
  ["0.1", "0.09", 1],
  ["999999999999999.01", "999999999999999.02", -1],
])("%s against %s gives %i", (a, b, order) => {
  expect(compare(decimal(a), decimal(b))).toBe(order);
  expect(sameValue(decimal(a), decimal(b))).toBe(order === 0);
});

test("exact ties occur at every place and go to the even neighbour", () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.nat(8), (whole, places) => {
      const sign = whole < 0n ? "-" : "";
      const kept = (whole < 0n ? -whole : whole).toString().padStart(places + 1, "0");
      const point = kept.length - places;
      const tie = decimal(`${sign}${kept.slice(0, point)}.${kept.slice(point)}5`);
      const step = 10n ** BigInt(40 - places);
      const away = whole < 0n ? whole - 1n : whole + 1n;
      const even = whole % 2n === 0n ? whole : away;
      expect(units(fixed(tie, places))).toBe(even * step);
    }),
  );
});

test.each([
  ["0", 2, "0.00"],
  ["-0.001", 2, "0.00"],
  ["12", 5, "12.00000"],
  ["0.125", 2, "0.12"],
  ["0.375", 2, "0.38"],
  ["0.5", 0, "0"],
  ["1.5", 0, "2"],
  ["-2.5", 0, "-2"],
  ["2.49999999999999999999", 0, "2"],
  ["2.50000000000000000001", 0, "3"],
  ["-0.004", 2, "0.00"],
  ["9.995", 2, "10.00"],
  ["-1234567.5", 0, "-1234568"],
  ["99.999999", 5, "100.00000"],
])("%s with %i places is written %s", (text, places, shown) => {
  expect(fixed(decimal(text), places)).toBe(shown);
});

test("a fixed text has exactly as many places and is the nearest such value", () => {
  fc.assert(
    fc.property(decimals, fc.nat(22), (a, places) => {
      const shown = fixed(a, places);
      expect(shown).toMatch(canonical);
      expect(shown.split(".")[1]?.length ?? 0).toBe(places);
      const off = units(shown) - units(a);
      expect((off < 0n ? -off : off) * 2n <= 10n ** BigInt(40 - places)).toBe(true);
    }),
  );
});

test("a number of places that is negative or not whole is a defect", () => {
  expect(() => fixed(decimal("1.5"), -1)).toThrow("places");
  expect(() => fixed(decimal("1.5"), 0.5)).toThrow("places");
});
