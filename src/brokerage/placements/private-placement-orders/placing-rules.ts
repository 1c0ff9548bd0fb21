// What a subscription that is to be placed needs: cash, and an account without restrictions.
// (interface 2.3)
import { compare, type Decimal } from "@bursar/values/decimal";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import {
  type InForce,
  problemsWhereAnyRestricted,
} from "../../clients-and-accounts/restrictions/account-state.ts";
import { orderErrors } from "./errors.ts";

/** What is known of a subscription that is to be placed. */
interface Placing {
  readonly fillAmount: Decimal | null;
  /** What the account can pay. */
  readonly cash: Decimal;
  readonly inForce: readonly InForce[];
}

/** Whether the account can pay what was approved. */
export function isPaidFor({ fillAmount, cash }: Pick<Placing, "fillAmount" | "cash">): boolean {
  return fillAmount !== null && compare(cash, fillAmount) >= 0;
}

/** What a subscription that is to be placed lacks. */
export function problemsWithPlacing(placing: Placing): Problem[] {
  return [
    ...(isPaidFor(placing) ? [] : [ruleProblem(orderErrors.cash)]),
    ...problemsWhereAnyRestricted(placing.inForce),
  ];
}
