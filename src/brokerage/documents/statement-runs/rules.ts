// Rules of a new statement run that need the request and the clock alone.
import { addDays, type Day, newYorkDay } from "@bursar/values/dates";
import { ruleProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { statementRunErrors } from "./errors.ts";
import type { NewStatementRun } from "./schema.ts";

const rule = shapeRules<NewStatementRun>();

/** Whether a day is the last of a month that is over on another day. */
function endsPastMonth(day: Day, today: Day): boolean {
  return day < today && addDays(day, 1).endsWith("-01");
}

/** A period ends with a month that is over; households have performance reports alone. */
export const rulesOfNewRun = [
  rule(["periodEnd"], ({ periodEnd }, { now }) =>
    endsPastMonth(periodEnd, newYorkDay(now)) ? [] : [ruleProblem(statementRunErrors.period)],
  ),
  rule(["reportType", "households"], ({ reportType, households }) =>
    households === true && reportType !== "R" ? [ruleProblem(statementRunErrors.account)] : [],
  ),
];
