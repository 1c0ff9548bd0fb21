// Opening the configured store, for the service and for commands; no command imports the service
// for it, whose modules take longer to load than most commands take.
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { selectDaysAhead } from "../platform/change/sandbox-queries.ts";
import {
  checkMasterKey,
  deriveReaderPassword,
  refuseOtherKey,
  storeMasterKey,
  withAuditKey,
} from "../platform/keys/master-key.ts";
import { openVault, type Vault } from "../platform/keys/vault.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { type ConnectionSettings, settingsFromUrl } from "../platform/store/connection.ts";
import { checkConnections, connectionCount } from "../platform/store/connection-count.ts";
import { type Database, openDatabase } from "../platform/store/db.ts";
import { migrate, pendingMigrations } from "../platform/store/migrate.ts";
import { readOnce } from "../platform/store/read-once.ts";
import { prepareReaderLogin } from "../platform/store/reader-login.ts";
import { openStore, type Store, servePurpose } from "../platform/store/store.ts";
import { counted } from "../values/readable.ts";
import { atMost } from "./shutdown.ts";

/** The folder of the migrations. */
export const migrationsFolder = join(import.meta.dirname, "..", "..", "migrations");

/** How long a transaction may still run when the store is closed, in milliseconds. */
const closingMs = 1_000;

/** A database with the keys that belong to it. */
export interface OpenedDatabase {
  readonly db: Database;
  readonly vault: Vault;
  /** How many days the business dates of a sandbox were ahead when it was opened; else 0. */
  readonly daysAhead: number;
}

/** An open store. */
export interface OpenedStore extends OpenedDatabase {
  readonly store: Store;
  close(): Promise<void>;
}

/** How a store is opened. */
export interface OpeningOptions {
  /** Whether no other process may use it meanwhile. */
  readonly isAlone?: boolean;
  /** Called whenever a process of the embedded PostgreSQL has begun, which takes its time. */
  readonly onProcess?: () => void;
}

/** Opens the configured store. The embedded one is migrated by the process that starts it; any
 * other must have been migrated by `bursar migrate`. */
export async function openConfiguredStore(
  config: Config,
  purpose: string,
  log: Logger,
  { isAlone = false, onProcess }: OpeningOptions = {},
): Promise<OpenedStore> {
  const connections = connectionCount(config);
  const store = await openStore({ ...config, connections, onProcess }, purpose, log);
  try {
    if (isAlone && store.attached) {
      throw new StoreFault("The service is running: stop it and try again.");
    }
    const isOurs = config.databaseUrl === undefined && !store.attached;
    if (isOurs) await migrate(store.migrating, migrationsFolder, store.serving.user);
    const { masterKey, readerPassword } = await keyOfStore(config, store.serving);
    const serving = { ...store.serving, readerPassword };
    const migrating = { ...store.migrating, readerPassword };
    if (isOurs) await prepareReaderLogin(migrating);
    const db = await openDatabase({
      ...config,
      settings: serving,
      plansOnce: purpose === servePurpose,
      isAlone,
    });
    try {
      await refusePending(db);
      if (purpose === servePurpose) await checkConnections(db, connections, serving.user);
      await checkMasterKey(db, openVault(masterKey));
      const vault = await withAuditKey(db, masterKey);
      const close = async () => {
        // A transaction that is still waiting is ended by the store, and nothing of it is stored.
        await atMost(closingMs, db.close());
        await store.stop();
      };
      const opened = { ...store, serving, migrating };
      return { store: opened, db, vault, daysAhead: (await selectDaysAhead(db)) ?? 0, close };
    } catch (error) {
      await db.close();
      throw error;
    }
  } catch (error) {
    await store.stop();
    throw error;
  }
}

/**
 * Opens a store that another thread or process has opened already: the configured one, or
 * the embedded one by its settings.
 */
export async function openStartedStore(
  config: Config,
  embedded: ConnectionSettings | undefined,
): Promise<OpenedDatabase> {
  const serving = embedded ?? settingsFromUrl(config.databaseUrl ?? "");
  const { masterKey, readerPassword } = await keyOfStore(config, serving);
  const settings = { ...serving, readerPassword };
  const db = await openDatabase({ ...config, settings });
  const daysAhead = (await selectDaysAhead(db)) ?? 0;
  return { db, vault: await withAuditKey(db, masterKey), daysAhead };
}

/** The store's master key, with the password of the login for reads that follows from it; read by the
 * login that serves. */
export function keyOfStore(
  config: Config,
  serving: ConnectionSettings,
): Promise<{ readonly masterKey: Buffer; readonly readerPassword: string }> {
  return readOnce(serving, async (reader) => {
    const masterKey = await storeMasterKey(reader, config, config.dataDir);
    const vault = openVault(masterKey);
    await refuseOtherKey(reader, vault);
    return { masterKey, readerPassword: deriveReaderPassword(vault) };
  });
}

async function refusePending(db: Database): Promise<void> {
  const pending = await pendingMigrations(db, migrationsFolder);
  if (pending.length === 0) return;
  throw new StoreFault(
    `The store lacks ${counted(pending.length, "migration")}: run \`bursar migrate\`.`,
  );
}
