// SQL for verified accreditation.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { VerifiedLevel } from "./terms.ts";

/** The verified level of a member. */
export interface AccreditationRow extends VerifiedLevel {
  readonly method: string;
  readonly note: string | null;
  readonly verifiedAt: Date;
}

/** The last record of a member, with the member's id. */
export async function selectAccreditation(
  db: Reader,
  loginId: string,
): Promise<(AccreditationRow & { readonly memberOid: Id }) | undefined> {
  return db.first(sql<AccreditationRow & { readonly memberOid: Id }>`
    select member_oid as "memberOid", level, expires_on as "expiresOn", sub_level as "subLevel",
      sub_level_expires_on as "subLevelExpiresOn", method, note, verified_at as "verifiedAt"
    from accreditation join member using (login_id)
    where login_id = ${loginId} order by position desc limit 1`);
}

/** The last records of some members, as far as they say who is accredited. */
export async function selectLastLevels(
  db: Reader,
  loginIds: readonly string[],
): Promise<(VerifiedLevel & { readonly loginId: string })[]> {
  return db.rows(sql<VerifiedLevel & { readonly loginId: string }>`
    select distinct on (login_id) login_id as "loginId", level, expires_on as "expiresOn",
      sub_level as "subLevel", sub_level_expires_on as "subLevelExpiresOn"
    from accreditation where login_id = any(${loginIds}::text[])
    order by login_id, position desc`);
}

/** Adds a record, after those that the member has; the member's row is locked. */
export function insertAccreditation(tx: Tx, loginId: string, row: AccreditationRow): void {
  tx.send(sql`
    insert into accreditation (login_id, position, level, expires_on, sub_level,
      sub_level_expires_on, method, note, verified_at)
    select ${loginId}, coalesce(max(position), 0) + 1, ${row.level}, ${row.expiresOn}::date,
      ${row.subLevel}, ${row.subLevelExpiresOn}::date, ${row.method}, ${row.note},
      ${row.verifiedAt}::timestamptz
    from accreditation where login_id = ${loginId}`);
}
