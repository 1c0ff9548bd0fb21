// Limits of a transaction's days and figures, at the limit itself. (docs/tax-lots.md, "Facts")
import { expect, test } from "vitest";
import { parseJson } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { rulesOfTransaction } from "./rules.ts";
import { TransactionRecord } from "./schema.ts";

const basics = {
  accountNumber: "RA00000006",
  transactionId: "950001",
  entryOrder: "700",
  tradeDate: "2024-02-01",
  folioNumber: "RA0000000603",
};
const buy = { transactionType: "BUY", securityId: "601", shares: "10", price: "5" };
const dividend = { transactionType: "DIV", amount: "10.00" };
const deposit = { transactionType: "DEP", amount: "10.00" };
const tooMuch = ["amount: More is withheld than is paid."];

const noPlace = { entryOrder: undefined, tradeDate: undefined, folioNumber: undefined };

function faultsOf(row: object): string[] {
  const found: Problem[] = [];
  const raw = parseJson(JSON.stringify({ ...basics, ...row }));
  const record = decodeSoundFields(TransactionRecord, raw, found);
  const faults = checkShape(rulesOfTransaction, record, undefined, found);
  return faults.map(({ column, reason }) => `${column}: ${reason}`);
}

test.each<[string, object, string[]]>([
  ["a settlement on the day of the trade", { ...buy, settlementDate: "2024-02-01" }, []],
  [
    "a settlement on the day before",
    { ...buy, settlementDate: "2024-01-31" },
    ["settlementDate: It is before the trade date."],
  ],
  [
    "income of a kind of another type",
    { ...dividend, incomeKind: "treasury" },
    ["incomeKind: It is no kind of income of DIV."],
  ],
  [
    "a qualified dividend as interest",
    { ...dividend, transactionType: "INT", incomeKind: "qualified" },
    ["incomeKind: It is no kind of income of INT."],
  ],
  [
    "a qualified return of capital",
    { ...dividend, transactionType: "ROC", securityId: "601", incomeKind: "qualified" },
    ["incomeKind: It is no kind of income of ROC."],
  ],
  [
    "a liquidation",
    { ...dividend, transactionType: "ROC", securityId: "601", incomeKind: "liquidation" },
    [],
  ],
  ["exempt interest", { ...dividend, transactionType: "INT", incomeKind: "exempt" }, []],
  [
    "a deposit that may be withdrawn before it came",
    { ...deposit, method: "ACH", availableOn: "2024-01-31" },
    ["availableOn: It is before the trade date."],
  ],
  ["a returned withdrawal", { ...deposit, reverses: "7", notes: "no account" }, []],
  [
    "a fee that reverses another and is taken",
    { ...deposit, transactionType: "FEE", reverses: "7" },
    ["reverses: A fee that reverses another is a refund."],
  ],
  [
    "a refund by wire",
    { ...deposit, transactionType: "FEE", feeKind: "refund", reverses: "7", method: "WIRE" },
    ["method: FEE, Fee, has no such value."],
  ],
  [
    "a cancellation of an event",
    { transactionType: "CXL", cancels: "7", eventId: "9001", ...noPlace },
    ["eventId: CXL, Cancellation, has no such value."],
  ],
  ["all of a dividend withheld", { ...dividend, federalTaxWithholding: "10.00" }, []],
  ["too much for the federation", { ...dividend, federalTaxWithholding: "10.01" }, tooMuch],
  ["too much for a state", { ...dividend, stateTaxWithholding: "10.01" }, tooMuch],
  ["too much for another country", { ...dividend, foreignTaxWithholding: "10.01" }, tooMuch],
  [
    "too much for the three together",
    {
      ...dividend,
      federalTaxWithholding: "4.00",
      stateTaxWithholding: "4.00",
      foreignTaxWithholding: "2.01",
    },
    tooMuch,
  ],
  [
    "a bad cell together with a settlement too early, a missing folio and a surplus column",
    {
      ...buy,
      shares: "many",
      folioNumber: undefined,
      amount: "-1.00",
      settlementDate: "2024-01-31",
      netAmount: "-5.00",
    },
    [
      "folioNumber: A value is required (BUY, Buy).",
      "amount: BUY, Buy, has no such value.",
      "settlementDate: It is before the trade date.",
      "netAmount: It is below 0.",
    ],
  ],
  [
    "an unknown type together with days out of order",
    { ...buy, transactionType: "???", exDate: "2024-02-02", settlementDate: "2024-01-31" },
    ["settlementDate: It is before the trade date.", "exDate: It is after the trade date."],
  ],
  [
    "a bad lot together with one that is acquired too late and one with an undated gift",
    {
      transactionType: "TIN",
      securityId: "601",
      shares: "10",
      lots: [
        { shares: "none", originalAcquisitionDate: "2023-01-02" },
        { shares: "4", originalAcquisitionDate: "2024-02-02" },
        { shares: "4", giftMarketValue: "10.00" },
      ],
    },
    [
      "lots: A lot is acquired after the trade date.",
      "lots: The market value of a gift needs its date.",
    ],
  ],
  [
    "a bad trade date, against which no day can be judged",
    { ...buy, tradeDate: "soon", settlementDate: "1990-01-02", price: undefined },
    ["price: A price or a net amount is required."],
  ],
  [
    "a merger with half a ratio",
    { transactionType: "MRG", securityId: "601", folioNumber: undefined, ratioNew: "1" },
    ["ratioNew: A new security and both parts of the ratio go together."],
  ],
  [
    "a merger that pays nothing",
    { transactionType: "MRG", securityId: "601", folioNumber: undefined },
    ["cashPerShare: A merger pays shares or cash."],
  ],
  [
    "cash that is stated of a whole position, without cash per share, and below 0",
    {
      transactionType: "MRG",
      securityId: "601",
      folioNumber: undefined,
      intoSecurityId: "602",
      ratioNew: "1",
      ratioOld: "1",
      netAmount: "-1.00",
    },
    [
      "netAmount: Cash is stated of a part, which `shares` says.",
      "netAmount: Cash that is stated needs `cashPerShare`.",
      "netAmount: It is below 0.",
    ],
  ],
])("%s", (_what, row, faults) => {
  expect(faultsOf(row)).toEqual(faults);
});
