// Deletes expired idempotency keys and used signatures.
import type { FastifyBaseLogger } from "fastify";
import type { Term } from "../store/leader.ts";
import { deleteExpiredRetries } from "./idempotency.ts";

/** How often it runs, in milliseconds: ten minutes. */
const intervalMs = 10 * 60 * 1000;

/** Housekeeping that goes on until it is stopped. */
export interface Housekeeping {
  stop(): void;
  /** When it last removed everything that was due. */
  lastAt(): Date | undefined;
}

/** Starts the housekeeping of a leader; it first runs at once. */
export function runHousekeeping(
  term: Pick<Term, "transaction">,
  clock: () => Date,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
): Housekeeping {
  let lastAt: Date | undefined;
  let isOver = false;
  const run = async () => {
    try {
      const removed = await removeExpired(term, clock(), () => isOver);
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

/** Deletes expired rows, a batch in each transaction, so that no change waits long for it. */
async function removeExpired(
  term: Pick<Term, "transaction">,
  now: Date,
  isOver: () => boolean,
): Promise<number> {
  let all = 0;
  while (!isOver()) {
    const removed = await term.transaction((tx) => deleteExpiredRetries(tx, now));
    all += removed;
    if (removed === 0) break;
  }
  return all;
}
