// The embedded PostgreSQL is restarted however it ends, and keeps its secrets.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConnectionSettings, clientConfig } from "../connection.ts";
import { type Embedded, embeddedSettings, startEmbedded } from "./embedded-postgres.ts";
import { folderHolder, lockFolder, processStart } from "./folder-lock.ts";

const isRoot = process.getuid?.() === 0;
const settings = { fsync: "off", shared_buffers: "16MB" };
const log = {
  info: (line: string) => logged.push(line),
  warn: (line: string) => logged.push(line),
};

let dataDir: string;
let logged: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bursar-embedded-"));
  if (isRoot) await chmod(dataDir, 0o711);
});
afterAll(() => rm(dataDir, { recursive: true }));

async function start(): Promise<Embedded> {
  logged = [];
  return startEmbedded({ dataDir, log, settings });
}

async function queryValue(where: ConnectionSettings, question: string): Promise<unknown> {
  const client = new pg.Client(clientConfig(where));
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: question, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, "pg", "data", "postmaster.pid");

test("a first start makes a cluster that listens only on a private socket", async () => {
  const postgres = await start();
  expect(await queryValue(postgres.serving, "show listen_addresses")).toBe("");
  expect(await queryValue(postgres.serving, "show data_checksums")).toBe("on");
  expect(await queryValue(postgres.serving, "show server_encoding")).toBe("UTF8");
  const collation = "select datcollate from pg_database where datname = current_database()";
  expect(await queryValue(postgres.serving, collation)).toBe("C");
  expect(await queryValue(postgres.serving, "show synchronous_commit")).toBe("on");
  expect(
    await queryValue(
      postgres.serving,
      "select rolsuper from pg_roles where rolname = session_user",
    ),
  ).toBe(false);
  expect((await stat(postgres.serving.host)).mode & 0o777).toBe(0o700);
  await postgres.stop();
  await expect(stat(postgres.serving.host)).rejects.toThrow("ENOENT");
});

test("a login without its password is refused, on the socket too", async () => {
  const postgres = await start();
  const unauthorized = { ...postgres.admin, password: "guess" };
  await expect(queryValue(unauthorized, "select 1")).rejects.toThrow(
    "password authentication failed",
  );
  await postgres.stop();
});

test("passwords are in a file of the service's user alone, and in no other", async () => {
  const state = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  expect((await stat(join(dataDir, "postgres.json"))).mode & 0o777).toBe(0o600);
  expect(state.adminPassword).not.toBe(state.servicePassword);
  expect(await readdir(join(dataDir, "pg"))).toEqual(["data"]);
});

test("PostgreSQL sees nothing of the service's environment, and keeps memory for its next result", async () => {
  process.env.MASTER_KEY = "must-not-leak";
  const postgres = await start();
  delete process.env.MASTER_KEY;
  if (process.platform === "linux") {
    const environment = await readFile(`/proc/${postgres.pid()}/environ`, "latin1");
    expect(environment).not.toContain("must-not-leak");
    expect(environment).toContain("MALLOC_TRIM_THRESHOLD_=1048576");
    expect(environment).toContain("MALLOC_MMAP_THRESHOLD_=1048576");
  }
  await postgres.stop();
});

test("an interrupted initdb does not prevent the next start", async () => {
  await rm(join(dataDir, "pg", "data"), { recursive: true });
  await mkdir(join(dataDir, "pg", "draft"));
  await writeFile(join(dataDir, "pg", "draft", "PG_VERSION"), "18\n");
  await writeFile(join(dataDir, "pg", "password"), "left over");
  const postgres = await start();
  expect(await queryValue(postgres.serving, "select 1")).toBe(1);
  await postgres.stop();
  expect(await readdir(join(dataDir, "pg"))).toEqual(["data"]);
});

test("an initdb that a killed start left running does not disturb the next start", async () => {
  await rm(join(dataDir, "pg", "data"), { recursive: true, force: true });
  await mkdir(join(dataDir, "pg"), { recursive: true });
  const draft = join(dataDir, "pg", "draft-1");
  // It writes into its draft as long as that is there, and makes it again as `draft`, once.
  const orphan = spawn("sh", [
    "-c",
    `mkdir -p '${draft}'; echo ready; i=0; while [ $i -lt 200 ] && : > '${draft}'/$i; do i=$((i+1)); done;
     mkdir -p '${join(dataDir, "pg", "draft")}'; sleep 0.2; rm -rf '${join(dataDir, "pg", "draft")}'`,
  ]);
  await once(orphan.stdout, "data");
  const postgres = await start();
  expect(await queryValue(postgres.serving, "select 1")).toBe(1);
  await postgres.stop();
  if (orphan.exitCode === null) await once(orphan, "exit");
  expect(await readdir(join(dataDir, "pg"))).toEqual(["data"]);
});

test("a PostgreSQL that ends unexpectedly is restarted every time", async () => {
  const postgres = await start();
  for (let round = 0; round < 2; round += 1) {
    const pid = postgres.pid();
    process.kill(pid, "SIGKILL");
    const isBack = () => queryValue(postgres.serving, "select 1").catch(String);
    await expect.poll(isBack, { timeout: 60_000 }).toBe(1);
    expect(postgres.pid()).not.toBe(pid);
  }
  expect(logged.filter((line) => line.includes("unexpectedly"))).toHaveLength(2);
  const again = () => logged.filter((line) => line === "PostgreSQL is running again.");
  await expect.poll(again, { timeout: 60_000 }).toHaveLength(2);
  await postgres.stop();
  expect(() => process.kill(postgres.pid(), 0)).toThrow("ESRCH");
});

test("the folder of the socket is made again, and what is put in its place is not used", async () => {
  const postgres = await start();
  const { host = "" } = postgres.serving;
  const isBack = () => queryValue(postgres.serving, "select 1").catch(String);
  await rm(host, { recursive: true });
  process.kill(postgres.pid(), "SIGKILL");
  await expect.poll(isBack, { timeout: 60_000 }).toBe(1);
  expect((await stat(host)).mode & 0o777).toBe(0o700);

  const elsewhere = await mkdtemp(join(tmpdir(), "bursar-elsewhere-"));
  await rm(host, { recursive: true });
  await symlink(elsewhere, host);
  process.kill(postgres.pid(), "SIGKILL");
  await expect.poll(() => logged.at(-1), { timeout: 60_000 }).toContain("not the folder");
  expect(await readdir(elsewhere)).toEqual([]);
  await rm(host);
  await expect.poll(isBack, { timeout: 60_000 }).toBe(1);
  await postgres.stop();
  await rm(elsewhere, { recursive: true });
});

test("a PostgreSQL that cannot start is retried until it can, or until the service stops", async () => {
  const postgres = await start();
  const data = join(dataDir, "pg", "data");
  const end = async () => {
    await rename(data, `${data}.away`);
    process.kill(postgres.pid(), "SIGKILL");
    await expect.poll(() => logged.at(-1), { timeout: 60_000 }).toContain("Trying again.");
    await rename(`${data}.away`, data);
  };
  await end();
  const isBack = () => queryValue(postgres.serving, "select 1").catch(String);
  await expect.poll(isBack, { timeout: 60_000 }).toBe(1);
  await end();
  await postgres.stop();
  await expect(queryValue(postgres.serving, "select 1")).rejects.toThrow("ENOENT");
  const again = await start();
  expect(await queryValue(again.serving, "select 1")).toBe(1);
  await again.stop();
});

test("a killed process leaves no PostgreSQL running, and its data is kept", async () => {
  const orphan = await killedIn("kept", () => {});
  await expect.poll(() => processStart(orphan), { timeout: 60_000 }).toBeUndefined();
  const postgres = await start();
  expect(logged).toEqual([]);
  expect(await queryValue(postgres.admin, "select count(*)::int from kept")).toBe(1);
  await postgres.stop();
});

test("a pid file that now names another process does not prevent the start", async () => {
  const postgres = await start();
  const left = await readFile(pidFile(), "utf8");
  process.kill(postgres.pid(), "SIGKILL");
  await postgres.stop();
  const owner = await stat(join(dataDir, "pg"));
  const other = spawn("sleep", ["60"], isRoot ? { uid: owner.uid, gid: owner.gid } : {});
  await writeFile(pidFile(), left.replace(/^\d+/, String(other.pid)));
  const again = await start();
  expect(await queryValue(again.serving, "select 1")).toBe(1);
  expect(other.exitCode).toBeNull();
  await again.stop();
  other.kill();
});

const isLinux = process.platform === "linux";

test.runIf(isLinux)(
  "a PostgreSQL that was halted as a whole is stopped at once by the next start",
  async () => {
    const orphan = await killedIn("halted", (pid) => {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
      for (const each of [pid, ...children.split(" ").map(Number)]) process.kill(each, "SIGSTOP");
    });
    const begun = performance.now();
    const postgres = await start();
    expect(logged).toEqual([
      `Stopping a PostgreSQL (process ${orphan}) that outlived its service.`,
    ]);
    // A stopped process would react only to the last signal, which is sent after 11 seconds.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await queryValue(postgres.admin, "select count(*)::int from halted")).toBe(1);
    await postgres.stop();
  },
);

describe("a copied folder", () => {
  let copy: string;
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), "bursar-copy-"));
    await rm(copy, { recursive: true });
  });
  afterEach(() => rm(copy, { recursive: true }));

  // The copy keeps the owner of the data, as when a folder is copied to try something out.
  const take = () => spawnSync("cp", ["-a", dataDir, copy]);

  test("has its own PostgreSQL next to the original's", async () => {
    const first = await start();
    await queryValue(first.admin, "create table if not exists told (who text)");
    await first.stop();
    take();
    const original = await start();
    const copied = await startEmbedded({ dataDir: copy, log, settings });
    await queryValue(copied.admin, "insert into told values ('copy')");
    expect(await queryValue(original.admin, "select count(*)::int from told")).toBe(0);
    expect(await queryValue(copied.admin, "select count(*)::int from told")).toBe(1);
    await copied.stop();
    expect(await queryValue(original.admin, "select count(*)::int from told")).toBe(0);
    await original.stop();
  });

  test("of a running service reaches nothing that belongs to the original", async () => {
    const lock = await lockFolder(dataDir, "serve");
    const original = await start();
    take();
    expect(await embeddedSettings(dataDir)).toEqual({
      serving: original.serving,
      admin: original.admin,
    });
    expect(await embeddedSettings(copy)).toBeUndefined();
    expect(await folderHolder(copy)).toBeUndefined();
    const copied = await startEmbedded({ dataDir: copy, log, settings });
    expect(copied.serving.host).not.toBe(original.serving.host);
    await copied.stop();
    expect(await queryValue(original.serving, "select 1")).toBe(1);
    await original.stop();
    await lock.release();
  });
});

test("a lost postgres.json is written again, with new passwords", async () => {
  const before = await start();
  await queryValue(before.admin, "create table if not exists lasting as select 1 as one");
  await before.stop();
  await rm(join(dataDir, "postgres.json"));
  const after = await start();
  expect(logged).toContain(
    `${dataDir}/postgres.json was missing: PostgreSQL's passwords were replaced.`,
  );
  expect(after.admin.password).not.toBe(before.admin.password);
  expect(await queryValue(after.admin, "select count(*)::int from lasting")).toBe(1);
  expect(await queryValue(after.serving, "select 1")).toBe(1);
  await after.stop();
});

test.each(["", "{", "[]", '{"folder":1}'])(
  "a damaged postgres.json is refused: %s",
  async (text) => {
    const path = join(dataDir, "postgres.json");
    const whole = await readFile(path);
    await writeFile(path, text);
    await expect(start()).rejects.toThrow(
      `${path} is damaged: remove it and start again, whereupon PostgreSQL gets new passwords.`,
    );
    await writeFile(path, whole);
  },
);

test.runIf(isRoot)("PostgreSQL runs under an account that no other service uses", async () => {
  const { uid } = await stat(join(dataDir, "pg"));
  const known = spawnSync("id", ["-u", "bursar"], { encoding: "utf8" });
  expect(String(uid)).toBe(known.stdout.trim());
});

test.runIf(isRoot)("below a folder closed to its account, data is placed outside", async () => {
  const home = await mkdtemp(join(tmpdir(), "bursar-home-"));
  const closed = join(home, "data");
  await mkdir(closed, { mode: 0o711 });
  logged = [];
  const postgres = await startEmbedded({ dataDir: closed, log, settings });
  const { outside: place } = JSON.parse(await readFile(join(closed, "postgres.json"), "utf8"));
  const copy = join(home, "copy");
  try {
    expect(place).toMatch(/^\/var\/lib\/bursar-[0-9a-f]{12}$/);
    expect(logged[0]).toContain(`PostgreSQL's data is in ${place}, since `);
    expect((await stat(place)).mode & 0o777).toBe(0o711);
    expect((await stat(join(place, "pg"))).uid).not.toBe(0);
    expect(await queryValue(postgres.serving, "select 1")).toBe(1);
    await cp(closed, copy, { recursive: true });
    const copied = startEmbedded({ dataDir: copy, log, settings });
    await expect(copied).rejects.toThrow(
      `${copy} is a copy of ${closed}, whose data in ${place} is not part of the copy: take a ` +
        "copy with `bursar backup`, or set DATA_DIR to an empty folder.",
    );
    const second = startEmbedded({ dataDir: closed, log, settings, purpose: "load" });
    await expect(second).rejects.toThrow(`bursar serve (process ${process.pid}) holds ${place}: `);
    expect(await queryValue(postgres.serving, "select 1")).toBe(1);
  } finally {
    await postgres.stop();
  }
  try {
    const moved = join(home, "moved");
    await rm(copy, { recursive: true });
    await rename(closed, moved);
    const again = await startEmbedded({ dataDir: moved, log, settings });
    expect(await queryValue(again.serving, "select 1")).toBe(1);
    await again.stop();
    await rename(join(place, "pg"), join(place, "away"));
    const without = startEmbedded({ dataDir: moved, log, settings });
    await expect(without).rejects.toThrow(`data of ${moved} is not in ${place}: bring it back.`);
  } finally {
    await rm(place, { recursive: true });
    await rm(home, { recursive: true });
  }
});

/** Starts PostgreSQL in another process, which makes a table and is killed after `work`. */
async function killedIn(table: string, work: (postgres: number) => void): Promise<number> {
  const words = ["--input-type=module", "--eval", starter(table)];
  const service = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await once(service.stdout, "data");
  const postgres = Number((await readFile(pidFile(), "utf8")).split("\n")[0]);
  work(postgres);
  service.kill("SIGKILL");
  await once(service, "exit");
  return postgres;
}

function starter(table: string): string {
  const url = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
  return `
    import pg from "pg";
    import { startEmbedded } from ${url("embedded-postgres.ts")};
    import { clientConfig } from ${url("../connection.ts")};
    const log = { info() {}, warn() {} };
    const { admin } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log });
    const client = new pg.Client(clientConfig(admin));
    await client.connect();
    await client.query("create table ${table} as select 1 as one");
    process.stdout.write("ready");
  `;
}

test.runIf(isRoot).each([
  ["PostgreSQL's data", "pg"],
  ["a data folder", "."],
])("%s of an account that other services share is refused", async (_, owned) => {
  const folder = await mkdtemp(join(tmpdir(), "bursar-shared-"));
  await mkdir(join(folder, "pg"));
  const { stdout } = spawnSync("id", ["-u", "nobody"], { encoding: "utf8" });
  await chown(join(folder, owned), Number(stdout), Number(stdout));
  await expect(startEmbedded({ dataDir: folder, log, settings })).rejects.toThrow(
    `${folder} belongs to the account nobody, which other services share`,
  );
  expect(await readdir(join(folder, "pg"))).toEqual([]);
  await rm(folder, { recursive: true });
});

test("data of another major version is refused, with the way from one to the other", async () => {
  const version = join(dataDir, "pg", "data", "PG_VERSION");
  const own = await readFile(version, "utf8");
  await writeFile(version, "17\n");
  await expect(start()).rejects.toThrow(
    /is of PostgreSQL 17, and the programs are of 18\.\d+: .* run `bursar backup`, then with this one `bursar restore`/,
  );
  await writeFile(version, own);
});

test("a folder of programs that holds none is refused, and one of another version is used", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), "bursar-programs-"));
  if (isRoot) await chmod(elsewhere, 0o711);
  const startBy = (binFolder: string) =>
    startEmbedded({ dataDir: elsewhere, log, settings, binFolder });
  await expect(startBy("/usr/share")).rejects.toThrow(
    "POSTGRES_BIN (/usr/share) holds no PostgreSQL",
  );
  const installed = "/usr/lib/postgresql/15/bin";
  if (existsSync(installed)) {
    const postgres = await startBy(installed);
    expect(await queryValue(postgres.serving, "show server_version")).toMatch(/^15\./);
    await postgres.stop();
    await expect(startEmbedded({ dataDir: elsewhere, log, settings })).rejects.toThrow(
      "is of PostgreSQL 15",
    );
  }
  await rm(elsewhere, { recursive: true });
});
