// The sum of a statement: the worked example, and one case for each amount in it. (docs/statements.md)
import type { Day } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import { expect, test } from "vitest";
import { booksOf, rowsOf, type ShortCloses } from "../../../../test/statements/books-of.ts";
import { type Books, followBooks, spanOf } from "./booked.ts";
import { bridgeLines, type ValueBridge, valueBridge } from "./value-bridge.ts";

const march = { after: "2026-02-28" as Day, until: "2026-03-31" as Day };

function bridgeOf(books: Books, period = march, printed?: bigint): ValueBridge {
  const { opening, base, closing } = spanOf(books.days, period.after, period.until);
  return valueBridge(followBooks(books, [opening?.on, base?.on, closing?.on]), period, printed);
}

/** The amounts that are not 0, as text. */
function shown(bridge: ValueBridge): Record<string, string> {
  const named = [
    ["opening", bridge.opening] as const,
    ...bridgeLines.map((name) => [name, bridge[name]] as const),
  ];
  return Object.fromEntries(
    [...named, ["closing", bridge.closing] as const, ["difference", bridge.difference] as const]
      .filter(([, cents]) => cents !== 0n)
      .map(([name, cents]) => [name, moneyText(cents)]),
  );
}

const closes: ShortCloses = {
  1: { "2026-02-27": "60", "2026-03-10": "61", "2026-03-31": "60.428438" },
};
const before = [
  ["2026-02-02", "DEP", { amount: "250000.00" }],
  ["2026-02-02", "BUY", { securityId: "1", shares: "4000", price: "60" }],
] as const;

test("the sum of March 2026 goes from 250,000.00 to 252,911.15", () => {
  const rows = rowsOf(
    ...before,
    ["2026-03-03", "DEP", { amount: "2500.00" }],
    ["2026-03-05", "WDL", { amount: "1000.00" }],
    ["2026-03-10", "DIV", { securityId: "1", amount: "310.00" }],
    ["2026-03-16", "INT", { amount: "12.40" }],
    ["2026-03-20", "FEE", { amount: "625.00" }],
  );
  const bridge = bridgeOf(booksOf(rows, closes));
  expect(bridge.openingOn).toBe("2026-02-27");
  expect(shown(bridge)).toEqual({
    opening: "250000.00",
    deposits: "2500.00",
    withdrawals: "-1000.00",
    income: "322.40",
    fees: "-625.00",
    change: "1713.75",
    closing: "252911.15",
  });
});

test("tax withheld stands apart from income, and that of a sale next to its proceeds", () => {
  const rows = rowsOf(
    ...before,
    ["2026-03-10", "DIV", { securityId: "1", amount: "100.00", federalTaxWithholding: "24.00" }],
    [
      "2026-03-10",
      "SLE",
      { securityId: "1", shares: "100", price: "61", stateTaxWithholding: "10.00" },
    ],
    ["2026-03-11", "WDL", { amount: "500.00", federalTaxWithholding: "50.00" }],
  );
  expect(shown(bridgeOf(booksOf(rows, closes)))).toEqual({
    opening: "250000.00",
    withdrawals: "-500.00", // the 50.00 that were withheld are a part of them
    income: "100.00",
    taxWithheld: "-34.00",
    change: "1770.91", // 3,900 × 60.428438 − 240,000.00 + 6,100.00
    closing: "251336.91",
  });
});

test("what is accrued counts with the change, and accrued interest that is paid with it", () => {
  const rows = rowsOf(
    ...before,
    // 60.00 of a dividend are due from the 30th and paid in April.
    ["2026-04-15", "DIV", { securityId: "1", amount: "60.00", exOn: "2026-03-30" }],
    [
      "2026-03-10",
      "BUY",
      { securityId: "2", shares: "5000", price: "98", accruedInterest: "12.50" },
    ],
  );
  const bridge = bridgeOf(booksOf(rows, { ...closes, 2: { "2026-03-10": "98" } }, { 2: "0.01" }));
  expect(shown(bridge)).toEqual({
    opening: "250000.00",
    change: "1773.75",
    closing: "251773.75",
  });
  expect(bridge.changeOfAccrued).toBe(6000n); // 60.00 + 12.50 due − 12.50 paid
});

test("fees of every kind: refunded, paid from outside, of service", () => {
  const rows = rowsOf(
    ...before,
    ["2026-03-04", "FEE", { amount: "100.00" }],
    ["2026-03-05", "FEE", { amount: "40.00", feeKind: "refund" }],
    ["2026-03-06", "FEE", { amount: "30.00", feePaidBy: "outside" }],
    ["2026-03-09", "FEE", { amount: "5.00", feeKind: "refund", feePaidBy: "outside" }],
    ["2026-03-10", "ADM", { amount: "7.00" }],
  );
  expect(shown(bridgeOf(booksOf(rows, closes)))).toEqual({
    opening: "250000.00",
    deposits: "30.00",
    withdrawals: "-5.00",
    fees: "-130.00",
    refunds: "45.00",
    serviceFees: "-7.00",
    change: "1713.75",
    closing: "251646.75",
  });
});

test("securities that come and go count at the price of their day", () => {
  const rows = rowsOf(
    ...before,
    ["2026-03-10", "TIN", { securityId: "1", shares: "10", lots: [] }],
    ["2026-03-31", "TOT", { securityId: "1", shares: "4" }],
  );
  expect(shown(bridgeOf(booksOf(rows, closes)))).toEqual({
    opening: "250000.00",
    securitiesIn: "610.00",
    securitiesOut: "-241.71",
    change: "1708.03", // 1,713.75 and 10 × (60.428438 − 61), each rounded
    closing: "252076.32",
  });
});

test("an advance is no deposit of the day on which it is bought", () => {
  const rows = rowsOf(
    ...before,
    ["2026-03-31", "BUY", { securityId: "1", shares: "200", price: "60.428438" }],
    ["2026-04-01", "DEP", { amount: "9000.00" }],
  );
  const books = booksOf(rows, { 1: { ...closes[1], "2026-04-30": "60" } });
  const bridge = bridgeOf(books);
  // The cash of the end of March is below 0, and so it is on paper.
  expect(shown(bridge)).toEqual({ opening: "250000.00", change: "1713.75", closing: "251713.75" });
  const april = { after: march.until, until: "2026-04-30" as Day };
  expect(bridgeOf(books, april)).toMatchObject({
    opening: bridge.closing,
    deposits: 900000n,
    difference: 0n,
  });
});

test("the opening is what was printed, and its present value stands next to it", () => {
  const rows = rowsOf(...before, ["2026-02-20", "DEP", { amount: "80.00" }]);
  expect(shown(bridgeOf(booksOf(rows, closes), march, 25000000n))).toEqual({
    opening: "250000.00",
    corrections: "80.00",
    change: "1713.75",
    closing: "251793.75",
  });
});

test("a folio whose performance was loaded takes as its change what is left", () => {
  const books = {
    rows: rowsOf(["2026-03-10", "DIV", { securityId: "1", amount: "8.00" }]),
    days: [
      {
        on: "2026-02-27",
        marketValue: 100000n,
        accrued: 0n,
        cashFlows: 0n,
        securityFlows: 0n,
        fees: 0n,
        isEstimated: false,
      },
      {
        on: "2026-03-10",
        marketValue: 120000n,
        accrued: 0n,
        cashFlows: 15000n,
        securityFlows: 0n,
        fees: 200n,
        isEstimated: false,
      },
      {
        on: "2026-03-31",
        marketValue: 121000n,
        accrued: 0n,
        cashFlows: -500n,
        securityFlows: 0n,
        fees: 0n,
        isEstimated: false,
      },
    ] as never,
    sources: { closes: new Map() },
    loadedFolios: ["RA7Q20MX4K03"],
  };
  const bridge = bridgeOf(books);
  expect(shown(bridge)).toEqual({
    opening: "1000.00",
    deposits: "150.00",
    withdrawals: "-5.00",
    income: "8.00",
    fees: "-2.00",
    change: "59.00",
    closing: "1210.00",
  });
  expect(bridge.changeOfPrices).toBeUndefined();
});

test("a holding that another system brought comes in as securities", () => {
  const days = [
    {
      on: "2026-03-10",
      marketValue: 5000n,
      accrued: 0n,
      cashFlows: 0n,
      securityFlows: 0n,
      fees: 0n,
      isEstimated: false,
    },
    {
      on: "2026-03-31",
      marketValue: 5100n,
      accrued: 0n,
      cashFlows: 0n,
      securityFlows: 0n,
      fees: 0n,
      isEstimated: false,
    },
  ] as never;
  const books = { rows: [], days, sources: { closes: new Map() }, loadedFolios: ["X"] };
  expect(shown(bridgeOf(books))).toEqual({
    securitiesIn: "50.00",
    change: "1.00",
    closing: "51.00",
  });
});

test("a value other than the sum is reported", () => {
  const books = booksOf(rowsOf(...before), closes);
  const days = books.days.map((day) =>
    day.on === "2026-03-31" ? { ...day, marketValue: day.marketValue + 1n } : day,
  );
  expect(bridgeOf({ ...books, days }).difference).toBe(1n);
});
