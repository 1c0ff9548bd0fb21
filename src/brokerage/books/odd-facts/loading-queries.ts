// SQL that asks what the running load has staged.
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { declared, literal } from "../../../platform/store/declared-sql.ts";

/** Whether the running load has made a table of changes. */
export async function isStaged(tx: Tx, table: string): Promise<boolean> {
  const [row] = await query<{ isThere: boolean }>(
    tx,
    declared`select to_regclass(${literal(`pg_temp.${table}`)}) is not null as "isThere"`,
  );
  return row?.isThere === true;
}
