// Every statement on members.
import type { CallerMember } from "../../platform/change/context.ts";
import { type Reader, sql } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";

/** The member with this login id; a client is one of an institutional firm. */
export async function selectMember(db: Reader, loginId: string): Promise<CallerMember | undefined> {
  return db.first(sql<CallerMember>`
    select member.login_id as "loginId", member.member_oid as "memberOid",
      member.firm_oid as "firmOid",
      member.membership_type = 'client' and firm.kind = 'institutional' as "isClient"
    from member join firm using (firm_oid)
    where member.login_id = ${loginId}`);
}

/** The firms of some members. */
export async function selectFirmsOfMembers(
  db: Reader,
  loginIds: readonly string[],
): Promise<{ loginId: string; firmOid: Id }[]> {
  return db.rows(sql<{ loginId: string; firmOid: Id }>`
    select login_id as "loginId", firm_oid as "firmOid" from member
    where login_id = any(${loginIds}::text[])`);
}
