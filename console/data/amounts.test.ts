// Typed text becomes an amount, or stays as it is for the service to reject.
import { expect, test } from "vitest";
import { isAmount, plainAmount, sumOfMoney } from "./amounts.ts";

test.each([
  ["10000", "10000"],
  ["10,000", "10000"],
  ["$10,000", "10000"],
  ["$ 10,000.50", "10000.50"],
  [" 1,234,567.8 ", "1234567.8"],
  ["10 000", "10000"],
  ["-$5", "-5"],
  ["−5", "-5"],
  ["12.5%", "12.5"],
  [".5", "0.5"],
  ["7.", "7"],
  ["0", "0"],
])("%s is the amount %s", (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain);
  expect(isAmount(plain)).toBe(true);
});

test.each([
  "",
  "$",
  "-",
  "1,0",
  "10,00",
  "1,000,00",
  "1.000,50",
  "1,000 000",
  "ten",
  "1e3",
  "5 USD",
])("%s is no amount, and stays as it was typed", (typed) => {
  expect(plainAmount(typed)).toBe(typed);
  expect(isAmount(plainAmount(typed))).toBe(false);
});

test("a sum of money is exact", () => {
  expect(sumOfMoney([])).toBe("0.00");
  expect(sumOfMoney(["0.10", "0.20", "90071992547409.93"])).toBe("90071992547410.23");
  expect(sumOfMoney(["1.00", "-1.05"])).toBe("-0.05");
});
