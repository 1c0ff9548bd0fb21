// The PostgreSQL that comes with the service: a child process on a socket of its own, with its data
// below DATA_DIR. It never listens beyond the machine.
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "../connection.ts";
import { openConnection } from "../session.ts";
import { dataPlace, drawPasswords, readState, type State, writeState } from "./data-folder.ts";
import { folderIdentity, lockFolder } from "./folder-lock.ts";
import { keepRunning } from "./keep-running.ts";
import {
  type Account,
  canEnter,
  folderOwner,
  refuseShared,
  type StoreLog,
  serverAccount,
} from "./postgres-account.ts";
import { findBinaries, refuseOtherMajor } from "./postgres-binaries.ts";
import {
  type Cluster,
  clearLeftovers,
  initialize,
  setPasswords,
  templateName,
} from "./postgres-process.ts";

/** A running embedded PostgreSQL. */
export interface Embedded {
  /** The login that serves; it owns nothing. */
  readonly serving: ConnectionSettings;
  /** The superuser, used only for databases, roles and migrations. */
  readonly admin: ConnectionSettings;
  /** The folder that PostgreSQL's account owns, with the data in it. */
  readonly folder: string;
  /** The process that runs now; another one once PostgreSQL ended and was started again. */
  pid(): number;
  stop(): Promise<void>;
}

/** The options with which an embedded PostgreSQL is started. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: StoreLog;
  /** The purpose of the process, as the lock records it. */
  readonly purpose?: string;
  /** Settings in addition to the service's, or instead of them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder of PostgreSQL's programs, if not the package's. */
  readonly binFolder?: string | undefined;
  /** Called whenever one of its processes has begun, so that other work may be done meanwhile. */
  readonly onProcess?: (() => void) | undefined;
}

/**
 * Starts PostgreSQL in a folder that the caller has locked, and makes its cluster when missing.
 * Data outside the folder is locked where it is; throws FolderHeld when another process holds it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, purpose = "serve" } = options;
  const state = await readState(dataDir);
  const account = accountFor(dataDir, state, log);
  const place = await dataPlace(dataDir, account, state, log);
  if (place === dataDir) return startIn(place, { ...options, account, state });
  const lock = await lockFolder(place, purpose);
  try {
    const embedded = await startIn(place, { ...options, account, state });
    return { ...embedded, stop: () => embedded.stop().then(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startIn(
  place: string,
  { dataDir, account, state, settings = {}, log, binFolder, onProcess }: EmbeddedOptions & Known,
): Promise<Embedded> {
  const folder = join(place, "pg");
  const binaries = await findBinaries(account, place, log, binFolder);
  await refuseOtherMajor(binaries, join(folder, "data"));
  await ownFolder(folder, account);
  await clearLeftovers(folder, account, log);
  const identity = folderIdentity(dataDir);
  if (state?.folder === identity) await rm(state.socketFolder, { recursive: true, force: true });

  const { adminPassword, servicePassword } = state ?? drawPasswords();
  const socketFolder = await makeSocketFolder(account);
  const files = { binaries, account, folder, socketFolder };
  const cluster: Cluster = { ...files, settings, log, onProcess };
  const isMade = existsSync(join(folder, "data"));
  if (isMade && state === undefined) {
    await setPasswords(cluster, { [adminLogin]: adminPassword, [serviceLogin]: servicePassword });
    log.warn(`${dataDir}/postgres.json was missing: PostgreSQL's passwords were replaced.`);
  }
  const next: State = {
    ...(place !== dataDir && { outside: place }),
    folder: identity,
    socketFolder,
    adminPassword,
    servicePassword,
  };
  await writeState(dataDir, next);
  if (!isMade) {
    if (state === undefined) log.info(`Creating a PostgreSQL cluster in ${folder}.`);
    await initialize(cluster, adminLogin, adminPassword);
  }
  return run(cluster, next);
}

interface Known {
  readonly account: Account | undefined;
  readonly state: State | undefined;
}

/** The way to reach the PostgreSQL that another process started in this folder, if one did. */
export async function embeddedSettings(
  dataDir: string,
): Promise<Pick<Embedded, "serving" | "admin"> | undefined> {
  const state = await readState(dataDir);
  // The state of a copied folder leads to the original's PostgreSQL.
  return state?.folder === folderIdentity(dataDir) ? loginSettings(state) : undefined;
}

const adminLogin = "bursar_admin";
const serviceLogin = "bursar_service";
const databaseName = "bursar";

async function run(cluster: Cluster, state: State): Promise<Embedded> {
  const postgres = await keepRunning(cluster);
  async function stop(): Promise<void> {
    await postgres.stop();
    await rm(state.socketFolder, { recursive: true, force: true });
  }
  const { serving, admin } = loginSettings(state);
  try {
    await prepareDatabase(admin, state.servicePassword);
  } catch (error) {
    await stop();
    throw error;
  }
  return { serving, admin, folder: cluster.folder, pid: postgres.pid, stop };
}

function loginSettings(state: State): Pick<Embedded, "serving" | "admin"> {
  const common = { host: state.socketFolder, port: 5432, database: databaseName };
  return {
    serving: { ...common, user: serviceLogin, password: state.servicePassword },
    admin: { ...common, user: adminLogin, password: state.adminPassword },
  };
}

/** Makes the serving login and the database where they are missing. The database is the empty one that initdb has made:
 * it takes a new name at once, where a copy of the template takes a tenth of a second. */
async function prepareDatabase(admin: ConnectionSettings, password: string): Promise<void> {
  const client = await openConnection({ ...admin, database: templateName });
  try {
    const { rows } = await client.query<{ login: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as "login",
              exists (select from pg_database where datname = $2) as "database"`,
      [serviceLogin, databaseName],
    );
    if (!rows[0]?.login) {
      await client.query(`create role ${serviceLogin} login password '${password}'`);
    }
    if (!rows[0]?.database) {
      await client.query(`alter database postgres rename to ${databaseName}`);
    }
  } finally {
    await client.end();
  }
}

function accountFor(dataDir: string, state: State | undefined, log: StoreLog): Account | undefined {
  if (process.getuid?.() !== 0) {
    refuseShared(process.getuid?.(), dataDir);
    return undefined;
  }
  // Existing data can only be used by the account that owns it.
  const places = [dataDir, ...(state?.outside === undefined ? [] : [state.outside])];
  const owners = places.map((place) => folderOwner(join(place, "pg")));
  const owner = owners.find((each) => each !== undefined);
  for (const each of [folderOwner(dataDir), owner]) refuseShared(each?.uid, dataDir);
  return owner ?? serverAccount(log);
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
