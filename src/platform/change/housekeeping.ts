// Removes what can no longer be needed: expired idempotency keys and used signatures.
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../store/db.ts";
import { deleteExpiredRetries } from "./retries.ts";

/** How often it runs, in milliseconds: ten minutes. */
const intervalMs = 10 * 60 * 1000;

/** Housekeeping that goes on until it is stopped. */
export interface Housekeeping {
  stop(): void;
  /** When it last removed everything that was due. */
  lastAt(): Date | undefined;
}

/** Starts the housekeeping; it first runs at once. */
export function runHousekeeping(
  db: Database,
  clock: () => Date,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
): Housekeeping {
  let lastAt: Date | undefined;
  let isOver = false;
  const run = async () => {
    try {
      const removed = await removeExpired(db, clock(), () => isOver);
      lastAt = clock();
      if (removed > 0) log.info({ removed }, "housekeeping");
    } catch (error) {
      if (!isOver) log.warn({ err: error }, "housekeeping failed; it will be retried");
    }
  };
  void run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return {
    stop: () => {
      isOver = true;
      clearInterval(timer);
    },
    lastAt: () => lastAt,
  };
}

/** Removes what has expired, a batch in each transaction, so that no change waits long for it. */
async function removeExpired(db: Database, now: Date, isOver: () => boolean): Promise<number> {
  let all = 0;
  while (!isOver()) {
    const removed = await db.transaction((tx) => deleteExpiredRetries(tx, now));
    all += removed;
    if (removed === 0) break;
  }
  return all;
}
