// Restarts PostgreSQL whenever it ends unexpectedly: at once, then after growing pauses, until it
// runs or the service stops.
import type { ChildProcess } from "node:child_process";
import { chown, lstat, mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { StoreFault } from "../../process/store-fault.ts";
import { stopPostgres } from "./end-of-postgres.ts";
import { type Cluster, clearLeftovers, startPostgres } from "./postgres-process.ts";

/** A PostgreSQL that is kept running. */
export interface KeptRunning {
  /** The process that runs now, or ran last. */
  pid(): number;
  /** Stops it for good, also in the middle of a start. */
  stop(): Promise<void>;
}

/** The longest pause between two starts, in milliseconds: half of what an outage may last. */
const longestPauseMs = 5_000;

/** Starts PostgreSQL, which throws where that fails, and from then on keeps it running. */
export async function keepRunning(cluster: Cluster): Promise<KeptRunning> {
  const { log } = cluster;
  const stopping = new AbortController();
  let child = await startPostgres(cluster, stopping.signal);
  const life = watch();

  async function watch(): Promise<void> {
    for (;;) {
      await waitForExit(child);
      if (stopping.signal.aborted) return;
      log.warn("PostgreSQL ended unexpectedly; restarting it.");
      const next = await startAgain(cluster, stopping.signal);
      if (next === undefined) return;
      child = next;
      log.info("PostgreSQL is running again.");
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await stopChild(child);
    await life;
    // A start in progress may have succeeded at that moment.
    await stopChild(child);
  }

  return { pid: () => child.pid ?? 0, stop };
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && !hasEnded(child)) await stopPostgres(child.pid);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Tries until PostgreSQL runs; returns undefined once the service stops. */
async function startAgain(
  cluster: Cluster,
  stopping: AbortSignal,
): Promise<ChildProcess | undefined> {
  const { account, folder, log } = cluster;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await clearLeftovers(folder, account, log);
      await restoreSocketFolder(cluster);
      return await startPostgres(cluster, stopping);
    } catch (error) {
      if (stopping.aborted) return undefined;
      log.warn(`${error instanceof Error ? error.message : error} Trying again.`);
    }
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return undefined;
  }
}

/** Makes the folder of the socket again if a clean-up of temporary files has removed it; refuses
 * another user's folder in its place. */
async function restoreSocketFolder({ socketFolder, account }: Cluster): Promise<void> {
  const owner = account?.uid ?? process.getuid?.();
  const known = await lstat(socketFolder).catch(() => undefined);
  if (known === undefined) {
    await mkdir(socketFolder, { mode: 0o700 });
    if (account !== undefined) await chown(socketFolder, account.uid, account.gid);
  } else if (!known.isDirectory() || known.uid !== owner) {
    throw new StoreFault(`${socketFolder} is not the folder that was made for the socket.`);
  }
}
