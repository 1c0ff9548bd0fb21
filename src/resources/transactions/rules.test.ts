// Limits of a transaction's days and figures, at the limit itself. (docs/tax-lots.md, "Facts")
import { expect, test } from "vitest";
import { parseJson } from "../../values/json.ts";
import { decode } from "../../values/wire.ts";
import { faultsOfTransaction } from "./rules.ts";
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
const tooMuch = ["amount: More is withheld than is paid."];

function faultsOf(row: object): string[] {
  const record = decode(TransactionRecord, parseJson(JSON.stringify({ ...basics, ...row })), []);
  if (record === undefined) throw new Error("the row does not decode");
  return faultsOfTransaction(record).map(({ column, reason }) => `${column}: ${reason}`);
}

test.each<[string, object, string[]]>([
  ["a settlement on the day of the trade", { ...buy, settlementDate: "2024-02-01" }, []],
  [
    "a settlement on the day before",
    { ...buy, settlementDate: "2024-01-31" },
    ["settlementDate: It is before the trade date."],
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
])("%s", (_what, row, faults) => {
  expect(faultsOf(row)).toEqual(faults);
});
