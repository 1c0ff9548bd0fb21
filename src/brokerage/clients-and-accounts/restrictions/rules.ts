// Rules of restrictions: which may be placed and lifted, by whom and how often. (interface 2.10,
// 4.11)
import type { FirmKind } from "../../../platform/change/context.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { restrictionErrors } from "./errors.ts";
import { mayMoveRestriction } from "./life-cycle.ts";
import type { NewRestriction } from "./schema.ts";

const rule = shapeRules<NewRestriction>();

/** Rules that need only the request: a firm may set 021 alone, the operator every reason. */
export const rulesOfRequest = [
  rule(["reason.code"], ({ reason }, { firmKind }) => {
    const isAllowed = mayMoveRestriction(reason.code, "createRestriction", firmKind);
    return isAllowed ? [] : [ruleProblem(restrictionErrors.reason)];
  }),
];

/** The parts of a restriction that the rule of uniqueness needs. */
export interface RestrictionCodes {
  readonly reasonCode: string;
  readonly typeCode: string;
}

/** Problems that need stored facts; `restriction_in_force_key` enforces the same in the store. */
export function problemsWith(
  request: NewRestriction,
  inForce: readonly RestrictionCodes[],
): Problem[] {
  const isThere = inForce.some(
    ({ reasonCode, typeCode }) =>
      reasonCode === request.reason.code && typeCode === request.type.code,
  );
  return isThere ? [ruleProblem(restrictionErrors.alreadyInForce)] : [];
}

/** Problems of lifting a restriction: a firm may not lift what only the operator may. */
export function problemsWithLifting(
  { reasonCode }: Pick<RestrictionCodes, "reasonCode">,
  firmKind: FirmKind,
): Problem[] {
  const isAllowed = mayMoveRestriction(reasonCode, "liftRestriction", firmKind);
  return isAllowed ? [] : [ruleProblem(restrictionErrors.lift)];
}
