// Reads of verified accreditation for other resources.
import type { Reader } from "../../../platform/store/db.ts";
import { selectLastLevels } from "./queries.ts";
import type { VerifiedLevel } from "./terms.ts";

export {
  isAccredited,
  isQualifiedInstitutionalBuyer,
  isVerified,
  type VerifiedLevel,
} from "./terms.ts";

/** The levels of some members that were verified last; members without one are left out. */
export async function lastLevels(
  db: Reader,
  loginIds: readonly string[],
): Promise<ReadonlyMap<string, VerifiedLevel>> {
  const rows = await selectLastLevels(db, loginIds);
  return new Map(rows.map(({ loginId, ...level }) => [loginId, level]));
}
