// Rules of recording a member's accreditation: levels, their days, methods.

import { addMonths, newYorkDay } from "@bursar/values/dates";
import type { ErrorCode } from "@bursar/values/error-code";
import { codeList, subVerifyLevels } from "../../../reference/codes.ts";
import { fieldProblem, type Problem, ruleProblem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { accreditationErrors } from "./errors.ts";
import type { NewAccreditation } from "./schema.ts";

const rule = shapeRules<NewAccreditation>();

function wrongIf(isWrong: boolean, field: string, error: ErrorCode): Problem[] {
  return isWrong ? [fieldProblem(field, error)] : [];
}

const isAccredited = ({ parentVerifyLevel }: Pick<NewAccreditation, "parentVerifyLevel">) =>
  codeList("verify-level").codeOf(parentVerifyLevel) === "A";

/** The months in five years, the longest that a level holds. */
const longest = 60;

/** Rules that need only the request, its path and the clock. */
export const rulesOfAccreditation = [
  rule(["parentVerifyLevel", "parentVerifyLevelExpirationDate"], (request, { now }) => {
    const field = "parentVerifyLevelExpirationDate";
    const { [field]: expires } = request;
    const today = newYorkDay(now);
    if (expires === undefined) {
      return wrongIf(isAccredited(request), field, accreditationErrors.expirationMissing);
    }
    const isOutside = expires < today || expires > addMonths(today, longest);
    return wrongIf(!isAccredited(request) || isOutside, field, accreditationErrors.expiration);
  }),
  rule(
    ["parentVerifyLevelExpirationDate", "subVerifyLevelExpirationDate"],
    ({ parentVerifyLevelExpirationDate: parent, subVerifyLevelExpirationDate: sub }) => {
      const isLater = sub !== undefined && (parent === undefined || sub > parent);
      return wrongIf(isLater, "subVerifyLevelExpirationDate", accreditationErrors.subExpiration);
    },
  ),
  rule(["verifyMethod", "verifyNote"], ({ verifyMethod, verifyNote }) =>
    wrongIf(
      verifyMethod === "T" && verifyNote === undefined,
      "verifyNote",
      accreditationErrors.noteMissing,
    ),
  ),
  rule(["verifyTimestamp"], ({ verifyTimestamp: at }, { now }) =>
    wrongIf(at !== undefined && at > now, "verifyTimestamp", accreditationErrors.timestamp),
  ),
  rule(["parentVerifyLevel", "subVerifyLevel"], (request) =>
    wrongIf(
      !isAccredited(request) && (request.subVerifyLevel ?? "O") !== "O",
      "subVerifyLevel",
      accreditationErrors.subLevel,
    ),
  ),
  rule(["subVerifyLevel", "verifyMethod"], ({ subVerifyLevel = "O", verifyMethod }) => {
    const methods = subVerifyLevels.find(subVerifyLevel)?.methods ?? "";
    const isUnfit = !methods.includes(verifyMethod);
    return wrongIf(isUnfit, "verifyMethod", accreditationErrors.method);
  }),
  matchesPath<NewAccreditation>("loginId", "loginid"),
];

/** Problems that need stored facts: only a client invests, and so is accredited. */
export function problemsWithAccreditation(membershipType: string): Problem[] {
  return membershipType === "client" ? [] : [ruleProblem(accreditationErrors.member)];
}
