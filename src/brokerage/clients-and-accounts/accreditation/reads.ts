// What other resources may read of verified accreditation.
import type { Reader } from "../../../platform/store/db.ts";
import { selectLastLevels } from "./queries.ts";
import type { VerifiedLevel } from "./terms.ts";

export {
  isAccredited,
  isQualifiedInstitutionalBuyer,
  isVerified,
  type VerifiedLevel,
} from "./terms.ts";

/** What was verified last of some members; those of whom nothing was are left out. */
export async function lastLevels(
  db: Reader,
  loginIds: readonly string[],
): Promise<ReadonlyMap<string, VerifiedLevel>> {
  const rows = await selectLastLevels(db, loginIds);
  return new Map(rows.map(({ loginId, ...level }) => [loginId, level]));
}
