// Of which days there are balances. (interface 4.28)
import { newYorkDay } from "@bursar/values/dates";
import { fieldProblem } from "../../../values/problem.ts";
import type { ShapeRule } from "../../../values/shape-rule.ts";
import { balanceErrors } from "./errors.ts";

/** The day has come. */
export const rulesOfDay: readonly ShapeRule[] = [
  {
    check(_body, { query, now }) {
      const { asof } = query;
      const isAhead = typeof asof === "string" && asof > newYorkDay(now);
      return isAhead ? [fieldProblem("asof", balanceErrors.asOf)] : [];
    },
  },
];
