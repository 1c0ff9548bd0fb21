// The lock of the data folder: one process at a time starts PostgreSQL in it, and its refusal names
// that process to the others.
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The process that holds a folder, and what for. */
export interface Holder {
  readonly pid: number;
  /** When the process started, according to the system; a reused pid has a different value. */
  readonly startedAt: string;
  readonly purpose: string;
  /** The folder that it holds: a record copied with its folder does not lock the copy. */
  readonly folder?: string;
}

/** A held folder. */
export interface FolderLock {
  release(): Promise<void>;
}

/** Another process holds the folder. */
export class FolderHeld extends Error {
  readonly holder: Holder;

  constructor(folder: string, holder: Holder) {
    super(
      `bursar ${holder.purpose} (process ${holder.pid}) holds ${folder}: ` +
        "stop it first, or set another DATA_DIR.",
    );
    this.name = "FolderHeld";
    this.holder = holder;
  }
}

/** Takes the folder for this process, also from a holder that died; throws FolderHeld if it
 * lives. */
export async function lockFolder(folder: string, purpose: string): Promise<FolderLock> {
  const startedAt = processStart(process.pid) ?? "";
  const token = randomUUID();
  const held = folderIdentity(folder);
  const record = JSON.stringify({ pid: process.pid, startedAt, purpose, token, folder: held });
  const draft = join(folder, `lock.draft-${token}`);
  await writeFile(draft, record, { mode: 0o644, flag: "wx" });
  try {
    await takeEnd(folder, draft, record);
    await rename(draft, join(folder, "lock"));
  } finally {
    await rm(draft, { force: true });
  }
  await removeSuccessors(folder);
  return {
    release: async () => {
      if ((await readRecord(join(folder, "lock"))) === record) await rm(join(folder, "lock"));
    },
  };
}

/** The living process that holds the folder, if there is one. */
export async function folderHolder(folder: string): Promise<Holder | undefined> {
  const holder = decodeHolder(await lastRecord(folder));
  return holder !== undefined && holds(holder, folder) ? holder : undefined;
}

/** The identity of a folder while the machine runs: a copy has another one, a moved folder the
 * same. */
export function folderIdentity(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** When a process started, in the system's own words; undefined when there is no such process. */
export function processStart(pid: number): string | undefined {
  if (process.platform !== "linux") {
    const listed = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return listed.stdout?.trim() || undefined;
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name comes second, in parentheses, and may hold blanks: field 3 follows it.
    const [state, ...others] = status.slice(status.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return undefined; // ended, and nobody has waited for it
    const ticks = others[18];
    // Ticks count from the start of the machine, so they name a moment only within one run of it.
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()}/${ticks}`;
  } catch {
    return undefined;
  }
}

/**
 * A dead holder's record is never deleted to free its place: its successor is a file named after it,
 * which only one of two racers can make. The holder is the last of that chain, and it counts only
 * when the chain, read again, still leads to it.
 */
async function takeEnd(folder: string, draft: string, record: string): Promise<void> {
  for (;;) {
    const last = await lastRecord(folder);
    const holder = decodeHolder(last);
    if (holder !== undefined && holds(holder, folder)) throw new FolderHeld(folder, holder);
    const place = last === undefined ? join(folder, "lock") : successorOf(folder, last);
    if (!(await isLinked(draft, place))) continue;
    if ((await lastRecord(folder)) === record) return;
    await rm(place, { force: true });
  }
}

async function lastRecord(folder: string): Promise<string | undefined> {
  let last = await readRecord(join(folder, "lock"));
  for (let next = last; next !== undefined; next = await readRecord(successorOf(folder, next))) {
    last = next;
  }
  return last;
}

const successorPrefix = "lock.after-";

function successorOf(folder: string, record: string): string {
  const name = createHash("sha256").update(record).digest("hex").slice(0, 24);
  return join(folder, `${successorPrefix}${name}`);
}

async function removeSuccessors(folder: string): Promise<void> {
  const names = await readdir(folder);
  const successors = names.filter((name) => name.startsWith(successorPrefix));
  await Promise.all(successors.map((name) => rm(join(folder, name), { force: true })));
}

async function isLinked(draft: string, place: string): Promise<boolean> {
  try {
    await link(draft, place);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function readRecord(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function decodeHolder(record: string | undefined): Holder | undefined {
  try {
    return JSON.parse(record ?? "") as Holder;
  } catch {
    return undefined; // a record left empty by a power failure locks nothing
  }
}

/** Whether the holder lives and holds this folder. */
function holds(holder: Holder, folder: string): boolean {
  const isOfCopy = holder.folder !== undefined && holder.folder !== folderIdentity(folder);
  return !isOfCopy && processStart(holder.pid) === holder.startedAt;
}
