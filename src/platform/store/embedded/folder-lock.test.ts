// One living process holds a folder; that of a dead one passes to exactly one of the contenders.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  FolderHeld,
  type FolderLock,
  folderHolder,
  lockFolder,
  processStart,
} from "./folder-lock.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function takeAtOnce(count: number): Promise<FolderLock[]> {
  const attempts = Array.from({ length: count }, (_, place) => lockFolder(folder, `race ${place}`));
  const outcomes = await Promise.allSettled(attempts);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(FolderHeld);
  }
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

test("a locked folder names its holder", async () => {
  const lock = await lockFolder(folder, "serve");
  await expect(lockFolder(folder, "load")).rejects.toThrow(
    `bursar serve (process ${process.pid}) holds ${folder}: stop it first, or set another DATA_DIR.`,
  );
  expect(await folderHolder(folder)).toMatchObject({ pid: process.pid, purpose: "serve" });
  await lock.release();
  expect(await folderHolder(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test("of many simultaneous attempts exactly one locks a free folder", async () => {
  for (let round = 0; round < 20; round += 1) {
    const [lock, ...others] = await takeAtOnce(8);
    expect(others).toEqual([]);
    await lock?.release();
  }
});

test.each([
  ["a dead process", { pid: 4_194_305, startedAt: "long ago" }],
  ["a process whose pid is another's now", { pid: process.pid, startedAt: "long ago" }],
  ["a power failure that left it empty", undefined],
])("of many simultaneous attempts exactly one takes over from %s", async (_, record) => {
  for (let round = 0; round < 20; round += 1) {
    const text = record === undefined ? "" : JSON.stringify({ ...record, purpose: "serve", round });
    await writeFile(join(folder, "lock"), text);
    const [lock, ...others] = await takeAtOnce(8);
    expect(others).toEqual([]);
    expect(await readdir(folder)).toEqual(["lock"]);
    await lock?.release();
  }
});

test("a killed process holds no lock, even before its parent has reaped it", async () => {
  const child = spawn("sleep", ["60"]);
  const pid = child.pid ?? 0;
  const startedAt = processStart(pid);
  expect(startedAt).toBeTruthy();
  await writeFile(join(folder, "lock"), JSON.stringify({ pid, startedAt, purpose: "serve" }));
  expect(await folderHolder(folder)).toMatchObject({ pid });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await folderHolder(folder)).toBeUndefined();
});
