// The statements on whether a member's identity is verified.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** The status of a member's verification; undefined where there is no such member. */
export async function selectCipStatus(db: Reader, loginId: string): Promise<string | undefined> {
  const member = await db.first(sql<{ status: string }>`
    select cip_status as status from member where login_id = ${loginId}`);
  return member?.status;
}

/** The members, among some, whose verification has not been passed. */
export async function selectUnverified(
  db: Reader,
  loginIds: readonly string[],
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    select login_id as "loginId" from member
    where login_id = any(${loginIds}::text[]) and cip_status <> 'PASSED'`);
}

/** The members, among some, that are clients of the firm, and the status of their verification. */
export async function selectClientsOfFirm(
  db: Reader,
  firmOid: Id,
  loginIds: readonly string[],
): Promise<{ loginId: string; cipStatus: string }[]> {
  return db.rows(sql<{ loginId: string; cipStatus: string }>`
    select login_id as "loginId", cip_status as "cipStatus" from member
    where login_id = any(${loginIds}::text[]) and firm_oid = ${firmOid}
      and membership_type = 'client'`);
}

/** Gives a member's verification a status. */
export function updateCipStatus(tx: Tx, loginId: string, status: string): void {
  tx.send(sql`update member set cip_status = ${status} where login_id = ${loginId}`);
}
