// Rules of fee runs. Pure. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import { brokenIf, fieldProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { endOfMonth } from "./billed-plan.ts";
import { feeRunErrors } from "./errors.ts";
import type { FeeItemUpdate, FeeRunUpdate, NewFeeRun } from "./schema.ts";

const rule = shapeRules<NewFeeRun>();
const ruleOfUpdate = shapeRules<FeeRunUpdate>();

/** A period ends with a month. */
export const rulesOfNewRun = [
  rule(["periodEnd"], ({ periodEnd }) => {
    const end = endOfMonth(periodEnd);
    const sentence = `A period ends with a month: on ${end}, not on ${periodEnd}.`;
    return brokenIf(periodEnd !== end, { ...feeRunErrors.period, sentence });
  }),
];

/** A reversal says why. */
export const rulesOfRunUpdate = [
  ruleOfUpdate(["runStatus", "comment"], ({ runStatus, comment }) =>
    runStatus === "REVERSING" && comment === undefined
      ? [fieldProblem("comment", feeRunErrors.commentMissing)]
      : [],
  ),
];

const ruleOfItem = shapeRules<FeeItemUpdate>();
const changes = ["adjustedAmount", "excluded", "paidDate", "retry", "writeOff"] as const;

/** One change at a time; a payment is of a day that has come. */
export const rulesOfItemUpdate = [
  ruleOfItem([...changes], (sent) => {
    const named = changes.filter((name) => sent[name] !== undefined);
    const isUndone = sent.retry === false || sent.writeOff === false;
    const sentence = `One change at a time, of ${changes.join(", ")}; what is tried or written off is true.`;
    return brokenIf(named.length !== 1 || isUndone, { ...feeRunErrors.adjustment, sentence });
  }),
  ruleOfItem(["paidDate"], ({ paidDate }, { now }) =>
    paidDate !== undefined && paidDate > newYorkDay(now)
      ? [fieldProblem("paidDate", feeRunErrors.paidDate)]
      : [],
  ),
];
