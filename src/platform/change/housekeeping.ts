// Removes what can no longer be needed: expired idempotency keys and used signatures.
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../store/db.ts";
import { deleteExpiredRetries } from "./retries.ts";

/** How often it runs, in milliseconds: ten minutes. */
const intervalMs = 10 * 60 * 1000;

/** Starts the housekeeping; the returned function ends it. */
export function runHousekeeping(
  db: Database,
  clock: () => Date,
  log: Pick<FastifyBaseLogger, "warn">,
): () => void {
  const timer = setInterval(() => {
    db.transaction((tx) => deleteExpiredRetries(tx, clock())).catch((error: unknown) => {
      log.warn({ err: error }, "housekeeping failed; it will be retried");
    });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
