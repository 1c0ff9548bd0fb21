// Arithmetic on amounts as text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, compare, divide, format, multiply, round, subtract, sum } from "./decimal.ts";

describe("sums and products are exact", () => {
  test.each([
    [add("0.1", "0.2"), "0.3"],
    [add("9007199254740993.01", "1"), "9007199254740994.01"],
    [add("-1.50", "1.5"), "0.00"],
    [subtract("1", "1.005"), "-0.005"],
    [multiply("10.00000", "50.000000"), "500.00000000000"],
    [multiply("-0.5", "0.5"), "-0.25"],
    [sum(["1.10", "2.2", "-3.3"]), "0.00"],
    [sum([]), "0"],
  ])("%s is %s", (result, expected) => {
    expect(result).toBe(expected);
  });
});

describe("a quotient is rounded as its caller says", () => {
  test.each([
    ["half-even", "0.12", "0.14", "-0.12"],
    ["half-up", "0.13", "0.14", "-0.13"],
    ["down", "0.12", "0.13", "-0.12"],
    ["up", "0.13", "0.14", "-0.13"],
  ] as const)("%s", (rounding, even, odd, below) => {
    expect(divide("0.250", "2", 2, rounding)).toBe(even); // 0.125
    expect(divide("0.27", "2", 2, rounding)).toBe(odd); // 0.135
    expect(divide("1", "-8", 2, rounding)).toBe(below); // -0.125
    expect(round("-0.125", 2, rounding)).toBe(below);
    expect(divide("10", "4", 1, rounding)).toBe("2.5");
  });

  test("of a divisor with more places, and of a long dividend", () => {
    expect(divide("1", "0.00003", 2, "half-even")).toBe("33333.33");
    expect(divide("1.23456789", "1", 2, "down")).toBe("1.23");
    expect(round("1.5", 3, "up")).toBe("1.500");
  });

  test("is refused by zero", () => {
    expect(() => divide("1", "0.00", 2, "up")).toThrow(RangeError);
  });
});

test("values are compared, not texts", () => {
  expect([compare("1.5", "1.50"), compare("-2", "1"), compare("10", "9")]).toEqual([0, -1, 1]);
  expect(compare("-0.00", "0")).toBe(0);
});

test("what is no decimal is refused", () => {
  for (const text of ["", "1e3", ".5", "1.", "1,000", "NaN", " 1", "+1"]) {
    expect(() => add(text, "1"), text).toThrow(`not a decimal: ${text}`);
  }
});

test("is shown in groups, with its own sign", () => {
  expect(format("1234567.5")).toBe("1,234,567.5");
  expect(format("-1234.505", { places: 2 })).toBe("−1,234.50");
  expect(format("999", { group: " " })).toBe("999");
  expect(format("1234.5", { group: ".", point: ",", places: 2 })).toBe("1.234,50");
  expect([format("0.00", { plus: true }), format("5", { plus: true })]).toEqual(["0.00", "+5"]);
  expect(format("-0.004", { places: 2 })).toBe("0.00");
});

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, places]) =>
    round(divide(String(units), `1${"0".repeat(places)}`, places, "down"), places, "down"),
  );

test("what is added can be taken off, and what is multiplied divided", () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(compare(subtract(add(a, b), b), a)).toBe(0);
      if (compare(b, "0") !== 0) {
        expect(compare(divide(multiply(a, b), b, 8, "down"), a)).toBe(0);
      }
    }),
  );
});
