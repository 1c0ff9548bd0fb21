// Rounds in which something other than a kill of the service goes wrong: a log that cannot be written, a
// copied folder, back-ups at once, a halted PostgreSQL, and commands that are killed half-way.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { openLog } from "../../src/platform/process/log.ts";
import { processStart } from "../../src/platform/store/embedded/folder-lock.ts";
import { openStore } from "../../src/platform/store/store.ts";
import {
  asRecorded,
  fillWithRelease,
  type Release,
  readRelease,
  responsesThatDiffer,
  storedReleases,
} from "../releases/release.ts";
import {
  killCommand,
  makeDataFolder,
  postgresPid,
  removeDataFolder,
  runCommand,
  type ServiceProcess,
  sampleToken,
  startService,
} from "./service-process.ts";

/** The arguments of a round: the service of the run, and its callers. */
export interface Site {
  readonly dataDir: string;
  readonly random: () => number;
  service(): ServiceProcess;
  /** Ends the service as an operator would. */
  stop(): Promise<void>;
  /** Starts it again; returns how long that took, in milliseconds. */
  start(log?: number): Promise<number>;
  /** Runs `work` while callers make changes. */
  whileWriting<T>(work: () => Promise<T>): Promise<T>;
  /** Compares the responses with what is there. */
  check(): Promise<void>;
}

/** Each round by its name; it returns a sentence on what happened. */
export const commandRounds: Readonly<Record<string, (site: Site) => Promise<string>>> = {
  log: logRound,
  copy: copyRound,
  backups: backupsRound,
  frozen: frozenRound,
  load: loadRound,
  compute: computeRound,
  backup: backupRound,
  restore: restoreRound,
  rotation: rotationRound,
  migration: migrationRound,
  upgrade: upgradeRound,
};

/** The longest time after which a command is killed: most end within it. */
const longestMs = 3_000;

/** Runs a command that must succeed, once PostgreSQL has noticed that one before it was killed. */
export async function done(dataDir: string, ...words: readonly string[]): Promise<string> {
  const limit = AbortSignal.timeout(20_000);
  let ended = await runCommand(dataDir, words);
  while (/is running|is using the store/.test(ended.error) && !limit.aborted) {
    ended = await runCommand(dataDir, words);
  }
  const { status, out, error } = ended;
  assert.equal(status, 0, `${words.join(" ")}: ${error.trim().split("\n").at(-1)}`);
  return out;
}

/** Works in a new folder, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeDataFolder();
  return work(folder).finally(() => removeDataFolder(folder));
}

/** Kills a command at a random moment, and waits until nothing that it started is running. */
async function killed(site: Site, dataDir: string, ...words: readonly string[]): Promise<string> {
  const afterMs = Math.round(site.random() * longestMs);
  const hasEnded = await killCommand(dataDir, words, afterMs);
  if (dataDir !== site.dataDir || site.service().status() !== undefined) await isDeserted(dataDir);
  return hasEnded ? "ended before its kill" : `killed after ${afterMs} ms`;
}

async function isDeserted(dataDir: string): Promise<void> {
  const pid = existsSync(join(dataDir, "postgres.json")) ? await postgresPid(dataDir) : undefined;
  const limit = AbortSignal.timeout(20_000);
  while (pid !== undefined && processStart(pid) !== undefined) {
    assert(!limit.aborted, `PostgreSQL (process ${pid}) outlives a killed command`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The log's disk is full from the start: the service answers, counts what is lost, and stops. */
async function logRound(site: Site): Promise<string> {
  await site.stop();
  const full = await open("/dev/full", "w");
  try {
    await site.start(full.fd);
    await site.whileWriting(async () => {});
    const text = await (await fetch(`${site.service().url}/metrics`)).text();
    const [, dropped = "0"] = /^bursar_log_lines_dropped_total (\d+)$/m.exec(text) ?? [];
    assert(Number(dropped) > 0, "no line of the log was dropped");
    await site.check();
    await site.stop();
    assert.equal(site.service().status(), 0);
    return `${dropped} lines dropped`;
  } finally {
    await full.close();
    await site.start();
  }
}

/** A copy of the folder serves next to the original, and neither sees what the other does. */
async function copyRound(site: Site): Promise<string> {
  await site.stop();
  const parent = await makeDataFolder();
  const copy = join(parent, "copy");
  spawnSync("cp", ["-a", site.dataDir, copy]);
  await site.start();
  const copied = await startService(copy);
  try {
    const token = await sampleToken(copy, "adviser");
    await site.whileWriting(async () => {
      const response = await fetch(`${copied.url}/restapi/accounts/RA00000001`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: '{"accountName":"Of the copy"}',
      });
      assert.equal(response.status, 200);
    });
  } finally {
    await copied.stop();
    await removeDataFolder(copy);
    await rm(parent, { recursive: true, force: true });
  }
  await site.check();
  return "original and copy served side by side";
}

/** Back-ups at once, two of them under one name: that name is given once, and each file is whole. */
async function backupsRound(site: Site): Promise<string> {
  return inFolder(async (folder) => {
    const files = ["a", "a", "b", "c"].map((name) => join(folder, name));
    const ended = await site.whileWriting(() =>
      Promise.all(files.map((file) => runCommand(site.dataDir, ["backup", file]))),
    );
    const refused = ended.slice(0, 2).filter(({ status }) => status !== 0);
    assert.equal(refused.length, 1, JSON.stringify(ended));
    assert.match(refused[0]?.error ?? "", /already exists/);
    assert.deepEqual((await readdir(folder)).toSorted(), ["a", "b", "c"]);
    for (const file of new Set(files)) await done(site.dataDir, "backup", "--verify", file);
    return "3 of 4 back-ups written, each whole";
  });
}

/** PostgreSQL is halted with all its processes, and the service is killed: it starts at once. */
async function frozenRound(site: Site): Promise<string> {
  await site.whileWriting(async () => {
    const pid = await postgresPid(site.dataDir);
    assert(pid !== undefined, "no PostgreSQL runs");
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "latin1");
    for (const each of [pid, ...children.split(" ").filter(Boolean).map(Number)]) {
      process.kill(each, "SIGSTOP");
    }
    await site.service().kill();
  });
  const readyMs = await site.start();
  assert(readyMs < 10_000, `ready only after ${readyMs} ms`);
  await site.check();
  return `ready after ${readyMs} ms`;
}

interface Report {
  readonly result: { readonly files: readonly Record<"added" | "changed", string>[] };
}

let firms = 0;

/** A load that is killed has stored all or nothing. */
async function loadRound(site: Site): Promise<string> {
  return inFolder(async (folder) => {
    const records = join(folder, "records");
    // A larger firm begins with the smaller one that was loaded before.
    firms += 1;
    await done(folder, "sample", "--out", records, "--accounts", `${firms * 200}`, "--days", "20");
    const left = async () => {
      const words = ["load", "--check", "--json", "--allow-privileges", records];
      const report = JSON.parse(await done(site.dataDir, ...words)) as Report;
      return report.result.files.reduce(
        (sum, { added, changed }) => sum + Number(added) + Number(changed),
        0,
      );
    };
    const before = await left();
    const how = await killed(site, site.dataDir, "load", "--allow-privileges", records);
    const after = await left();
    assert([0, before].includes(after), `${after} of ${before} rows are left to load`);
    await done(site.dataDir, "load", "--allow-privileges", records);
    assert.equal(await left(), 0);
    await site.check();
    return `${how}; ${after === 0 ? "all" : "nothing"} was stored`;
  });
}

/** A computation that is killed is finished by the next. */
async function computeRound(site: Site): Promise<string> {
  const how = await killed(site, site.dataDir, "compute", "--all", "--workers", "1");
  await done(site.dataDir, "compute", "--all");
  await site.check();
  return how;
}

/** A back-up that is killed leaves no file under its name, or a whole one. */
async function backupRound(site: Site): Promise<string> {
  return inFolder(async (folder) => {
    const file = join(folder, "a");
    const how = await killed(site, site.dataDir, "backup", file);
    if (!existsSync(file)) await done(site.dataDir, "backup", file);
    await done(site.dataDir, "backup", "--verify", file);
    return how;
  });
}

/** A restore that is killed leaves an empty store, which the next one fills. */
async function restoreRound(site: Site): Promise<string> {
  return inFolder(async (folder) => {
    const file = join(folder, "a");
    const dataDir = join(folder, "restored");
    await done(site.dataDir, "backup", file);
    await mkdir(dataDir, { mode: 0o711 });
    await copyFile(join(site.dataDir, "master.key"), join(dataDir, "master.key"));
    const how = await killed(site, dataDir, "restore", file);
    const { status, error } = await runCommand(dataDir, ["restore", file]);
    assert(status === 0 || error.includes("The store is not empty"), error);
    await done(dataDir, "audit", "verify");
    await removeDataFolder(dataDir);
    return `${how}; ${status === 0 ? "restored by the next" : "it had been complete"}`;
  });
}

/** A change of the master key that is killed has happened or not; the service starts with either. */
async function rotationRound(site: Site): Promise<string> {
  await site.stop();
  const how = await killed(site, site.dataDir, "keys", "rotate-master");
  await site.start();
  await site.whileWriting(async () => {});
  await site.check();
  await done(site.dataDir, "verify", "credentials");
  return how;
}

/** A first migration that is killed, in the middle of the cluster's creation too, is finished by the
 * next. */
async function migrationRound(site: Site): Promise<string> {
  return inFolder(async (folder) => {
    const how = await killed(site, folder, "migrate");
    await done(folder, "migrate");
    assert.equal(await done(folder, "migrate", "--check"), "0 pending\n");
    return how;
  });
}

/** The store of each stored earlier release: an upgrade that is killed is finished by the next,
 * everything verifies, and what that release answered is still answered. */
async function upgradeRound(site: Site): Promise<string> {
  const outcomes: string[] = [];
  for (const name of await storedReleases()) {
    const release = await readRelease(name);
    outcomes.push(await inFolder((folder) => upgrade(site, folder, release)));
  }
  return outcomes.join("; ");
}

async function upgrade(site: Site, dataDir: string, release: Release): Promise<string> {
  await writeFile(join(dataDir, "master.key"), release.masterKey, { mode: 0o600 });
  const config = readConfig({ DATA_DIR: dataDir });
  const store = await openStore(config, "migrate", openLog("silent"));
  await fillWithRelease(store.migrating, store.serving.user, release).finally(() => store.stop());
  const how = await killed(site, dataDir, "migrate");
  await done(dataDir, "migrate");
  assert.equal(await done(dataDir, "migrate", "--check"), "0 pending\n");
  const service = await startService(dataDir, asRecorded);
  try {
    const headers = { authorization: `Bearer ${release.token}` };
    const differing = await responsesThatDiffer(release, async (path) => {
      const response = await fetch(service.url + path, { headers });
      return { status: response.status, body: await response.json() };
    });
    assert.deepEqual(differing, []);
    for (const words of ["audit verify", "verify credentials", "verify series"]) {
      await done(dataDir, ...words.split(" "));
    }
  } finally {
    await service.stop();
  }
  return `${release.migration} upgraded, ${how}, ${release.answers.length} answers as before`;
}
