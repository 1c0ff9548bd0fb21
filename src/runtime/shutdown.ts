// Graceful shutdown: at a signal the process completes accepted requests, then stops the store,
// within ten seconds. Before the service listens it ends at once.
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { App } from "../platform/http/frame.ts";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** How long the service may take to complete accepted requests, in milliseconds. */
const graceMs = 7_000;

/** Ends the process at a signal; the embedded PostgreSQL is asked to stop when the process exits. */
export function endAtSignals(): void {
  for (const signal of signals) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Calls `stop` at a signal in place of ending the process, until the returned function is called. */
export function atSignals(stop: () => void): () => void {
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
  return () => {
    for (const signal of signals) process.removeListener(signal, stop);
    endAtSignals();
  };
}

/** Settles with the exit status once `end` has ended the service at a signal. */
export function endGracefully(end: () => Promise<void>, log: Logger): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (reason: string) => {
      if (isStopping) return;
      isStopping = true;
      log.info({ reason }, "stopping");
      end().then(
        () => {
          log.info("stopped");
          resolve(0);
        },
        (error: unknown) => {
          log.error({ err: error }, "the service did not stop cleanly");
          resolve(1);
        },
      );
    };
    for (const signal of signals) {
      process.removeAllListeners(signal);
      process.on(signal, () => stop(signal));
    }
  });
}

/** Completes the accepted requests, and closes the service. */
export async function drainAndClose(app: App): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.drain();
  await app.close();
  clearTimeout(late);
}

/** Waits for work that may hang, but not longer than this. */
export async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const waited = delay(milliseconds, undefined, { signal: limit.signal }).catch(() => {});
  await Promise.race([work, waited]).finally(() => limit.abort());
}
