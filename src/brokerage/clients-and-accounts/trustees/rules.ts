// Rules of the fields of a trustee.
import { newYorkDay } from "@bursar/values/dates";
import { ruleProblem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { isUnderAge } from "../members/person.ts";
import { trusteeErrors } from "./errors.ts";
import type { NewTrustee, TrusteeUpdate } from "./schema.ts";

const rule = shapeRules<NewTrustee>();

/** Rules of a new trustee that need only the request and the clock: who has no address is of age
 * at 18. */
export const rulesOfNewTrustee = [
  rule(["dateOfBirth"], ({ dateOfBirth }, { now }) =>
    dateOfBirth !== undefined && isUnderAge(dateOfBirth, undefined, newYorkDay(now))
      ? [ruleProblem(trusteeErrors.legalAge)]
      : [],
  ),
];

/** Rules of an update that need only the request and its path. */
export const rulesOfTrusteeUpdate = [matchesPath<TrusteeUpdate>("loginId", "trusteeloginid")];
