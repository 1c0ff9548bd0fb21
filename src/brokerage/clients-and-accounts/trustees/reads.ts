// Reads of trustees for other resources.

import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { selectTrusteesOfFirm } from "./queries.ts";

/** Whether each of these is a trustee of the firm, and none stands twice. */
export async function areTrusteesOf(
  db: Reader,
  firmOid: Id,
  loginIds: readonly string[],
): Promise<boolean> {
  if (loginIds.length === 0) return true;
  const found = await selectTrusteesOfFirm(db, firmOid, loginIds);
  return found.length === loginIds.length;
}
