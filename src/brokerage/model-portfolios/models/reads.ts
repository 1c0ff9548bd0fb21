// Reads of models for other resources.

import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { viewerOf } from "./access.ts";
import { selectOidsInView } from "./queries.ts";

export { selectModelOid } from "./queries.ts";
export { selectNewestVersion, type Target, targetsNow } from "./version-queries.ts";

/** The given models that the caller sees. */
export async function modelsInView(
  db: Reader,
  caller: Caller,
  modelOids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  if (modelOids.length === 0) return new Set();
  const rows = await selectOidsInView(db, modelOids, viewerOf(caller));
  return new Set(rows.map(({ modelOid }) => modelOid));
}
