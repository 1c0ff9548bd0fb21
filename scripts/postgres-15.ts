// Servers of Debian's PostgreSQL 15 in temporary folders, and the suite on them. PG15_BIN names
// another folder of binaries.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The folder of the server's programs. */
const binaries = process.env.PG15_BIN ?? "/usr/lib/postgresql/15/bin";

/** The sentence that says how to install PostgreSQL 15, where it is missing. */
export function lackOfPostgres(): string | undefined {
  if (existsSync(join(binaries, "initdb"))) return undefined;
  return `${binaries} holds no PostgreSQL 15: apt-get install postgresql-15, or set PG15_BIN.`;
}

/** The sentence that says how to install Citus, where it is missing. */
export function lackOfCitus(): string | undefined {
  const lack = lackOfPostgres();
  if (lack !== undefined) return lack;
  const program = join(binaries, "pg_config");
  const folder = spawnSync(program, ["--pkglibdir"], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (existsSync(join(folder, "citus.so"))) return undefined;
  return (
    `PostgreSQL in ${binaries} has no Citus: install Citus 13 for PostgreSQL 15 ` +
    "(https://docs.citusdata.com), or set PG15_BIN."
  );
}

/** The settings of a node of a cluster. */
export const clusterSettings: Readonly<Record<string, string>> = {
  shared_preload_libraries: "citus",
  max_connections: "300",
  max_prepared_transactions: "600",
  wal_level: "logical",
  max_worker_processes: "64",
  "citus.node_conninfo": "sslmode=disable",
};

/** A running server. */
export interface Server {
  readonly port: number;
  /** Its database postgres, as the login that may do anything. */
  readonly url: string;
  /** The file of its log. */
  readonly log: string;
  /** Kills every process of it, as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again after that, and waits until it responds. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** How a server differs from an ordinary one. */
export interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the administrator; drawn where it is absent. */
  readonly password?: string;
  /** Whether it is a node of a cluster: other roles come from this machine without a password. */
  readonly isNode?: boolean;
  /** Of which server with the same password it is a copy that follows it. */
  readonly standbyOf?: Server;
}

const administrator = "bursar_test_admin";

/** Starts a server of its own, which is removed when it is stopped. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { settings = {}, password = randomBytes(16).toString("hex") } = options;
  const { isNode = false, standbyOf } = options;
  const account = accountOfServer();
  const folder = await mkdtemp(join(tmpdir(), "bursar-pg15-"));
  await chmod(folder, 0o700);
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  // With this one node logs in to another as the administrator.
  const passwordsOfNodes = join(folder, "pgpass");
  await writeFile(passwordsOfNodes, `*:*:*:${administrator}:${password}\n`, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [folder, passwordFile, passwordsOfNodes]) {
      await chown(path, account.uid, account.gid);
    }
  }
  const port = await freePort();
  const data = join(folder, "data");
  const run = async (program: string, words: readonly string[]) => {
    const child = spawn(join(binaries, program), words, {
      ...account,
      cwd: folder,
      // Its own home, since it may not read that of the user who runs the tests.
      env: { ...process.env, HOME: folder, PGPASSFILE: passwordsOfNodes },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [status] = await once(child, "exit");
    if (status !== 0) throw new Error(`${program} failed`);
  };
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    fsync: "off",
    synchronous_commit: "off",
    max_connections: "200",
    ...settings,
  };
  const words = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(folder, "log");
  const start = () => {
    const options = [`--log=${log}`, `--options=${words.join(" ")}`];
    return run("pg_ctl", ["start", "-w", `--pgdata=${data}`, ...options]);
  };
  const stop = async () => {
    if (existsSync(join(data, "postmaster.pid"))) {
      await run("pg_ctl", ["stop", "-w", "-m", "immediate", `--pgdata=${data}`]);
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (standbyOf === undefined) {
      await run("initdb", [
        `--pgdata=${data}`,
        `--username=${administrator}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
      ]);
      if (isNode) await admitRoles(join(data, "pg_hba.conf"));
    } else {
      await run("pg_basebackup", [
        `--pgdata=${data}`,
        `--username=${administrator}`,
        "--host=127.0.0.1",
        `--port=${standbyOf.port}`,
        "--write-recovery-conf",
        "--checkpoint=fast",
        "--no-sync",
      ]);
    }
    await start();
  } catch (error) {
    // Also where someone has interrupted the program that was to start it.
    await stop();
    throw error;
  }
  return {
    port,
    url: `postgres://${administrator}:${password}@127.0.0.1:${port}/postgres`,
    log,
    kill: () => killServer(join(data, "postmaster.pid")),
    start,
    stop,
  };
}

/** Kills the server of a file of PostgreSQL's, with all that it has started. */
export async function killServer(pidFile: string): Promise<void> {
  const pids = signalServer(pidFile, "SIGKILL");
  while (pids.some(isRunning)) await delay(5);
  // One that is dead but not buried would keep the next one from starting.
  await rm(pidFile, { force: true });
}

/** Sends a signal to the server of such a file and to all that it has started; returns which they
 * are. */
export function signalServer(pidFile: string, signal: NodeJS.Signals): readonly number[] {
  const pid = Number(readFileSync(pidFile, "latin1").split("\n")[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
  const pids = [pid, ...children.split(" ").filter(Boolean).map(Number)];
  for (const each of pids) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended by itself.
    }
  }
  return pids;
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Only the roles of the tests' stores, which have no password; the first line that fits decides. */
async function admitRoles(path: string): Promise<void> {
  await writeFile(
    path,
    [
      `host all,replication ${administrator} 127.0.0.1/32 scram-sha-256`,
      "host all all 127.0.0.1/32 trust",
      "",
    ].join("\n"),
  );
}

/** PostgreSQL refuses to run as root, so root runs it under the package's account. */
export function accountOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

/** Runs the tests that need a store with this environment; arguments of the script go to vitest. */
export async function runSuite(environment: Readonly<Record<string, string>>): Promise<number> {
  const vitest = join(import.meta.dirname, "..", "node_modules", "vitest", "vitest.mjs");
  const words = [vitest, "run", "--project", "service", ...process.argv.slice(2)];
  const suite = spawn(process.execPath, words, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<number>((resolve) => suite.once("close", (code) => resolve(code ?? 1)));
  // Signals go to the suite itself; the servers are removed once the suite has ended.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => suite.kill(signal));
  return ended;
}
