// What other resources may read of securities: which are in a caller's sight.

import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { selectSecuritiesSeen } from "./queries.ts";
import { securityViewerOf } from "./sight-queries.ts";

/** Which of some securities the caller sees. */
export async function securitiesSeen(
  db: Reader,
  caller: Caller,
  ids: readonly Id[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectSecuritiesSeen(db, securityViewerOf(caller), [...new Set(ids)]);
  return new Set(rows.map(({ id }) => id));
}
