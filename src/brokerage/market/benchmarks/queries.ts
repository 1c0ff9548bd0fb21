// The sources of the price return of a security, and the benchmark of a folio.
import type { SecuritySplit } from "@bursar/performance";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { type Close, selectCloses } from "../../../reference/prices/queries.ts";
import type { SeriesKey } from "../../books/performance/reads.ts";

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

/** The benchmark of a folio where a request names none: its own, else that of the model which it
 * follows, else null. Undefined where the account has no such folio. */
export async function selectFolioBenchmark(
  db: Reader,
  { accountNumber, folioNumber }: SeriesKey,
): Promise<{ readonly benchmark: string | null } | undefined> {
  return db.first(sql<{ benchmark: string | null }>`
    select coalesce(f.benchmark, m.benchmark_item) as "benchmark"
    from folio as f
      left join model_subscription as s
        on s.account_number = f.account_number and s.folio_number = f.folio_number
      left join model as m on m.model_oid = s.model_oid
    where f.account_number = ${accountNumber} and f.folio_number = ${folioNumber}`);
}
