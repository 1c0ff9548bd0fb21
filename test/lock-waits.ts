// Waiting until the store blocks a change: a fixed pause would be too short on a busy machine.
import { setTimeout as delay } from "node:timers/promises";
import { type Reader, sql } from "../src/platform/store/db.ts";

/** Settles once another connection to this database waits for a lock; gives up after a minute. */
export async function untilOneWaits(db: Reader): Promise<void> {
  await untilWaiting(db, 1);
}

/** Settles once that many connections to this database wait for locks; gives up after a minute. */
export async function untilWaiting(db: Reader, wanted: number): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(10)) {
    const waiting = await db.rows(sql`
      select distinct pid from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`);
    if (waiting.length >= wanted) return;
  }
  throw new Error("too few wait for a lock");
}
