// SQL for trustees: members that own nothing and call nothing.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, type Statement, sql, type Tx } from "../../../platform/store/db.ts";

/** A stored trustee. */
export interface TrusteeRow {
  readonly loginId: string;
  readonly memberOid: Id;
  readonly title: string | null;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly suffix: string | null;
  readonly email1: string | null;
  readonly dateOfBirth: Day | null;
}

/** The statement that selects the trustee of that login id, if the firm may see it. */
export function trusteeInView(loginId: string, firmOid: Id | null): Statement<TrusteeRow> {
  return sql<TrusteeRow>`
    select login_id as "loginId", member_oid as "memberOid", title, first_name as "firstName",
      middle_name as "middleName", last_name as "lastName", suffix, email as "email1",
      date_of_birth as "dateOfBirth"
    from member
    where login_id = ${loginId} and membership_type = 'trustee'
      and firm_oid = coalesce(${firmOid}::bigint, firm_oid)`;
}

/** The trustees that the firm may see, by login id. */
export async function selectTrustees(db: Reader, firmOid: Id | null): Promise<TrusteeRow[]> {
  return db.rows(sql<TrusteeRow>`
    select login_id as "loginId", member_oid as "memberOid", title, first_name as "firstName",
      middle_name as "middleName", last_name as "lastName", suffix, email as "email1",
      date_of_birth as "dateOfBirth"
    from member
    where membership_type = 'trustee' and firm_oid = coalesce(${firmOid}::bigint, firm_oid)
    order by login_id`);
}

/** The login ids, among some, that are trustees of the firm. */
export async function selectTrusteesOfFirm(
  db: Reader,
  firmOid: Id,
  loginIds: readonly string[],
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    select login_id as "loginId" from member
    where membership_type = 'trustee' and firm_oid = ${firmOid}
      and login_id = any(${loginIds}::text[])`);
}

/** A trustee that a request adds. */
export interface NewTrusteeRow extends TrusteeRow {
  readonly firmOid: Id;
  readonly folded: string;
  readonly createdAt: Date;
}

/** Adds a trustee; `member_login_id_folded_key` rejects a login id that a member has. */
export function insertTrustee(tx: Tx, row: NewTrusteeRow): void {
  tx.send(sql`
    insert into member (login_id, login_id_folded, member_oid, firm_oid, membership_type, title,
      first_name, middle_name, last_name, suffix, email, date_of_birth, created_at)
    values (${row.loginId}, ${row.folded}, ${row.memberOid}, ${row.firmOid}, 'trustee',
      ${row.title}, ${row.firstName}, ${row.middleName}, ${row.lastName}, ${row.suffix},
      ${row.email1}, ${row.dateOfBirth}, ${row.createdAt})`);
}

/** Changes a trustee's email address. */
export function updateEmail(tx: Tx, loginId: string, email: string): void {
  tx.send(sql`update member set email = ${email} where login_id = ${loginId}`);
}
