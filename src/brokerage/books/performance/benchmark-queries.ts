// What the price return of a security follows from.
import type { SecuritySplit } from "@bursar/performance";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { type Close, selectCloses } from "../../../reference/prices/queries.ts";

/** The closes of a security in the order of days, and its splits. */
export async function selectBenchmarkCloses(
  db: Reader,
  securityId: Id,
): Promise<{ readonly closes: readonly Close[]; readonly splits: readonly SecuritySplit[] }> {
  const closes = (await selectCloses(db, [securityId])).get(securityId) ?? [];
  const splits = await db.rows(sql<SecuritySplit>`
    select ex_on as "exOn", ratio_new as "ratioNew", ratio_old as "ratioOld"
    from security_split where security_id = ${securityId} order by ex_on`);
  return { closes, splits };
}
