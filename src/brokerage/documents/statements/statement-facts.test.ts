// The figures of a statement, from books without a store. (docs/statements.md)
import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { booksOf, rowsOf } from "../../../../test/statements/books-of.ts";
import { head, sourcesOf } from "../../../../test/statements/statement-of.ts";
import { calculateStatement } from "./statement-facts.ts";

const closes = {
  1: {
    "2025-12-31": "58",
    "2026-02-27": "60",
    "2026-03-30": "60.428438",
    "2026-03-31": "60.428438",
  },
  2: { "2025-03-03": "99" },
};
const factors = { 2: "0.01" };
const opened = [
  ["2025-06-02", "DEP", { amount: "250000.00" }],
  ["2025-06-02", "BUY", { securityId: "1", shares: "1000", price: "50" }],
  ["2026-01-05", "BUY", { securityId: "1", shares: "500", price: "62" }],
] as const;

function calculate(...args: Parameters<typeof sourcesOf>) {
  return calculateStatement(sourcesOf(...args));
}

test("holdings show price, value, basis and gains by term, cash and what has not settled", () => {
  const rows = rowsOf(
    ...opened,
    [
      "2026-03-02",
      "BUY",
      { securityId: "2", shares: "5000", price: "99", accruedInterest: "20.00" },
    ],
    ["2026-03-31", "SLE", { securityId: "1", shares: "100", price: "60.50" }],
    ["2026-04-10", "DIV", { securityId: "1", amount: "70.00", exOn: "2026-03-31" }],
  );
  const { statement, problems } = calculate(booksOf(rows, closes, factors));
  expect(problems).toEqual([]);
  const { holdings } = statement;
  expect(holdings.positions).toEqual([
    {
      name: "Acme Corporation",
      ticker: "ACME",
      cusip: "99901A109",
      quantity: "1400.00000",
      price: "60.428438",
      pricedOn: "2026-03-31",
      mark: null,
      value: "84599.81",
      share: "32.58",
      costBasis: "76000.00", // 900 × 50.00 and 500 × 62.00
      unrealized: { shortTerm: "8599.81", longTerm: "0.00", total: "8599.81" },
      accrued: "70.00",
    },
    {
      name: "Treasury 4 % 2031",
      ticker: "UST31",
      cusip: null,
      quantity: "5000.00000",
      price: "99.00",
      pricedOn: "2025-03-03", // 393 days old
      mark: "older",
      value: "4950.00",
      share: "1.91",
      costBasis: "4950.00",
      unrealized: { shortTerm: "0.00", longTerm: "0.00", total: "0.00" },
      accrued: "20.00",
    },
  ]);
  expect(holdings).toMatchObject({
    settledCash: "164030.00",
    unsettled: [
      {
        on: "2026-03-31",
        settlesOn: "2026-04-01",
        description: "Sale, Acme Corporation",
        amount: "6050.00",
      },
    ],
    other: "0.00",
    total: { value: "259719.81", accrued: "90.00" },
  });
});

test("activity has every transaction of the period by trade date, and no other", () => {
  const rows = rowsOf(
    ...opened,
    ["2026-03-02", "DEP", { amount: "500.00", method: "ACH" }],
    [
      "2026-03-04",
      "SLE",
      { securityId: "1", shares: "10", price: "60", fees: "1.50", stateTaxWithholding: "3.00" },
    ],
    ["2026-03-05", "SPL", { securityId: "1", ratioNew: "2", ratioOld: "1" }],
    ["2026-04-01", "WDL", { amount: "9.00" }],
  );
  const { statement } = calculate(booksOf(rows, closes, factors));
  expect(
    statement.activity.map(({ on, category, kind, quantity, amount, remarks }) => {
      return [on, category, kind, quantity, amount, ...remarks];
    }),
  ).toEqual([
    ["2026-03-02", "Deposits", "ACH", null, "500.00"],
    ["2026-03-04", "Trades", "SELL", "-10.00000", "595.50", "Tax withheld 3.00"],
    ["2026-03-05", "Corporate Actions", "SPLIT", "1490.00000", "0.00", "2 for 1"],
  ]);
  expect(statement.activity[1]).toMatchObject({ settlesOn: "2026-03-05", fees: "1.50" });
});

test("corrections name what was replaced, and the opening stays what was printed", () => {
  const rows = rowsOf(
    ...opened,
    ["2026-02-10", "DEP", { amount: "100.00" }],
    [
      "2026-02-10",
      "DEP",
      { amount: "110.00", takesBack: "4", replaces: "4", acceptedVersion: "9" },
    ],
    ["2026-02-12", "WDL", { amount: "30.00" }],
    ["2026-03-12", "CXL", { takesBack: "6", cancels: "6", acceptedVersion: "10" }],
    ["2026-02-20", "FEE", { amount: "7.00", acceptedVersion: "11" }],
  );
  const then = rows
    .filter(({ acceptedVersion }) => acceptedVersion === "1")
    .map((row) => ({ ...row, isTakenBack: false }));
  const { closing } = calculate(booksOf(then, closes, factors), {
    head: { ...head, from: "2026-02-01" as Day, to: "2026-02-28" as Day },
  });
  const printed = { closingOn: "2026-02-27" as Day, factsVersion: "8", closing };
  const { statement, problems } = calculate(booksOf(rows, closes, factors), { printed });
  expect(problems).toEqual([]);
  expect(statement.sum.opening.period).toBe("259070.00");
  // 10.00 more came in, 30.00 did not go, 7.00 of fees did.
  expect(statement.sum.lines.corrections.period).toBe("33.00");
  expect(statement.corrections).toEqual([
    {
      on: "2026-02-10",
      kind: "Replaced",
      description: "Deposit",
      amount: "110.00",
      instead: "100.00",
    },
    { on: "2026-02-20", kind: "Added", description: "Fee", amount: "7.00", instead: null },
    {
      on: "2026-02-12",
      kind: "Cancelled",
      description: "Withdrawal",
      amount: null,
      instead: "30.00",
    },
  ]);
});

test("income is shown by kind, gains by term, each fee with its calculation", () => {
  const rows = rowsOf(
    ...opened,
    ["2026-01-20", "DIV", { securityId: "1", amount: "40.00", incomeKind: "qualified" }],
    [
      "2026-03-02",
      "DIV",
      { securityId: "1", amount: "50.00", incomeKind: "qualified", foreignTaxWithholding: "5.00" },
    ],
    ["2026-03-03", "INT", { amount: "3.00" }],
    ["2026-03-04", "SLE", { securityId: "1", shares: "100", price: "60" }],
    ["2026-03-20", "FEE", { amount: "625.00" }],
    ["2026-03-24", "FEE", { amount: "25.00", feeKind: "refund" }],
  );
  const calculatedFees = new Map([["8", { basis: "250000.00", rate: "1.000000", days: "90" }]]);
  const { statement } = calculate(booksOf(rows, closes, factors), { calculatedFees });
  expect(statement.incomeAndFees).toEqual({
    income: [
      { kind: "Qualified dividend", amount: { period: "50.00", year: "90.00" } },
      { kind: "Interest, not classified", amount: { period: "3.00", year: "3.00" } },
    ],
    withheld: { period: "5.00", year: "5.00" },
    gains: [
      {
        term: "Short-term",
        proceeds: { period: "6000.00", year: "6000.00" },
        costBasis: { period: "5000.00", year: "5000.00" },
        gain: { period: "1000.00", year: "1000.00" },
        washed: { period: "0.00", year: "0.00" },
      },
    ],
    fees: [
      {
        on: "2026-03-20",
        description: "Advisory fee",
        basis: "250000.00",
        rate: "1.000000",
        days: "90",
        amount: "625.00",
      },
      {
        on: "2026-03-24",
        description: "Refund of advisory fee",
        basis: null,
        rate: null,
        days: null,
        amount: "-25.00",
      },
    ],
    feesOfYear: "600.00",
  });
});

test("the year has its own sum, and twelve ends of months stand next to it", () => {
  const rows = rowsOf(...opened, ["2026-01-15", "WDL", { amount: "1000.00" }]);
  const { statement } = calculate(booksOf(rows, closes, factors));
  expect(statement.sum).toMatchObject({
    openingOn: "2026-02-27",
    yearOpeningOn: "2025-12-31",
    opening: { period: "258000.00", year: "258000.00" },
    closing: { period: "258642.66", year: "258642.66" },
    changeOfPrices: { period: "642.66", year: "1642.66" },
  });
  expect(statement.sum.lines.withdrawals).toEqual({ period: "0.00", year: "-1000.00" });
  expect(statement.monthEnds).toHaveLength(12);
  expect(statement.monthEnds[0]).toEqual({ on: "2025-04-30", value: null });
  expect(statement.monthEnds.slice(-4)).toEqual([
    { on: "2025-12-31", value: "258000.00" },
    // Nothing was valued in January.
    { on: "2026-01-31", value: "258000.00" },
    { on: "2026-02-28", value: "258000.00" },
    { on: "2026-03-31", value: "258642.66" },
  ]);
});

test("a value that the holdings do not have is a problem", () => {
  const books = booksOf(rowsOf(...opened), closes, factors);
  const days = books.days.map((day) =>
    day.on === "2026-03-31" ? { ...day, marketValue: day.marketValue + 5n } : day,
  );
  expect(calculate({ ...books, days }).problems).toEqual([
    "The sum of the period differs from the closing value by 0.05.",
    "The sum of the year differs from the closing value by 0.05.",
    "The holdings are worth 259642.66, the account 259642.71.",
  ]);
});
