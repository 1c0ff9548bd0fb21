// The store's records of loads: how many there were, and figures of the last one.
import { type Reader, sql, type Tx } from "../../store/db.ts";

/** The last load that was stored, and how many there have been with it. */
export interface LastLoad {
  readonly count: number;
  readonly startedAt: string;
  readonly rows: number;
  readonly durationMs: number;
}

/** The store's records of loads; undefined before the first. */
export async function selectLastLoad(db: Reader): Promise<LastLoad | undefined> {
  const row = await db.first(sql<{ value: string }>`
    select value from store_property where name = 'last_load'`);
  return row && (JSON.parse(row.value) as LastLoad);
}

/** Notes a load in its own transaction; loads run one at a time. */
export async function upsertLastLoad(tx: Tx, load: Omit<LastLoad, "count">): Promise<void> {
  const last = await selectLastLoad(tx);
  const value = JSON.stringify({ ...load, count: (last?.count ?? 0) + 1 });
  await tx.execute(sql`
    insert into store_property (name, value) values ('last_load', ${value})
    on conflict (name) do update set value = excluded.value`);
}
