// The days that may have closes. (interface 4.21)
import { decodeDay, earliestDay, newYorkDay } from "@bursar/values/dates";
import { valueErrors } from "../../../values/errors.ts";
import { fieldProblem } from "../../../values/problem.ts";
import type { ShapeRule } from "../../../values/shape-rule.ts";

/** The day of the path is one that has come, written as `YYYY-MM-DD`. */
export const rulesOfClose: readonly ShapeRule[] = [
  {
    check(_body, { params, now }) {
      const { date = "" } = params;
      const isDay = decodeDay(date) === date && date >= earliestDay;
      return isDay && date <= newYorkDay(now) ? [] : [fieldProblem("date", valueErrors.date)];
    },
  },
];
