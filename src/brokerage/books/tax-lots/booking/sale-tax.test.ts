// The tax of a sale that is only tried.
import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { estimatedTaxOf, markLowestTax } from "./sale-tax.ts";

const gains = {
  shortTermGainLoss: "100.00",
  longTermGainLoss: "-40.00",
  unknownTermGainLoss: "0.00",
};
const rates = { shortTermTaxRate: "32.5" as Decimal, longTermTaxRate: "15" as Decimal };

test.each([
  ["a gain costs its rate, and a loss saves its own", gains, rates, "26.50"], // 32.50 − 6.00
  [
    "a half cent goes away from zero",
    { ...gains, shortTermGainLoss: "0.02", longTermGainLoss: "0.00" },
    { ...rates, shortTermTaxRate: "25" as Decimal },
    "0.01",
  ],
  [
    "the same below zero",
    { ...gains, shortTermGainLoss: "-0.02", longTermGainLoss: "0.00" },
    { ...rates, shortTermTaxRate: "25" as Decimal },
    "-0.01",
  ],
  [
    "a rate has six places",
    { ...gains, shortTermGainLoss: "1000000.00", longTermGainLoss: "0.00" },
    { ...rates, shortTermTaxRate: "0.000001" as Decimal },
    "0.01",
  ],
  ["without a rate there is no tax", gains, { ...rates, longTermTaxRate: null }, null],
  ["without the other neither", gains, { ...rates, shortTermTaxRate: null }, null],
  ["without a gain neither", { ...gains, longTermGainLoss: null }, rates, null],
  ["a gain of unknown term has no rate", { ...gains, unknownTermGainLoss: "1.00" }, rates, null],
])("%s", (_, own, at, tax) => {
  expect(estimatedTaxOf(own, at)).toBe(tax);
});

test("all sales with the lowest tax are marked, and none where one is not known", () => {
  const marked = (...taxes: (string | null)[]) =>
    markLowestTax(taxes.map((estimatedTax) => ({ estimatedTax }))).map((sale) => sale.isLowestTax);
  expect(marked("9.00", "-10.00", "100.00", "-10.00")).toEqual([false, true, false, true]);
  expect(marked("9.00", null)).toEqual([false, false]);
});
