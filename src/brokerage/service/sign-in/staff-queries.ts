// SQL for the staff of a firm, and when they signed in.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { StaffRole } from "./queries.ts";

/** One of a firm's staff; without a role an adviser. */
export interface StaffMember {
  readonly loginId: string;
  readonly firmOid: Id;
  readonly name: string;
  readonly role: StaffRole | null;
}

/** The member of staff of a login id. */
export async function selectStaffMember(
  db: Reader,
  loginId: string,
): Promise<StaffMember | undefined> {
  if (loginId.includes("\0")) return undefined; // PostgreSQL text cannot contain U+0000
  return db.first(sql<StaffMember>`
    select login_id as "loginId", firm_oid as "firmOid", staff_role as role,
      concat_ws(' ', first_name, last_name) as name
    from member where login_id = ${loginId} and membership_type = 'staff'`);
}

/** The staff of a firm by login id. */
export async function selectStaff(db: Reader, firmOid: Id): Promise<StaffMember[]> {
  return db.rows(sql<StaffMember>`
    select login_id as "loginId", firm_oid as "firmOid", staff_role as role,
      concat_ws(' ', first_name, last_name) as name
    from member where firm_oid = ${firmOid} and membership_type = 'staff'
    order by login_id`);
}

/** A session of a person. */
export interface SessionOfPerson {
  readonly loginId: string;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
}

/** The sessions of some people that nobody has ended, and that began after a time. */
export async function selectSessionsOf(
  db: Reader,
  loginIds: readonly string[],
  after: Date,
): Promise<SessionOfPerson[]> {
  return db.rows(sql<SessionOfPerson>`
    select login_id as "loginId", started_at as "startedAt", last_used_at as "lastUsedAt"
    from console_session
    where login_id = any(${loginIds}::text[]) and ended_at is null and started_at > ${after}`);
}

/** When some people last signed in: of the audit log, since sessions are removed after a time. */
export async function selectLastSignIns(
  db: Reader,
  loginIds: readonly string[],
): Promise<{ readonly subject: string; readonly at: Date }[]> {
  const subjects = loginIds.map((loginId) => `member:${loginId}`);
  return db.rows(sql<{ subject: string; at: Date }>`
    select subject, max(occurred_at) as at from audit_entry
    where subject = any(${subjects}::text[]) and operation = 'startConsoleSession'
    group by subject`);
}
