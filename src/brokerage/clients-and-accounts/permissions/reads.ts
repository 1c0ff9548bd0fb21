// Reads of permissions for other resources: whom to notify of an account.
import type { Reader } from "../../../platform/store/db.ts";
import { levelsWith } from "../accounts/reads.ts";
import { selectAlerted } from "./queries.ts";

/** The owners of an account, and the permitted members who see its details and have asked for one of some
 * alerts; by login id. */
export async function membersToNotify(
  db: Reader,
  accountNumber: string,
  alertLevels: readonly string[],
): Promise<string[]> {
  const rows = await selectAlerted(db, accountNumber, {
    levels: levelsWith("detail"),
    alertLevels,
  });
  return rows.map(({ loginId }) => loginId);
}
