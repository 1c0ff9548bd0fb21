// A primary with a standby that streams from it, as real servers of their own: PostgreSQL's programs
// come with the service, or from the folder that PG15_BIN names. Whichever is the standby can be
// promoted, and the other one made anew from it. Both are reached by one address, as through a proxy
// that knows the primary.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../src/platform/store/connection.ts";
import { endWithThisProcess } from "../src/platform/store/embedded/end-of-postgres.ts";
import {
  type Account,
  childOptions,
  serverAccount,
} from "../src/platform/store/embedded/postgres-account.ts";
import { type Binaries, findBinaries } from "../src/platform/store/embedded/postgres-binaries.ts";
import { initialize } from "../src/platform/store/embedded/postgres-process.ts";
import { withReader } from "./sample-template.ts";

/** A server of the pair. */
export interface ReplicatedServer {
  readonly name: string;
  /** The superuser's login. */
  readonly admin: ConnectionSettings;
  start(): Promise<void>;
  /** Kills every process of it, as a power failure would. */
  kill(): Promise<void>;
  /** Halts every process of it, as a machine that hangs. */
  freeze(): void;
  thaw(): void;
  promote(): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Two servers of one store. */
export interface ReplicatedStore {
  readonly first: ReplicatedServer;
  readonly second: ReplicatedServer;
  /** The one address of both, with the superuser's login. */
  readonly url: string;
  /** Leads the address to another server, and ends the connections to the one before. */
  leadTo(server: ReplicatedServer): void;
  /** Lets each commit of the primary wait for its standby, which must be streaming. */
  confirmBy(primary: ReplicatedServer): Promise<void>;
  /** Makes a server that has stopped anew, as a standby of the other. */
  remake(server: ReplicatedServer): Promise<void>;
  close(): Promise<void>;
}

const user = "bursar_test_admin";
const password = "0123456789abcdef";
const quiet = { info: () => {}, warn: () => {} };

interface Site {
  readonly folder: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
}

/** Starts both servers, the first as the primary; with `fsync` off. */
export async function openReplicatedStore(): Promise<ReplicatedStore> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-pair-"));
  const account = serverAccount(quiet);
  own(account, folder);
  const binaries = await findBinaries(account, folder, quiet, process.env.PG15_BIN);
  const site: Site = { folder, account, binaries };
  const [first, second] = [serverOf(site, "a", "b"), serverOf(site, "b", "a")] as const;
  const other = (server: ReplicatedServer) => (server === first ? second : first);
  try {
    await makeCluster(site, "a");
    copy(site, "a", "b");
    await first.start();
    makeStandby(site, "b");
    await second.start();
  } catch (error) {
    await Promise.all([first.kill(), second.kill()]);
    throw error;
  }
  const proxy = await openProxy(folder, first);
  return {
    first,
    second,
    url: `postgresql://${user}:${password}@localhost/postgres?host=${folder}`,
    leadTo: proxy.leadTo,
    confirmBy: async (primary) => {
      await until("the standby streams", async () => {
        const rows = await primary.query("select from pg_stat_replication where state='streaming'");
        return rows.length > 0;
      });
      await primary.query("alter system set synchronous_standby_names = '*'");
      await primary.query("select pg_reload_conf()");
      await until("the primary waits for it", async () => {
        const [row] = await primary.query<{ sync_state: string }>(
          "select sync_state from pg_stat_replication",
        );
        return row?.sync_state === "sync";
      });
    },
    remake: async (server) => {
      await server.kill();
      await copyRunning(site, other(server), server);
      await server.start();
    },
    close: async () => {
      proxy.close();
      await Promise.all([first.kill(), second.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Listens where a server would have its socket in that folder. */
async function openProxy(folder: string, first: ReplicatedServer) {
  const sockets = new Set<Socket>();
  let server = first;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy = createServer((client) => {
    const store = connect(socketIn(server.admin.host));
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  proxy.listen(socketIn(folder));
  await once(proxy, "listening");
  return {
    leadTo: (next: ReplicatedServer) => {
      server = next;
      drop();
    },
    close: () => {
      proxy.close();
      drop();
    },
  };
}

const socketIn = (folder: string) => join(folder, ".s.PGSQL.5432");

function own(account: Account | undefined, path: string): void {
  chmodSync(path, 0o700);
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

async function makeCluster(site: Site, name: string): Promise<void> {
  const folder = join(site.folder, name);
  await mkdir(folder);
  own(site.account, folder);
  const { binaries, account } = site;
  const settings = { fsync: "off" };
  const cluster = { binaries, account, folder, socketFolder: folder, settings, log: quiet };
  await initialize(cluster, user, password);
}

function copy({ folder }: Site, from: string, to: string): void {
  // Files that a running server removes meanwhile are missing in the copy, as they may be.
  spawnSync("cp", ["-a", join(folder, from), join(folder, to)], { stdio: "ignore" });
}

function makeStandby({ folder, account }: Site, name: string): void {
  write(account, join(folder, name, "data", "standby.signal"), "");
}

function write(account: Account | undefined, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Copies a running server as a back-up of its files, which the other one then follows. */
async function copyRunning(
  site: Site,
  from: ReplicatedServer,
  to: ReplicatedServer,
): Promise<void> {
  const client = new pg.Client(clientConfig(from.admin));
  await client.connect();
  try {
    await client.query("select pg_backup_start('remake', true)");
    // Its sockets stay: their locks name the process of the server.
    const data = join(site.folder, to.name, "data");
    rmSync(data, { recursive: true, force: true });
    copy(site, join(from.name, "data"), join(to.name, "data"));
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    for (const name of ["postmaster.pid", "postmaster.opts"]) {
      rmSync(join(data, name), { force: true });
    }
    write(site.account, join(data, "backup_label"), rows[0]?.labelfile ?? "");
    makeStandby(site, to.name);
  } finally {
    await client.end();
  }
}

function serverOf(site: Site, name: string, other: string): ReplicatedServer {
  const folder = join(site.folder, name);
  const admin = withReader({ host: folder, port: 5432, user, password, database: "postgres" });
  let child: ChildProcess | undefined;

  async function query<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = new pg.Client(clientConfig(admin));
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(child?.pid)) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended.
      }
    }
  };

  return {
    name,
    admin,
    query,
    start: async () => {
      child = startServer(site, name, other);
      await until(`server ${name} answers`, () =>
        query("select").then(
          () => true,
          () => false,
        ),
      );
    },
    kill: async () => {
      const ended = child;
      if (ended === undefined || ended.exitCode !== null || ended.signalCode !== null) return;
      const exit = once(ended, "exit");
      signal("SIGKILL");
      await exit;
      child = undefined;
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    promote: async () => {
      await query("select pg_promote(true, 60)");
    },
  };
}

function startServer({ folder, binaries, account }: Site, name: string, other: string) {
  const sockets = (server: string) => join(folder, server);
  const words = Object.entries({
    listen_addresses: "",
    unix_socket_directories: sockets(name),
    fsync: "off",
    wal_keep_size: "512MB",
    wal_retrieve_retry_interval: "100ms",
    primary_conninfo: `host=${sockets(other)} port=5432 user=${user} password=${password}`,
  }).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", join(folder, name, "data"), ...words], {
    ...childOptions(account),
    stdio: "ignore",
    detached: true,
  });
  endWithThisProcess(child, account);
  return child;
}

/** The server and the processes that it has started. */
function processesOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(60_000);
  while (!(await isSo())) {
    if (limit.aborted) throw new Error(`${what}: not within a minute`);
    await delay(20);
  }
}
