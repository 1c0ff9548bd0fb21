// The category of each type of transaction.
import { expect, test } from "vitest";
import { transactionTypes } from "../../../reference/codes.ts";
import { type Categorized, categoriesNamed, categoryOf } from "./categories.ts";

const plain: Categorized = {
  transactionType: "DEP",
  folioNumber: "RA0000000103",
  method: null,
  reverses: null,
  incomeKind: null,
  feeKind: null,
  eventKind: null,
};
const shown = (row: Partial<Categorized>) => {
  const { category, name } = categoryOf({ ...plain, ...row });
  return `${category} / ${name}`;
};

test("each type of transaction is in a category", () => {
  const lines = transactionTypes.rows.map(({ code }) => {
    return `${code} ${shown({ transactionType: code })}`;
  });
  expect(lines).toEqual([
    "BUY Trades / BUY",
    "REI Income / REINVESTMENT",
    "TIN Deposits / SECURITIES",
    "GFT Deposits / GIFT",
    "INH Deposits / INHERITANCE",
    "SLE Trades / SELL",
    "RDM Corporate Actions / REDEMPTION",
    "EXP Corporate Actions / EXPIRY",
    "WLS Corporate Actions / WORTHLESS",
    "CIL Corporate Actions / CASH IN LIEU",
    "TOT Withdrawals / SECURITIES",
    "SPL Corporate Actions / SPLIT",
    "MRG Corporate Actions / MERGER",
    "SPO Corporate Actions / SPIN-OFF",
    "ROC Corporate Actions / RETURN OF CAPITAL",
    "SYM Corporate Actions / SYMBOL CHANGE",
    "EXR Corporate Actions / EXERCISE",
    "BAS Adjustments / BASIS",
    "STU Adjustments / BASIS",
    "LMV Transfers / SECURITIES",
    "AVE Adjustments / ELECTION",
    "AVR Adjustments / ELECTION",
    "AVX Adjustments / ELECTION",
    "DEP Deposits / CASH",
    "WDL Withdrawals / CASH",
    "ADM Fees / SERVICE",
    "DIV Income / DIVIDEND",
    "INT Income / INTEREST",
    "FEE Fees / ADVISORY",
    "CJL Transfers / CASH",
    "SJL Transfers / SECURITIES",
    "CXL Adjustments / CANCELLATION",
  ]);
});

test.each<[Partial<Categorized>, string]>([
  [{ method: "ACH" }, "Deposits / ACH"],
  [{ method: "WIRE", transactionType: "WDL" }, "Withdrawals / WIRE"],
  [{ method: "CHECK", reverses: "7", transactionType: "WDL" }, "Withdrawals / RETURNED"],
  [{ reverses: "7" }, "Deposits / RETURNED"],
  [{ transactionType: "BUY", folioNumber: "RA0000000102" }, "Trades / PRIVATE PLACEMENT"],
  [{ transactionType: "DIV", incomeKind: "longGain" }, "Income / CAPITAL GAIN"],
  [{ transactionType: "DIV", incomeKind: "section1250" }, "Income / CAPITAL GAIN"],
  [{ transactionType: "DIV", incomeKind: "qualified" }, "Income / DIVIDEND"],
  [{ transactionType: "INT", incomeKind: "privateActivity" }, "Income / EXEMPT"],
  [{ transactionType: "INT", incomeKind: "treasury" }, "Income / INTEREST"],
  [{ transactionType: "ROC", incomeKind: "liquidation" }, "Corporate Actions / LIQUIDATION"],
  [{ transactionType: "SPL", eventKind: "SDV" }, "Corporate Actions / STOCK DIVIDEND"],
  [{ transactionType: "SPL", eventKind: "SPL" }, "Corporate Actions / SPLIT"],
  [{ transactionType: "SPO", eventKind: "RTS" }, "Corporate Actions / RIGHTS"],
  [{ transactionType: "SLE", eventKind: "TND" }, "Corporate Actions / TENDER"],
  [{ transactionType: "FEE", feeKind: "refund" }, "Fees / REFUND"],
])("%j is %s", (row, name) => {
  expect(shown(row)).toBe(name);
});

test("names of categories are found whatever their case, those of both kinds together", () => {
  const named = (...names: Parameters<typeof categoriesNamed>) =>
    categoriesNamed(...names)?.map(({ code }) => code);
  expect(named(undefined, undefined)).toBe(undefined);
  expect(named(["fees", "TRANSFERS"], ["cash", "Refund"])).toEqual([
    "fees-refund",
    "transfers-cash",
  ]);
});
