// The years and accounts for which tax lots may be requested. (interface 4.8)

import { addMonths, newYorkDay, newYorkYear } from "@bursar/values/dates";
import { accountTypes } from "../../../reference/codes.ts";
import { fieldProblem, type Problem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { taxLotErrors } from "./errors.ts";
import type { SaleToPreview } from "./preview-schema.ts";

const rule = shapeRules<{ taxyear: string }>();

/** Rules that need only the request and the clock: a year is named and is over in New York. */
export const rulesOfRequest = [
  rule(["taxyear"], (_body, { query, now }) => {
    const { taxyear } = query;
    // Both have four digits, so their order as texts is that of the years.
    const isPast = typeof taxyear === "string" && taxyear < String(newYorkYear(now));
    return isPast ? [] : [fieldProblem("taxyear", taxLotErrors.taxYear)];
  }),
];

const ofPreview = shapeRules<SaleToPreview>();

const mostMonths = 120;

/** Rules of a sale that is only tried: its books are those of today. */
export const rulesOfPreview = [
  ofPreview(["saleDate"], ({ saleDate }, { now }) => {
    const today = newYorkDay(now);
    const isSound =
      saleDate === undefined || (saleDate >= today && saleDate <= addMonths(today, mostMonths));
    return isSound ? [] : [fieldProblem("saleDate", taxLotErrors.saleDate)];
  }),
];

/** Problems that need stored facts: only the gains of taxable accounts are reported. */
export function problemsWithAccount(account: { readonly accountType: string }): Problem[] {
  if (accountTypes.find(account.accountType)?.taxability === "taxable") return [];
  const { code: errorCode, sentence: message } = taxLotErrors.nonTaxable;
  return [{ type: "VALIDATION_FIELD", field: "accountnumber", errorCode, message }];
}
