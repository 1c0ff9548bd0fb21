// The staff whose access an administrator manages in a session: those of the own firm, and for the operator's
// administrator those of every firm. Clients are nobody's staff.

import type { Id } from "@bursar/values/ids";
import type { SessionCredential } from "../../../platform/auth/authenticate.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { notFound } from "../../../values/problem.ts";
import { consoleErrors } from "./errors.ts";
import { type StaffMember, selectStaffMember } from "./staff-queries.ts";

/** The facts that decide whose access the administrator of a session manages. */
export type StaffManager = Pick<SessionCredential, "firm" | "scopes" | "loginId">;

/** Whether the staff of a firm are the administrator's to manage. */
export function isManagedFirm({ firm }: StaffManager, firmOid: Id): boolean {
  return firm.kind === "operator" || firm.oid === firmOid;
}

/** The member of staff of a login id; refuses a client, another firm's and nobody alike. */
export async function requireStaff(
  db: Reader,
  by: StaffManager,
  loginId: string,
): Promise<StaffMember> {
  const person = await selectStaffMember(db, loginId);
  if (person === undefined || !isManagedFirm(by, person.firmOid)) {
    throw notFound(consoleErrors.staff);
  }
  return person;
}
