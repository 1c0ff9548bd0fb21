// As which API user a person acts, how much of what that may do, and who makes links for whom; pure.

import type { ErrorCode } from "@bursar/values/error-code";
import type { CallerFirm, Scope } from "../../../platform/change/context.ts";
import { brokenIf, type RuleProblem } from "../../../values/problem.ts";
import { consoleErrors } from "./errors.ts";
import type { StaffRole, UserOfFirm } from "./queries.ts";
import type { StaffManager } from "./staff-access.ts";
import type { StaffMember } from "./staff-queries.ts";

/** The API user as which a person acts: the one that is named, else the one that acts as that
 * person alone. Else it is the one of the firm that may do all that the others may, if there is
 * just one. Otherwise the error says why. */
export function apiUserFor(
  users: readonly UserOfFirm[],
  loginId: string,
  named: string | undefined,
): UserOfFirm | ErrorCode {
  if (users.length === 0) return consoleErrors.person;
  const open = users.filter(({ boundLoginId }) => (boundLoginId ?? loginId) === loginId);
  if (named !== undefined) {
    return open.find(({ apiUserId }) => apiUserId === named) ?? consoleErrors.apiUser;
  }
  const own = open.filter(({ boundLoginId }) => boundLoginId !== null);
  const among = own.length > 0 ? own : open;
  const widest = among.filter((user) => among.every((other) => mayAllOf(user, other)));
  const [only, ...more] = widest;
  return only === undefined || more.length > 0 ? consoleErrors.apiUserChoice : only;
}

/** The scopes of a person: those of the API user, unless the person is a viewer. */
export function scopesOf(scopes: readonly Scope[], role: StaffRole | null): readonly Scope[] {
  return role === "viewer" ? scopes.filter((scope) => scope === "read") : scopes;
}

/** Whether one of a firm's staff approves as a second person: administrators, and at the operator all but viewers. */
export function mayApprove({ kind }: Pick<CallerFirm, "kind">, role: StaffRole | null): boolean {
  return kind === "operator" ? role !== "viewer" : role === "administrator";
}

/** Problems of a link that an administrator makes in a session. Whoever makes a link can use it, so
 * that none is of a colleague who approves as a second person. Nor has a colleague a scope that the session lacks; the operator's API
 * users say nothing of other firms' scopes. */
export function problemsWithLink(
  { firm, scopes }: StaffManager,
  person: Pick<StaffMember, "firmOid" | "role">,
  user: Pick<UserOfFirm, "scopes">,
): RuleProblem[] {
  if (person.firmOid !== firm.oid) return [];
  const given = scopesOf(user.scopes as readonly Scope[], person.role);
  const isWider = given.some((scope) => !scopes.has(scope));
  return [
    ...brokenIf(mayApprove(firm, person.role), consoleErrors.colleague),
    ...brokenIf(isWider, consoleErrors.linkRights),
  ];
}

function mayAllOf(user: UserOfFirm, other: UserOfFirm): boolean {
  return other.scopes.every((scope) => user.scopes.includes(scope));
}
