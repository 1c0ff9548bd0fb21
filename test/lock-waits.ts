// Waiting until the store makes a change wait: a fixed pause is too short on a busy machine.
import { setTimeout as delay } from "node:timers/promises";
import { type Reader, sql } from "../src/platform/store/db.ts";

/** Settles once another connection to this database waits for a lock; gives up after a minute. */
export async function untilOneWaits(db: Reader): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(10)) {
    const waiting = await db.first(sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database() limit 1`);
    if (waiting !== undefined) return;
  }
  throw new Error("nothing waits for a lock");
}
