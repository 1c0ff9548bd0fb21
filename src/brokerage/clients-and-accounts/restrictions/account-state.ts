// The state of an account by the restrictions in force on it, the requests that each state refuses,
// and those that need verified owners. (interface 3)
import { pendingReasons, restrictionTypeCode } from "../../../reference/codes.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import type { AccountState } from "../accounts/reads.ts";
import { unverifiedError } from "../verifications/reads.ts";
import { restrictionErrors } from "./errors.ts";

/** A restriction as far as the state depends on it. */
export interface InForce {
  readonly reasonCode: string;
  readonly typeCode: string;
}

/** The codes of what an account's state and its owners refuse, for rules that stand in a table. */
export const stateErrors = {
  restricted: restrictionErrors.restricted,
  unverified: unverifiedError,
};

/** The state of an account with these restrictions in force: PENDING until its owners have signed or
 * agreed, then the strictest of them. */
function accountState(inForce: readonly InForce[]): AccountState {
  if (inForce.some(({ reasonCode }) => pendingReasons.includes(reasonCode))) return "PENDING";
  if (inForce.some(({ typeCode }) => typeCode === restrictionTypeCode.complete))
    return "RESTRICTED";
  return inForce.length > 0 ? "SELL_ONLY" : "OPEN";
}

/** The problem of what a complete restriction refuses, and a restriction to sales does not. */
export function problemsWhereRestricted(inForce: readonly InForce[]): Problem[] {
  const isRefused = ["PENDING", "RESTRICTED"].includes(accountState(inForce));
  return isRefused ? [ruleProblem(restrictionErrors.restricted)] : [];
}

/** The problem of what any restriction refuses. */
export function problemsWhereAnyRestricted(inForce: readonly InForce[]): Problem[] {
  return accountState(inForce) === "OPEN" ? [] : [ruleProblem(restrictionErrors.restricted)];
}

/** The problem of what needs verified owners, where some are not. */
export function problemsWhereUnverified(unverified: readonly unknown[]): Problem[] {
  return unverified.length > 0 ? [ruleProblem(unverifiedError)] : [];
}
