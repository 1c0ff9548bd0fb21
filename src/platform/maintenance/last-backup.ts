// When the store was last backed up, as the store itself records it for a monitor.
import { type Database, type Reader, sql, type Tx } from "../store/db.ts";

/** When the last back-up was complete; undefined before the first. */
export async function selectLastBackup(db: Reader): Promise<Date | undefined> {
  const row = await db.first(sql<{ value: string }>`
    select value from store_property where name = 'last_backup'`);
  return row && new Date(row.value);
}

/** Records a complete back-up (no audit: no data is changed). */
export async function noteBackup(db: Database, now: Date): Promise<void> {
  await db.transaction((tx) => upsertLastBackup(tx, now));
}

async function upsertLastBackup(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into store_property (name, value) values ('last_backup', ${now.toISOString()})
    on conflict (name) do update set value = excluded.value`);
}
