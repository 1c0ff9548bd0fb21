// The PostgreSQL that comes with the service: a child process on a socket of its own, with its data
// below DATA_DIR. It never listens beyond the machine.
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { StoreFault } from "../../process/store-fault.ts";
import { type ConnectionSettings, clientConfig } from "../connection.ts";
import { keepRunning } from "./keep-running.ts";
import {
  type Account,
  canEnter,
  ownerOf,
  type StoreLog,
  serverAccount,
} from "./postgres-account.ts";
import { findBinaries } from "./postgres-binaries.ts";
import { type Cluster, clearLeftovers, initialise } from "./postgres-process.ts";

/** A running embedded PostgreSQL. */
export interface Embedded {
  /** The login that serves; it owns nothing. */
  readonly serving: ConnectionSettings;
  /** The superuser, for databases, roles and migrations alone. */
  readonly admin: ConnectionSettings;
  /** The process that runs now; another one once PostgreSQL ended and was started again. */
  pid(): number;
  stop(): Promise<void>;
}

/** How an embedded PostgreSQL is started. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: StoreLog;
  /** Settings over those of the service; tests alone give any. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts PostgreSQL in a folder that the caller has locked, and makes its cluster when missing. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log } = options;
  const state = await readState(dataDir);
  const account = accountFor(state, log);
  const place = await placeOf(dataDir, account, state, log);
  const folder = join(place, "pg");
  const binaries = await findBinaries(account, place, log);
  await ownFolder(folder, account);
  await clearLeftovers(folder, account, log);
  if (state !== undefined) await rm(state.socketFolder, { recursive: true, force: true });

  const socketFolder = await makeSocketFolder(account);
  const next: State = {
    place,
    socketFolder,
    adminPassword: state?.adminPassword ?? randomBytes(24).toString("base64url"),
    servicePassword: state?.servicePassword ?? randomBytes(24).toString("base64url"),
  };
  await writeState(dataDir, next);

  const settings = options.settings ?? {};
  const cluster: Cluster = { binaries, account, folder, socketFolder, settings, log };
  if (!existsSync(join(folder, "data"))) {
    if (state === undefined) log.info(`Making a PostgreSQL cluster in ${folder}.`);
    await initialise(cluster, adminLogin, next.adminPassword);
  }
  return run(cluster, next);
}

/** How to reach the PostgreSQL that another process started in this folder, if one did. */
export async function embeddedSettings(
  dataDir: string,
): Promise<Pick<Embedded, "serving" | "admin"> | undefined> {
  const state = await readState(dataDir);
  return state === undefined ? undefined : settingsOf(state);
}

const adminLogin = "bursar_admin";
const serviceLogin = "bursar_service";
const databaseName = "bursar";

/** What DATA_DIR/postgres.json keeps, readable by the service's own user alone. */
interface State {
  /** The folder that holds PostgreSQL's data: DATA_DIR, or one outside that its account reaches. */
  readonly place: string;
  readonly socketFolder: string;
  readonly adminPassword: string;
  readonly servicePassword: string;
}

async function run(cluster: Cluster, state: State): Promise<Embedded> {
  const postgres = await keepRunning(cluster);
  async function stop(): Promise<void> {
    await postgres.stop();
    await rm(state.socketFolder, { recursive: true, force: true });
  }
  const { serving, admin } = settingsOf(state);
  try {
    await prepareDatabase(admin, state.servicePassword);
  } catch (error) {
    await stop();
    throw error;
  }
  return { serving, admin, pid: postgres.pid, stop };
}

function settingsOf(state: State): Pick<Embedded, "serving" | "admin"> {
  const common = { host: state.socketFolder, port: 5432, database: databaseName };
  return {
    serving: { ...common, user: serviceLogin, password: state.servicePassword },
    admin: { ...common, user: adminLogin, password: state.adminPassword },
  };
}

/** Makes the serving login and the database where they are missing. */
async function prepareDatabase(admin: ConnectionSettings, password: string): Promise<void> {
  const client = new pg.Client(clientConfig({ ...admin, database: "postgres" }, {}));
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ login: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as "login",
              exists (select from pg_database where datname = $2) as "database"`,
      [serviceLogin, databaseName],
    );
    if (!rows[0]?.login) {
      await client.query(`create role ${serviceLogin} login password '${password}'`);
    }
    if (!rows[0]?.database) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function accountFor(state: State | undefined, log: StoreLog): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // Data that is there already can only be used by the account that owns it.
  const owner = state === undefined ? undefined : ownerOf(join(state.place, "pg"));
  return owner ?? serverAccount(log);
}

async function placeOf(
  dataDir: string,
  account: Account | undefined,
  state: State | undefined,
  log: StoreLog,
): Promise<string> {
  if (state !== undefined && existsSync(join(state.place, "pg"))) {
    if (canEnter(account, state.place)) return state.place;
    throw new StoreFault(
      `PostgreSQL's account ${account?.name} cannot pass through to ${state.place}, where its ` +
        "data is: let others pass through the folders above it (chmod o+x).",
    );
  }
  if (canEnter(account, dataDir)) return dataDir;
  const hash = createHash("sha256")
    .update(await realpath(dataDir))
    .digest("hex")
    .slice(0, 12);
  const place = `/var/lib/bursar-${hash}`;
  await mkdir(place, { recursive: true });
  await chmod(place, 0o711);
  log.info(`PostgreSQL's data is in ${place}, since ${account?.name} cannot reach ${dataDir}.`);
  return place;
}

async function ownFolder(folder: string, account: Account | undefined): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(folder, { mode: 0o700 });
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

/** A folder for the socket: short, since a socket's whole path has some 100 bytes. */
async function makeSocketFolder(account: Account | undefined): Promise<string> {
  const isUsable = tmpdir().length <= 60 && !/["\\]/.test(tmpdir()) && canEnter(account, tmpdir());
  const folder = await mkdtemp(join(isUsable ? tmpdir() : "/tmp", "bursar-"));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}

async function readState(dataDir: string): Promise<State | undefined> {
  const path = join(dataDir, "postgres.json");
  try {
    return JSON.parse(await readFile(path, "utf8")) as State;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw new StoreFault(`${path} cannot be read (${code ?? "it is damaged"}): run as its owner.`);
  }
}

async function writeState(dataDir: string, state: State): Promise<void> {
  const path = join(dataDir, "postgres.json");
  await writeFile(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    // Root may lend a hand in another user's folder, who must still be able to start afterwards.
    const { uid, gid } = await stat(dataDir);
    await chown(`${path}.new`, uid, gid);
  }
  await rename(`${path}.new`, path);
}
