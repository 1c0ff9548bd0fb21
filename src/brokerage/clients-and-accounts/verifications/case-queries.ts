// The statements on clients whose tax id a member of another firm has: the operator's cases.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** A case that is to be opened, and the operator's firm. */
export interface DueCase {
  readonly loginId: string;
  readonly operatorOid: Id;
  /** The API user that added the client; null of one that was loaded. */
  readonly apiUserId: Id | null;
  /** The members of other firms that have the tax id. */
  readonly others: readonly string[];
}

/** How many cases are opened in a day of clients that one API user has added; the others wait. */
export const mostCases = 20;

/** Clients to be verified whose case is still to be opened, in order of login id; of one alone where it
 * is named. */
export async function selectDueCases(
  db: Reader,
  now: Date,
  { most, loginId = null }: { readonly most: number; readonly loginId?: string | null },
): Promise<DueCase[]> {
  return db.rows(sql<DueCase>`
    select due.login_id as "loginId", operator.firm_oid as "operatorOid",
      due.added_by_api_user_id as "apiUserId", twin.others
    from member as due
      cross join (
        select firm_oid from firm where kind = 'operator' order by firm_oid limit 1) as operator
      cross join lateral (
        select array_agg(login_id order by login_id) as others from member as other
        where other.tid_hash = due.tid_hash and other.firm_oid <> due.firm_oid) as twin
    where due.cip_status = 'PENDING_NEW' and due.tid_case_at is null
      and due.login_id = coalesce(${loginId}, due.login_id)
      and coalesce(due.created_at, ${now}) <= ${now} and twin.others is not null
      and ${mostCases}::integer > (
        select count(*) from member as opened
        where opened.added_by_api_user_id = due.added_by_api_user_id
          and opened.tid_case_at > ${now}::timestamptz - interval '1 day')
    order by due.login_id limit ${most}`);
}

/** Opens the case of a client. */
export function updateCase(tx: Tx, loginId: string, at: Date): void {
  tx.send(sql`update member set tid_case_at = ${at} where login_id = ${loginId}`);
}

/** Whether a member of another firm has the client's tax id. */
export async function selectIsTidShared(db: Reader, loginId: string): Promise<boolean> {
  const found = await db.first(sql`
    select from member join member as other using (tid_hash)
    where member.login_id = ${loginId} and other.firm_oid <> member.firm_oid limit 1`);
  return found !== undefined;
}
