// The stored events that a load of corporate events finds: events go on by requests alone once they
// are entitled.
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { declared, joined } from "../../../platform/store/declared-sql.ts";

const unchanged = ["status", "version", "was_announced", "created_at"].map(
  (column) => declared`${joined([column])} = known.${joined([column])}`,
);

/** Leaves the status of stored events, which steps have given them. */
export async function keepStatuses(tx: Tx, stage: string): Promise<void> {
  await run(
    tx,
    declared`update ${stage} as staged set ${joined(unchanged)} from corporate_event as known
     where known.event_id = staged.event_id
       and (known.status <> 'DRAFT' or staged.status = 'DRAFT')`,
  );
}

/** The lines that would change events whose lines are worked out. */
export async function selectLateLines(
  tx: Tx,
  stage: string,
  columns: readonly string[],
): Promise<number[]> {
  const row = (alias: string) => joined(columns.map((column) => `${alias}.${column}`));
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line
     from ${stage} as staged join corporate_event as known using (event_id)
     where known.status not in ('DRAFT', 'ANNOUNCED')
       and (${row("staged")}) is distinct from (${row("known")})
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** The lines that announce payouts of public securities without an ex-date. */
export async function selectUndatedLines(tx: Tx, stage: string): Promise<number[]> {
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line
     from ${stage} as staged join security as s using (security_id)
     where staged.status = 'ANNOUNCED' and staged.ex_on is null and s.instrument_type <> 'PR'
       and staged.kind in ('DIV', 'INT', 'CGD', 'ROC', 'LIQ', 'OPT')
     order by load_line`,
  );
  return found.map(({ line }) => line);
}
