// Two servers of PostgreSQL under Patroni behind HAProxy, with the very files of `install/`, of
// which only the addresses and the folders are others: Debian's packages on this machine.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  accountOfServer,
  freePort,
  killServer,
  lackOfPostgres,
  signalServer,
} from "../../scripts/postgres-15.ts";
import { settingsFromUrl } from "../../src/platform/store/connection.ts";
import type { StorePair } from "./fail-over-run.ts";

const install = join(import.meta.dirname, "..", "..", "install");
const programs = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"];

/** A sentence that names the missing packages and how to install them; undefined if nothing is missing. */
export function lackOfPatroni(): string | undefined {
  if (lackOfPostgres() !== undefined || !programs.every((path) => existsSync(path))) {
    return "There is no Patroni here: apt-get install patroni etcd-server haproxy postgresql-15.";
  }
  // Patroni comes to PostgreSQL as postgres, and only root becomes that.
  return process.getuid?.() === 0 ? undefined : "Only root can start Patroni as postgres.";
}

interface Site {
  readonly folder: string;
  readonly account: ReturnType<typeof accountOfServer>;
  readonly children: Set<ChildProcess>;
}

/** Starts etcd, Patroni twice and HAProxy, and makes the database as the page does. */
export async function openPatroniPair(): Promise<StorePair> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-patroni-"));
  const site: Site = { folder, account: accountOfServer(), children: new Set() };
  await own(site, folder);
  const members: Member[] = [];
  const close = async () => {
    for (const member of members) await member.kill();
    for (const child of site.children) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const etcd = await startEtcd(site);
    for (const name of ["db1", "db2"]) members.push(await openMember(site, name, etcd));
    const port = await freePort();
    await startHaproxy(site, members, port);
    await untilConfirmed(members);
    await makeRoles(site, members);
    return pairOf(members, port, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function pairOf(members: readonly Member[], port: number, close: () => Promise<void>): StorePair {
  const url = (login: string, at = port) => `postgresql://${login}@127.0.0.1:${at}/bursar`;
  const owner = "bursar_owner_login:four";
  let failed: Member | undefined;
  return {
    env: { MIGRATE_DATABASE_URL: url(owner), DATABASE_URL: url("bursar:five") },
    async admin() {
      // One that was halted may believe to lead.
      const leader = await leaderOf(members.filter((member) => member !== failed));
      return settingsFromUrl(url(owner, leader.port));
    },
    confirm: () => untilConfirmed(members),
    async fail(how) {
      failed = await leaderOf(members);
      if (how === "killed") await failed.kill();
      else failed.signal("SIGSTOP");
    },
    async wake() {
      failed?.signal("SIGCONT");
      await delay(300);
    },
    async mend() {
      await failed?.start();
      await untilConfirmed(members);
      failed = undefined;
    },
    close,
  };
}

interface Member {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly socketFolder: string;
  /** Starts Patroni unless it runs. */
  start(): Promise<void>;
  /** Kills Patroni and PostgreSQL, as a power failure would. */
  kill(): Promise<void>;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
}

async function openMember(site: Site, name: string, etcd: number): Promise<Member> {
  const port = await freePort();
  const rest = await freePort();
  const folder = join(site.folder, name);
  const pidFile = join(folder, "data", "postmaster.pid");
  const file = join(folder, "patroni.yml");
  await mkdir(folder);
  await own(site, folder);
  const text = await readFile(join(install, "patroni.yml"), "utf8");
  await writeFile(
    file,
    replaced(text, {
      "name: db1": `name: ${name}`,
      "10.0.0.11:8008": `127.0.0.1:${rest}`,
      "10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379": `127.0.0.1:${etcd}`,
      "10.0.0.11:5432": `127.0.0.1:${port}`,
      "/var/lib/postgresql/15/bursar": join(folder, "data"),
      "/var/lib/postgresql/.pgpass_patroni": join(folder, "pgpass"),
      "/var/run/postgresql": folder,
      "10.0.0.0/24": "127.0.0.1/32",
    }),
    { mode: 0o600 },
  );
  await own(site, file, 0o600);
  let patroni: ChildProcess | undefined;
  const isRunning = () => patroni?.exitCode === null && patroni.signalCode === null;
  const member: Member = {
    name,
    port,
    rest,
    socketFolder: folder,
    start: async () => {
      if (!isRunning()) patroni = start(site, `${name}.log`, "/usr/bin/patroni", [file]);
    },
    kill: async () => {
      if (patroni !== undefined) await end(patroni);
      if (existsSync(pidFile)) await killServer(pidFile).catch(() => {});
    },
    signal: (signal) => {
      patroni?.kill(signal);
      signalServer(pidFile, signal);
    },
  };
  await member.start();
  return member;
}

async function startEtcd(site: Site): Promise<number> {
  const client = await freePort();
  const peer = await freePort();
  const urls = { client: `http://127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` };
  start(site, "etcd.log", "/usr/bin/etcd", [
    "--name",
    "db1",
    "--data-dir",
    join(site.folder, "etcd"),
    "--listen-client-urls",
    urls.client,
    "--advertise-client-urls",
    urls.client,
    "--listen-peer-urls",
    urls.peer,
    "--initial-advertise-peer-urls",
    urls.peer,
    "--initial-cluster",
    `db1=${urls.peer}`,
    "--enable-v2",
  ]);
  return client;
}

async function startHaproxy(site: Site, [db1, db2]: readonly Member[], port: number) {
  if (db1 === undefined || db2 === undefined) throw new Error("there are two members");
  const text = await readFile(join(install, "haproxy-postgresql.cfg"), "utf8");
  const file = join(site.folder, "haproxy.cfg");
  await writeFile(
    file,
    replaced(text, {
      "127.0.0.1:5000": `127.0.0.1:${port}`,
      "10.0.0.11:5432 check port 8008": `127.0.0.1:${db1.port} check port ${db1.rest}`,
      "10.0.0.12:5432 check port 8008": `127.0.0.1:${db2.port} check port ${db2.rest}`,
    }),
  );
  await own(site, file, 0o600);
  start(site, "haproxy.log", "/usr/sbin/haproxy", ["-db", "-f", file]);
}

/** A text of `install/` with other addresses; each must be there. */
function replaced(text: string, others: Readonly<Record<string, string>>): string {
  return Object.entries(others).reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`a file of install/ has no ${from}`);
    return made.replaceAll(from, to);
  }, text);
}

function start(site: Site, log: string, program: string, words: readonly string[]): ChildProcess {
  const out = openSync(join(site.folder, log), "a");
  const child = spawn(program, words, {
    ...site.account,
    cwd: site.folder,
    env: { PATH: process.env.PATH, HOME: site.folder, LC_ALL: "C.UTF-8" },
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  site.children.add(child);
  child.once("exit", () => site.children.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function own({ account }: Site, path: string, mode = 0o700): Promise<void> {
  await chmod(path, mode);
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

interface Seen {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** The cluster as a member describes it; of several that respond, one that knows a leader. */
async function clusterOf(members: readonly Member[]): Promise<readonly Seen[]> {
  for (const { rest } of members) {
    const signal = AbortSignal.timeout(2_000);
    const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal }).catch(
      () => undefined,
    );
    if (response?.ok !== true) continue;
    const { members: seen } = (await response.json()) as { members: Seen[] };
    if (seen.some(({ role }) => role === "leader")) return seen;
  }
  return [];
}

async function leaderOf(members: readonly Member[]): Promise<Member> {
  const leader = (await clusterOf(members)).find(({ role }) => role === "leader");
  const member = members.find(({ name }) => name === leader?.name);
  if (member === undefined) throw new Error("there is no leader");
  return member;
}

/** Waits until there is a leader, and a standby that confirms its commits. */
async function untilConfirmed(members: readonly Member[]): Promise<void> {
  const isWell = ({ state }: Seen) => state === "running" || state === "streaming";
  const limit = AbortSignal.timeout(120_000);
  for (;;) {
    const seen = await clusterOf(members);
    const roles = seen.filter(isWell).map(({ role }) => role);
    if (roles.includes("leader") && roles.includes("sync_standby")) return;
    if (limit.aborted) throw new Error(`no standby confirms: ${JSON.stringify(seen)}`);
    await delay(200);
  }
}

/** As the page does, on the leader. */
async function makeRoles({ account }: Site, members: readonly Member[]): Promise<void> {
  const page = readFileSync(join(install, "..", "docs", "high-availability.md"), "utf8");
  const [, statements] = /^su postgres -c psql <<'END'\n(.*?)^END$/ms.exec(page) ?? [];
  if (statements === undefined) throw new Error("the page makes no roles");
  const { socketFolder, port } = await leaderOf(members);
  const words = ["-h", socketFolder, "-p", String(port), "-U", "postgres", "-v", "ON_ERROR_STOP=1"];
  const made = spawnSync("/usr/bin/psql", words, {
    ...account,
    input: statements,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`the roles were not made: ${made.stderr}`);
}
