// Rules of who may be permitted on an account, and at which level. (interface 2.16)
import { mayMove, none } from "../../../values/life-cycle.ts";
import { brokenIf, type Problem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { permissionErrors } from "./errors.ts";
import { creator, permissionLifeCycle } from "./life-cycle.ts";
import type { NewPermission } from "./schema.ts";

const rule = shapeRules<NewPermission>();

/** Rules of a permission that need only the request and its path. */
export const rulesOfGrant = [
  matchesPath<NewPermission>("accountNumber", "accountnumber"),
  // The constraint `account_permitted_login_alert` enforces the same in the store.
  rule(["permission", "alertLevel"], ({ permission, alertLevel }) =>
    brokenIf(permission === "AM" && alertLevel !== "all", permissionErrors.alertLevel),
  ),
];

/** The same of a change, whose path names the member. */
export const rulesOfModification = [
  matchesPath<NewPermission>("loginId", "loginid"),
  ...rulesOfGrant,
];

/** The stored facts about the member and the account. */
export interface GrantFacts {
  /** The level that the member has now, or `none`. */
  readonly held: string;
  readonly isOfFirm: boolean;
  readonly isOwner: boolean;
}

/** Problems of a new permission that need stored facts. */
export function problemsWithGrant(
  { permission }: NewPermission,
  { held, isOfFirm, isOwner }: GrantFacts,
): Problem[] {
  const isCreators = permission === creator || held === creator;
  return [
    ...brokenIf(isCreators, permissionErrors.creator),
    ...brokenIf(!isOfFirm || isOwner, permissionErrors.member),
    ...brokenIf(held !== none && held !== creator, permissionErrors.unique),
  ];
}

/** Problems of changing a permission, or of taking it (`none`). */
export function problemsWithStep(from: string, to: string): Problem[] {
  const isStep = mayMove(permissionLifeCycle, { from, to, by: "institutional" });
  return brokenIf(!isStep, permissionErrors.creator);
}
