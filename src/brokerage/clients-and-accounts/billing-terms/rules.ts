// Rules of a loaded term or exclusion by itself; constraints enforce the same.
import { addDays } from "@bursar/values/dates";
import { type RowRule, rowRules } from "../../../values/row-rule.ts";
import type { BillingExclusionRecord, BillingTermRecord } from "./schema.ts";

const rule = rowRules<BillingTermRecord>();
const exclusionRule = rowRules<BillingExclusionRecord>();

/** The day before the first ends a row that never held. (`billing_term_days`, `billing_exclusion_days`) */
const backward = { column: "to", reason: "The last day is before the first." };

/** A term ends after it begins, nobody is the own payer, and an invoice is taken from no account
 * (`billing_term_payer`, `billing_term_collect`). */
export const rulesOfTerm: readonly RowRule[] = [
  rule(["from", "to"], ({ from, to }) =>
    to !== undefined && to < addDays(from, -1) ? [backward] : [],
  ),
  rule(["accountNumber", "payerAccountNumber"], ({ accountNumber, payerAccountNumber }) =>
    payerAccountNumber === accountNumber
      ? [{ column: "payerAccountNumber", reason: "It is the account itself: leave it empty." }]
      : [],
  ),
  rule(["payerAccountNumber", "collect"], ({ payerAccountNumber, collect }) =>
    collect === "invoice" && payerAccountNumber !== undefined
      ? [
          {
            column: "payerAccountNumber",
            reason: "An invoice is paid from outside: leave it empty.",
          },
        ]
      : [],
  ),
];

/** An exclusion ends after it begins. */
export const rulesOfExclusion: readonly RowRule[] = [
  exclusionRule(["from", "to"], ({ from, to }) =>
    to !== undefined && to < addDays(from, -1) ? [backward] : [],
  ),
];
