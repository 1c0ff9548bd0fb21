// The output of `bursar explain form` for a form of income.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { type IncomeRow, incomeBoxes } from "../brokerage/books/tax-forms/income-boxes.ts";
import { paperLines } from "./explain-form.ts";

const row: IncomeRow = {
  transactionId: "81006",
  transactionType: "INT",
  tradeOn: "2026-11-25" as Day,
  ticker: "NOTE",
  cusip: null,
  incomeKind: "treasury",
  amount: "14" as Decimal,
  federalTax: "3.36" as Decimal,
  foreignTax: null,
  country: null,
  stateTax: null,
  state: null,
};

test("each box is followed by the transactions that add up to it", () => {
  const foreign = { ...row, ticker: null, incomeKind: null, foreignTax: "0.10" as Decimal };
  const rows = [row, { ...foreign, transactionId: "81007" }, { ...foreign, country: "CA" }];
  const paper = {
    accountNumber: "RA00000001",
    taxYear: "2026",
    form: "1099-int",
    version: "2",
    corrected: true,
    ...incomeBoxes("1099-int", rows),
  };
  expect(paperLines(paper as never)).toMatchInlineSnapshot(`
    [
      "Form 1099-INT of RA00000001, tax year 2026: CORRECTED, version 2",
      "1   Interest income: 28.00",
      "      14.00  2026-11-25, transaction 81007: INT, not classified",
      "      14.00  2026-11-25, transaction 81006: INT, not classified",
      "2   Early withdrawal penalty: not computed",
      "3   Interest on U.S. savings bonds and Treasury obligations: 14.00",
      "      14.00  2026-11-25, transaction 81006: INT of NOTE, treasury",
      "4   Federal income tax withheld: 10.08",
      "      3.36  2026-11-25, transaction 81006: INT of NOTE, treasury",
      "      3.36  2026-11-25, transaction 81007: INT, not classified",
      "      3.36  2026-11-25, transaction 81006: INT, not classified",
      "5   Investment expenses: not computed",
      "6   Foreign tax paid: 0.20",
      "      0.10  2026-11-25, transaction 81007: INT, not classified",
      "      0.10  2026-11-25, transaction 81006: INT, not classified",
      "7   Foreign country or U.S. territory",
      "      CA: 0.10",
      "      not named: 0.10",
      "      0.10  2026-11-25, transaction 81007: INT, not classified",
      "      0.10  2026-11-25, transaction 81006: INT, not classified",
      "8   Tax-exempt interest: 0.00",
      "9   Specified private activity bond interest: 0.00",
      "10  Market discount: not computed",
      "11  Bond premium: not computed",
      "12  Bond premium on Treasury obligations: not computed",
      "13  Bond premium on tax-exempt bond: not computed",
      "14  Tax-exempt and tax credit bond CUSIP no.: not computed",
      "15  State",
      "16  State identification no.",
      "17  State tax withheld: 0.00",
      "    Not classified, in box 1: 28.00",
      "      14.00  2026-11-25, transaction 81007: INT, not classified",
      "      14.00  2026-11-25, transaction 81006: INT, not classified",
    ]
  `);
});
