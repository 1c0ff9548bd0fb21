// As which API user a person acts, and how much of what that may do; pure.

import type { ErrorCode } from "@bursar/values/error-code";
import type { Scope } from "../../../platform/change/context.ts";
import { consoleErrors } from "./errors.ts";
import type { StaffRole, UserOfFirm } from "./queries.ts";

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

/** What a person may do: what the API user may, unless the person is a viewer. */
export function scopesOf(scopes: readonly Scope[], role: StaffRole | null): readonly Scope[] {
  return role === "viewer" ? scopes.filter((scope) => scope === "read") : scopes;
}

function mayAllOf(user: UserOfFirm, other: UserOfFirm): boolean {
  return other.scopes.every((scope) => user.scopes.includes(scope));
}
