// Rules of placing a subscription: it needs cash, and an account without restrictions. (interface
// 2.3)
import { compare, type Decimal } from "@bursar/values/decimal";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import {
  type InForce,
  problemsWhereAnyRestricted,
} from "../../clients-and-accounts/restrictions/account-state.ts";
import { orderErrors } from "./errors.ts";

/** The facts about a subscription that is to be placed. */
interface Placing {
  readonly fillAmount: Decimal | null;
  /** The cash with which the account can pay. */
  readonly cash: Decimal;
  readonly inForce: readonly InForce[];
}

/** Whether the account can pay what was approved. */
export function isPaidFor({ fillAmount, cash }: Pick<Placing, "fillAmount" | "cash">): boolean {
  return fillAmount !== null && compare(cash, fillAmount) >= 0;
}

/** The problems that keep a subscription from being placed. */
export function problemsWithPlacing(placing: Placing): Problem[] {
  return [
    ...(isPaidFor(placing) ? [] : [ruleProblem(orderErrors.cash)]),
    ...problemsWhereAnyRestricted(placing.inForce),
  ];
}
