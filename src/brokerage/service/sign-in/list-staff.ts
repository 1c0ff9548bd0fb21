// The staff of a firm: their roles, whether they can sign in, and when they did. (docs/console.md)

import { encodeInstant } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { openSince, sessionEnd } from "../../../platform/auth/session.ts";
import { selectUsersOfFirm } from "../api-users/reads.ts";
import type { StaffRole } from "./queries.ts";
import { apiUserFor, problemsWithLink } from "./rules.ts";
import { type Checking, isSoundUser } from "./sessions.ts";
import type { StaffManager } from "./staff-access.ts";
import { selectLastSignIns, selectSessionsOf, selectStaff } from "./staff-queries.ts";

/** One of the staff as the page lists them. */
export interface ListedStaff {
  readonly loginId: string;
  readonly name: string;
  readonly role: StaffRole;
  /** Whether the firm has an API user as whom the person can act. */
  readonly maySignIn: boolean;
  /** Whether the caller may make a link for the person. */
  readonly mayHaveLink: boolean;
  readonly openSessions: number;
  readonly lastSignInTS: string | null;
}

/** The staff of a firm by login id. */
export async function listStaff(
  checking: Checking,
  by: StaffManager,
  { firmOid, now }: { readonly firmOid: Id; readonly now: Date },
): Promise<ListedStaff[]> {
  const { db } = checking;
  const staff = await selectStaff(db, firmOid);
  const loginIds = staff.map(({ loginId }) => loginId);
  const [users, sessions, signIns] = await Promise.all([
    selectUsersOfFirm(db, firmOid),
    selectSessionsOf(db, loginIds, openSince(now)),
    selectLastSignIns(db, loginIds),
  ]);
  const sound = users.filter((user) => isSoundUser(checking, user));
  const open = sessions.filter((each) => now < sessionEnd(each.startedAt, each.lastUsedAt));
  const lastOf = new Map(signIns.map(({ subject, at }) => [subject, encodeInstant(at)]));
  return staff.map((person) => {
    const { loginId, name, role } = person;
    const user = apiUserFor(sound, loginId, undefined);
    const maySignIn = !("code" in user) && user.scopes.includes("read");
    return {
      loginId,
      name,
      role: role ?? "adviser",
      maySignIn,
      mayHaveLink: maySignIn && problemsWithLink(by, person, user).length === 0,
      openSessions: open.filter((each) => each.loginId === loginId).length,
      lastSignInTS: lastOf.get(`member:${loginId}`) ?? null,
    };
  });
}
