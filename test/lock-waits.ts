// Waiting until the store blocks a change: a fixed pause would be too short on a busy machine.
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";
import { type Reader, sql } from "../src/platform/store/db.ts";

/** Settles once another connection to this database waits for a lock; gives up after a minute. */
export async function untilOneWaits(db: Reader): Promise<void> {
  await untilWaiting(db, 1);
}

/** Settles once that many connections to this database wait for locks, for longer than changes that share
 * a transaction would (20 ms); gives up after a minute. */
export async function untilWaiting(db: Reader, wanted: number): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(10)) {
    const waiting = await db.first(sql<{ count: number }>`
      select count(distinct pid)::integer as count from pg_locks join pg_stat_activity using (pid)
      where clock_timestamp() - waitstart > '100 ms' and datname = current_database()`);
    if ((waiting?.count ?? 0) + (await countOnWorkers(db)) >= wanted) return;
  }
  throw new Error("too few wait for a lock");
}

/** How many wait on the workers of a cluster, where the accounts are. */
async function countOnWorkers(db: Reader): Promise<number> {
  if (inject("server").workers.length === 0) return 0;
  const waiting = await db.first(sql<{ count: number }>`
    select sum(result::integer)::integer as count from run_command_on_workers(
      'select count(distinct pid) from pg_locks join pg_stat_activity using (pid)
       where clock_timestamp() - waitstart > ''100 ms'' and datname = current_database()')`);
  return waiting?.count ?? 0;
}
