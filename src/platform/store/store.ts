// Opens the store a command works on: DATABASE_URL, the embedded PostgreSQL, or the one that a
// running `serve` has started already.

import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { StoreFault } from "../process/store-fault.ts";
import { type ConnectionSettings, settingsFromUrl } from "./connection.ts";
import { embeddedConnections } from "./connection-count.ts";
import { type Embedded, embeddedSettings, startEmbedded } from "./embedded/embedded-postgres.ts";
import {
  FolderHeld,
  type FolderLock,
  folderHolder,
  type Holder,
  lockFolder,
} from "./embedded/folder-lock.ts";
import type { StoreLog } from "./embedded/postgres-account.ts";
import { openConnection } from "./session.ts";

/** A store that a process may use until it stops it. */
export interface Store {
  readonly serving: ConnectionSettings;
  readonly migrating: ConnectionSettings;
  /** Whether another process started the embedded PostgreSQL and will stop it. */
  readonly attached: boolean;
  /** Where the PostgreSQL that this process started has its data. */
  readonly folder?: string;
  stop(): Promise<void>;
}

/** The part of the configuration that says where the store is. */
export interface StoreConfig {
  readonly databaseUrl: string | undefined;
  readonly migrateDatabaseUrl: string | undefined;
  readonly dataDir: string;
  /** The folder of the embedded PostgreSQL's programs, if not the package's. */
  readonly postgresBin?: string | undefined;
  /** The connections that the process may open, where that is known. */
  readonly connections?: number;
  /** Called whenever a process of the embedded PostgreSQL has begun. */
  readonly onProcess?: (() => void) | undefined;
}

/** The login that owns the tables of a store that is named by an address. */
function migratingSettings({
  databaseUrl = "",
  migrateDatabaseUrl = databaseUrl,
}: Pick<StoreConfig, "databaseUrl" | "migrateDatabaseUrl">): ConnectionSettings {
  return settingsFromUrl(migrateDatabaseUrl);
}

/** The purpose of the process that others may attach to. */
export const servePurpose = "serve";

/** Opens the store for a command; throws FolderHeld or StoreFault with one sentence to print. */
export async function openStore(
  config: StoreConfig,
  purpose: string,
  log: StoreLog,
): Promise<Store> {
  if (config.databaseUrl !== undefined) {
    return {
      serving: settingsFromUrl(config.databaseUrl),
      migrating: migratingSettings(config),
      attached: false,
      stop: async () => {},
    };
  }
  // A process that only attaches writes nothing there: the disk may be full, or not this user's.
  const isServed = (holder: Holder | undefined) => holder?.purpose === servePurpose;
  let lock: FolderLock;
  try {
    if (purpose !== servePurpose && isServed(await folderHolder(config.dataDir))) {
      return await attach(config.dataDir);
    }
    await makeDataDir(config.dataDir);
    lock = await lockFolder(config.dataDir, purpose);
  } catch (error) {
    if (!(error instanceof FolderHeld)) throw unusable(config.dataDir, error);
    if (purpose === servePurpose || !isServed(error.holder)) throw error;
    return attach(config.dataDir);
  }
  try {
    const settings = { max_connections: embeddedConnections(config.connections ?? 0) };
    const { dataDir, postgresBin: binFolder, onProcess } = config;
    const options = { dataDir, log, purpose, settings, binFolder, onProcess };
    return owned(await startEmbedded(options), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function unusable(dataDir: string, error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === undefined) return error;
  return new StoreFault(
    `${dataDir} cannot be used (${code}): set DATA_DIR to a folder that this user may write to.`,
  );
}

/** Makes the data folder; as root others may pass through it, since PostgreSQL's account must. */
async function makeDataDir(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

function owned(embedded: Embedded, lock: FolderLock): Store {
  return {
    serving: embedded.serving,
    migrating: embedded.admin,
    attached: false,
    folder: embedded.folder,
    stop: async () => {
      await embedded.stop();
      await lock.release();
    },
  };
}

/** How long the service's PostgreSQL may take to respond. */
const attachingMs = 20_000;

async function attach(dataDir: string): Promise<Store> {
  // The service may be starting at this moment, so its PostgreSQL gets some time to respond.
  const limit = AbortSignal.timeout(attachingMs);
  while (!limit.aborted) {
    const settings = await embeddedSettings(dataDir);
    if (settings !== undefined && (await responds(settings.serving))) {
      return {
        serving: settings.serving,
        migrating: settings.admin,
        attached: true,
        stop: async () => {},
      };
    }
    if ((await folderHolder(dataDir)) === undefined) break;
    await delay(200);
  }
  throw new StoreFault(`The service that holds ${dataDir} does not answer: try again.`);
}

async function responds(settings: ConnectionSettings): Promise<boolean> {
  try {
    const client = await openConnection(settings);
    await client.end();
    return true;
  } catch {
    return false;
  }
}
