// Reading what was verified last of a member's accreditation.

import { encodeDay, encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { accreditationErrors } from "./errors.ts";
import { selectAccreditation } from "./queries.ts";
import type { Accreditation } from "./schema.ts";

/** Returns the member's last record, also once it has expired; 404 before the first. */
export async function getAccreditation({ db }: Context, loginId: string): Promise<Accreditation> {
  const row = await selectAccreditation(db, loginId);
  if (row === undefined) throw notFound(accreditationErrors.notFound);
  return {
    loginId,
    memberOid: row.memberOid,
    parentVerifyLevel: row.level,
    parentVerifyLevelExpirationDate: row.expiresOn && encodeDay(row.expiresOn),
    subVerifyLevel: row.subLevel,
    subVerifyLevelExpirationDate: row.subLevelExpiresOn && encodeDay(row.subLevelExpiresOn),
    verifyMethod: row.method,
    verifyNote: row.note,
    verifyTimestamp: encodeInstant(row.verifiedAt),
  };
}
