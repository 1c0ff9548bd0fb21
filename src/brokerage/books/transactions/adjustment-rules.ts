// Problems of a transaction by itself that adjusts a basis, elects an average or moves lots, and of
// the terms with which a disposal was accepted. (docs/tax-lots.md)
import { isFolioNumber, isId } from "@bursar/values/ids";
import { transactionReasons } from "../../../reference/codes.ts";
import {
  type RowProblem,
  type RowRule,
  rowEntryRules,
  rowRules,
} from "../../../values/row-rule.ts";
import type { Column } from "./column-rules.ts";
import { adjustedLotOf, isNamedWithShares } from "./named-lots.ts";
import type { TransactionRecord } from "./schema.ts";

const rule = rowRules<TransactionRecord>();
const entries = rowEntryRules<TransactionRecord>();

/** The problem of a column, if the row is faulty. */
export function faultIf(
  isFaulty: boolean | undefined,
  column: Column,
  reason: string,
): RowProblem[] {
  return isFaulty ? [{ column, reason }] : [];
}

const rulesOfBasis: readonly RowRule[] = [
  rule(["transactionType", "reason"], ({ transactionType: type, reason }) => {
    const isOther = reason !== undefined && transactionReasons.find(reason)?.of !== type;
    const own = transactionReasons.rows.filter(({ of }) => of === type).map(({ code }) => code);
    return faultIf(isOther, "reason", `${type} has one of ${own.join(", ")}.`);
  }),
  rule(["transactionType", "reason", "holdingDays"], ({ reason, holdingDays }) => {
    const isMisfit = holdingDays !== undefined && reason !== "WSH";
    const why = "Only a wash sale elsewhere (WSH) moves the acquisition back.";
    return faultIf(isMisfit, "holdingDays", why);
  }),
  entries(
    "namedLots",
    [],
    (named, _, { transactionType }) => {
      if (transactionType !== "BAS") return [];
      const isMisfit = named.some(
        (lot) => lot && (isNamedWithShares(lot) || !isId(adjustedLotOf(lot).transactionId)),
      );
      const why = "An adjustment names `transaction` or `transaction/place`, without shares.";
      return faultIf(isMisfit, "namedLots", why);
    },
    ["transactionType"],
  ),
  rule(["transactionType", "dateOfDeath", "tradeDate"], (row) => {
    const { transactionType, dateOfDeath, tradeDate } = row;
    const isOther =
      transactionType === "STU" && dateOfDeath !== undefined && dateOfDeath !== tradeDate;
    return faultIf(isOther, "dateOfDeath", "A basis steps up on the day of death, the trade date.");
  }),
  rule(["planSince", "tradeDate"], ({ planSince = "", tradeDate = "" }) =>
    faultIf(planSince > tradeDate, "planSince", "It is after the trade date."),
  ),
  rule(["transactionType", "tradeDate"], ({ transactionType, tradeDate = "" }) =>
    faultIf(
      transactionType === "AVE" && tradeDate < "2012-01-01",
      "tradeDate",
      "Lots from before 2012 are not averaged: an election is dated 2012-01-01 or later.",
    ),
  ),
];

/** Lots move to a folio of another account. */
const rulesOfMoves: readonly RowRule[] = [
  rule(["toAccountNumber", "accountNumber"], ({ toAccountNumber, accountNumber }) => {
    const isItself = toAccountNumber !== undefined && toAccountNumber === accountNumber;
    const reason =
      "The lots move to their own account; between its folios shares are journaled (SJL).";
    return faultIf(isItself, "toAccountNumber", reason);
  }),
  rule(["toAccountNumber", "toFolioNumber"], ({ toAccountNumber, toFolioNumber }) => {
    if (toAccountNumber === undefined || toFolioNumber === undefined) return [];
    const isOther = !isFolioNumber(toFolioNumber) || toFolioNumber.slice(0, -2) !== toAccountNumber;
    return faultIf(
      isOther,
      "toFolioNumber",
      "It is no folio of the account that receives the lots.",
    );
  }),
  rule(["transactionType", "reason", "marketValue"], (row) => {
    const { transactionType, reason, marketValue } = row;
    const isMisfit = transactionType === "LMV" && marketValue !== undefined && reason !== "GFT";
    return faultIf(isMisfit, "marketValue", "Only a gift (GFT) has a market value.");
  }),
];

const rulesOfAccepted: readonly RowRule[] = (
  ["acceptedShortTermTaxRate", "acceptedLongTermTaxRate"] as const
).map((column) =>
  rule(["acceptedMethod", column], (row) => {
    const isAlone = row[column] !== undefined && row.acceptedMethod === undefined;
    return faultIf(isAlone, column, "It goes with the method of then, `acceptedMethod`.");
  }),
);

/** All of these rules. */
export const rulesOfAdjustments: readonly RowRule[] = [
  ...rulesOfBasis,
  ...rulesOfMoves,
  ...rulesOfAccepted,
];
