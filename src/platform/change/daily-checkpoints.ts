// Daily checkpoints, taken by the running service. The store is compared with the last one first,
// so that missing or rolled-back entries are noticed before the next one confirms them.
import type { KeyObject } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { ConnectionSettings } from "../store/connection.ts";
import type { Term } from "../store/leader.ts";
import { withSnapshot } from "../store/snapshot.ts";
import type { AuditFault } from "./audit-chain.ts";
import { faultsAgainst, writeCheckpoint } from "./audit-checkpoint.ts";

/** The store, the key that signs, and the folder of the checkpoints. */
export interface CheckpointPlace {
  readonly settings: ConnectionSettings;
  readonly key: KeyObject;
  readonly folder: string;
}

/** The number of checkpoints retained; older ones are removed. */
export const mostCheckpoints = 30;

/** The file name of a daily checkpoint. */
export const checkpointName = /^\d{4}-\d\d-\d\d\.heads$/;

/** The last checkpoint that a folder has, if it has one. */
export async function lastCheckpoint(folder: string): Promise<string | undefined> {
  const last = (await checkpointNames(folder)).at(-1);
  return last === undefined ? undefined : join(folder, last);
}

/** Takes the checkpoint of a day unless it is there. Returns the entries of the last one that the
 * store lacks; then none is taken. */
export async function takeDailyCheckpoint(
  { settings, key, folder }: CheckpointPlace,
  now: Date,
): Promise<readonly AuditFault[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${now.toISOString().slice(0, 10)}.heads`);
  const last = await lastCheckpoint(folder);
  if (last === path) return [];
  const faults = await withSnapshot(settings, async (snapshot) => {
    const found = last === undefined ? [] : await faultsAgainst(snapshot, key, last);
    if (found.length === 0) await writeCheckpoint(snapshot, key, path, now);
    return found;
  });
  const names = await checkpointNames(folder);
  for (const name of names.slice(0, -mostCheckpoints)) await rm(join(folder, name));
  return faults;
}

async function checkpointNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => checkpointName.test(name)).toSorted();
}

/** How often it is looked whether a day has its checkpoint, in milliseconds: ten minutes. */
const intervalMs = 10 * 60 * 1000;

/** Takes a leader's checkpoints from now on; the returned function ends that, and waits for one
 * under way. */
export function takeCheckpoints(
  place: CheckpointPlace,
  term: Pick<Term, "confirm">,
  clock: () => Date,
  log: Pick<FastifyBaseLogger, "warn" | "error">,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isOver = false;
  const look = async () => {
    try {
      await term.confirm();
      const faults = await takeDailyCheckpoint(place, clock());
      if (faults.length === 0) return;
      const subjects = faults.length;
      log.error(
        { subjects },
        "the audit log lacks what the last checkpoint has: run `bursar audit verify`",
      );
    } catch (error) {
      if (!isOver) log.warn({ err: error }, "no checkpoint was taken; it will be retried");
    }
  };
  const start = () => {
    running = running.then(look);
  };
  start();
  const timer = setInterval(start, intervalMs);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
    return running;
  };
}
