// A disk that is full or not writable, and a store that refuses connections at the start.
// (docs/faults.md)
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import {
  runCommand,
  type ServiceProcess,
  sampleToken,
  startService,
  untilReady,
  untilSampleIsWhole,
} from "./faults/service-process.ts";

const account = "/restapi/accounts/RA00000001";
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-disk-"));
  await chmod(folder, 0o711);
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function mounts(folder: string, options: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
}

/** A small disk of its own; undefined where this user may not mount one. */
async function mountDisk(options: string): Promise<string | undefined> {
  const folder = await makeFolder();
  if (process.getuid?.() !== 0 || !mounts(folder, options)) return undefined;
  cleanUps.push(async () => spawnSync("umount", ["--lazy", folder]));
  return folder;
}

const needsMount = "a disk of its own needs root and the right to mount";

async function rename(service: ServiceProcess, accountName: string): Promise<number> {
  const token = await sampleToken(service.dataDir, "adviser");
  const response = await fetch(service.url + account, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ accountName }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Stores signatures of some size until one is not taken, or enough are; returns every status on the way. */
async function signUntilRefused(
  service: ServiceProcess,
  isEnough = async () => false,
): Promise<number[]> {
  const token = await sampleToken(service.dataDir, "adviser");
  const statuses: number[] = [];
  // Random, since PostgreSQL compresses anything else.
  const signed = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(600_000)]);
  const body = JSON.stringify({
    loginId: "ada.whitfield",
    signatureMethod: "SIGNED_PDF",
    signatureData: signed.toString("base64"),
  });
  while (statuses.length < 500 && !(await isEnough())) {
    const response = await fetch(`${service.url}${account}/customeragreement`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    });
    await response.arrayBuffer();
    statuses.push(response.status);
    if (response.status !== 200) break;
  }
  return statuses;
}

test("on a full disk changes are refused with 503, and once there is space all works as before", async (context) => {
  const disk = await mountDisk("size=400m,mode=0711");
  if (disk === undefined) return context.skip(needsMount);
  const service = await startService(disk);
  cleanUps.push(() => service.stop());
  // A load that is still running would need space as well.
  await untilSampleIsWhole(service);
  expect(await rename(service, "Before")).toBe(200);

  // A segment of the log that has just begun has space for what follows: without any, PostgreSQL would
  // end, and could not start again on this disk.
  const segments = () => readdir(join(disk, "pg", "data", "pg_wal"));
  const before = await segments();
  const hasNext = async () => (await segments()).some((name) => !before.includes(name));
  await signUntilRefused(service, hasNext);

  const filler = join(disk, "filler");
  const free = Number(
    spawnSync("df", ["--output=avail", "-B1", disk]).stdout.toString().split("\n")[1],
  );
  await writeFile(filler, Buffer.alloc(Math.max(0, free - 8_000_000)));
  const statuses = await signUntilRefused(service);
  expect(statuses.at(-1)).toBe(503);
  for (let round = 0; round < 10; round += 1) {
    expect([200, 503]).toContain(await rename(service, `Full ${round}`));
    await delay(100);
  }
  expect(service.status()).toBeUndefined();
  const backup = join(await makeFolder(), "full.backup");
  expect(await runCommand(disk, ["backup", backup])).toMatchObject({ status: 0, error: "" });
  expect(service.output()).toMatch(/"sqlstate":"53\d{3}".*"the store failed"/);
  expect(service.output()).toMatch(/PostgreSQL: [A-Z]+: .*No space left on device/);

  await rm(filler);
  expect(await untilReady(service.url, 10_000)).toBeLessThan(10_000);
  expect(await rename(service, "Room again")).toBe(200);
  const verified = await runCommand(disk, ["audit", "verify"]);
  expect([verified.status, verified.error]).toEqual([0, ""]);
  expect(service.output()).not.toContain("defect");
});

test("a data folder on a disk that cannot be written is refused in one sentence", async (context) => {
  const disk = await mountDisk("ro,size=1m,mode=0711");
  if (disk === undefined) return context.skip(needsMount);
  const { status, out, error } = await runCommand(disk, ["serve"]);
  expect([status, out]).toEqual([1, ""]);
  expect(error).toBe(
    `bursar: ${disk} cannot be used (EROFS): set DATA_DIR to a folder that this user may write to.\n`,
  );
});

test("a start against a store that refuses connections ends in one sentence", async () => {
  const dataDir = await makeFolder();
  const env = {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    MASTER_KEY: "00".repeat(32),
  };
  for (const words of [["serve"], ["migrate"], ["audit", "verify"]]) {
    const { status, out, error } = await runCommand(dataDir, words, env);
    expect([status, out, error]).toEqual([
      1,
      "",
      "bursar: The store is not available; try again.\n",
    ]);
  }
});
