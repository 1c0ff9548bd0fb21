// What other resources may read of permissions.
import type { Reader } from "../../platform/store/db.ts";
import { selectPermissions } from "./queries.ts";

/** Those who manage an account without owning it: they vote for it too. */
export async function selectManagers(db: Reader, accountNumber: string): Promise<string[]> {
  const permitted = await selectPermissions(db, accountNumber);
  return permitted.filter(({ permission }) => permission === "AM").map(({ loginId }) => loginId);
}
