// What the price return of a security follows from.
import type { SecuritySplit } from "@bursar/performance";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type Close, selectCloses } from "../../../reference/prices/queries.ts";

/** The closes of a security in the order of days, and its splits. */
export async function selectBenchmarkCloses(
  db: Reader,
  securityId: Id,
): Promise<{ readonly closes: readonly Close[]; readonly splits: readonly SecuritySplit[] }> {
  const closes = (await selectCloses(db, [securityId])).get(securityId) ?? [];
  return { closes, splits: [] };
}
