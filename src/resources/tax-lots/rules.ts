// Which year may be requested, and of which account. (interface 4.8)
import { accountTypes } from "../../reference/codes.ts";
import { newYorkYear } from "../../values/dates.ts";
import { fieldProblem, type Problem } from "../../values/problem.ts";
import { shapeRules } from "../../values/shape-rule.ts";
import { taxLotErrors } from "./errors.ts";

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

/** Problems that need stored facts: only the gains of taxable accounts are reported. */
export function problemsWithAccount(account: { readonly accountType: string }): Problem[] {
  if (accountTypes.find(account.accountType)?.taxability === "taxable") return [];
  const { code: errorCode, sentence: message } = taxLotErrors.nonTaxable;
  return [{ type: "VALIDATION_FIELD", field: "accountnumber", errorCode, message }];
}
