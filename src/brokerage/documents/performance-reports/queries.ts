// SQL of what performance reports name.
import { type Reader, sql } from "../../../platform/store/db.ts";

/** The names of a security by its ticker, or of a security or a model by its id. */
export interface Named {
  readonly ticker?: string;
  readonly kind?: string;
  readonly id?: string;
}

/** The name of a security or a model; undefined where there is none. */
export async function selectBenchmarkName(
  db: Reader,
  { ticker, kind, id }: Named,
): Promise<string | undefined> {
  const row = await db.first(sql<{ name: string }>`
    select name from security
    where (${ticker}::text is not null and ticker = ${ticker})
      or (${kind}::text = 'security' and security_id = ${id}::bigint)
    union all
    select folio_name from model where ${kind}::text = 'model' and model_oid = ${id}::bigint
    limit 1`);
  return row?.name;
}
