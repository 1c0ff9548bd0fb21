// Rules of requests for securities that need only what was sent and the clock.
import { newYorkDay } from "@bursar/values/dates";
import { isSameRange, rangeError, type SentRange } from "../../../values/date-range.ts";
import { fieldProblem } from "../../../values/problem.ts";
import type { ShapeRule } from "../../../values/shape-rule.ts";

/** A range that is sent under both of its names is the same. */
export const rulesOfRange: readonly ShapeRule[] = [
  {
    check(_body, { query, now }) {
      const { daterange, dateRange } = query as Readonly<Record<string, SentRange | undefined>>;
      if (daterange === undefined || dateRange === undefined) return [];
      const isSame = isSameRange(daterange, dateRange, newYorkDay(now));
      return isSame ? [] : [fieldProblem("daterange", rangeError)];
    },
  },
];
