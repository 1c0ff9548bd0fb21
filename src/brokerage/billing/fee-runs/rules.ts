// What may be asked of a fee run. Pure. (docs/billing.md)
import { brokenIf, fieldProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { endOfMonth } from "./billed-plan.ts";
import { feeRunErrors } from "./errors.ts";
import type { FeeRunUpdate, NewFeeRun } from "./schema.ts";

const rule = shapeRules<NewFeeRun>();
const ruleOfUpdate = shapeRules<FeeRunUpdate>();

/** A period ends with a month. */
export const rulesOfNewRun = [
  rule(["periodEnd"], ({ periodEnd }) =>
    brokenIf(periodEnd !== endOfMonth(periodEnd), feeRunErrors.period),
  ),
];

/** A reversal says why. */
export const rulesOfRunUpdate = [
  ruleOfUpdate(["runStatus", "comment"], ({ runStatus, comment }) =>
    runStatus === "REVERSING" && comment === undefined
      ? [fieldProblem("comment", feeRunErrors.commentMissing)]
      : [],
  ),
];
