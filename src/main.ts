// The process of the service: configuration, store, server, signals; nothing else.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { selectDaysAhead } from "./platform/change/sandbox-queries.ts";
import type { App } from "./platform/http/frame.ts";
import { listenForHealth } from "./platform/http/health-listener.ts";
import { checkMasterKey, masterKeyOf, withAuditKey } from "./platform/keys/master-key.ts";
import { openVault, type Vault } from "./platform/keys/vault.ts";
import { StoreFault } from "./platform/process/store-fault.ts";
import { type ConnectionSettings, settingsFromUrl } from "./platform/store/connection.ts";
import {
  checkConnections,
  connectionsOf,
  numbersOfMain,
} from "./platform/store/connection-count.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./platform/store/db.ts";
import { migrate, pendingMigrations } from "./platform/store/migrate.ts";
import { ownsByConvention } from "./platform/store/role-rights.ts";
import { openStore, type Store, servePurpose } from "./platform/store/store.ts";
import { frameOf, upkeepFigures } from "./process-frame.ts";
import { createServer } from "./server.ts";
import { atMost, drainAndClose, endGracefully } from "./shutdown.ts";
import { standForUpkeep, type Upkeep } from "./upkeep.ts";
import { counted } from "./values/readable.ts";

/** The folder of the migrations. */
export const migrationsFolder = join(import.meta.dirname, "..", "migrations");

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

/** Opens the configured store. The embedded one is migrated by the process that starts it; any
 * other must have been migrated by `bursar migrate`. */
export async function openConfiguredStore(
  config: Config,
  purpose: string,
  log: Logger,
  { isAlone = false } = {},
): Promise<OpenedStore> {
  const connections = connectionsOf(config, purpose === servePurpose ? config.workers : 1);
  const store = await openStore({ ...config, connections }, purpose, log);
  try {
    if (isAlone && store.attached) {
      throw new StoreFault("The service is running: stop it and try again.");
    }
    const isOurs = config.databaseUrl === undefined && !store.attached;
    if (isOurs) await migrate(store.migrating, migrationsFolder, store.serving.user);
    const db = await openDatabase({
      ...config,
      ...(purpose === servePurpose && numbersOfMain(config, config.workers)),
      settings: store.serving,
      plansOnce: purpose === servePurpose,
      isAlone,
      ...(purpose === "serve" && config.readDatabaseUrl !== undefined
        ? { replicas: settingsFromUrl(config.readDatabaseUrl) }
        : {}),
      onMove: (move) => log.warn(move, "another server is the primary now"),
    });
    try {
      const masterKey = await masterKeyOf(db, config, config.dataDir);
      await refusePending(db);
      if (purpose === servePurpose) await checkConnections(db, connections);
      await checkMasterKey(db, openVault(masterKey));
      const vault = await withAuditKey(db, masterKey);
      const close = async () => {
        // A transaction that is still waiting is ended by the store, and nothing of it is stored.
        await atMost(closingMs, db.close());
        await store.stop();
      };
      return { store, db, vault, daysAhead: (await selectDaysAhead(db)) ?? 0, close };
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
 * Opens a store that this process or its supervisor has opened already: the configured one, or
 * the embedded one by its settings.
 */
export async function openStartedStore(
  config: Config,
  embedded: ConnectionSettings | undefined,
  options: Pick<DatabaseOptions, "plansOnce" | "places"> = {},
): Promise<OpenedDatabase> {
  const settings = embedded ?? settingsFromUrl(config.databaseUrl ?? "");
  const db = await openDatabase({ ...config, settings, ...options });
  const masterKey = await masterKeyOf(db, config, config.dataDir);
  const daysAhead = (await selectDaysAhead(db)) ?? 0;
  return { db, vault: await withAuditKey(db, masterKey), daysAhead };
}

async function refusePending(db: Database): Promise<void> {
  const pending = await pendingMigrations(db, migrationsFolder);
  if (pending.length === 0) return;
  throw new StoreFault(
    `The store lacks ${counted(pending.length, "migration")}: run \`bursar migrate\`.`,
  );
}

/** The running service. */
export interface Service {
  readonly opened: OpenedStore;
  readonly address: string;
  /** Settles with the exit status once the service has ended. */
  readonly ended: Promise<number>;
}

/** What a start does beside opening the store and listening; the service is ready after both. */
export interface Preparation {
  /** Before it listens, such as filling the store with a sample. */
  fill(opened: OpenedStore): Promise<void>;
  /** Once its address is known. */
  complete(opened: OpenedStore, address: string): Promise<void>;
}

/** Starts the service and answers once it is ready; SIGTERM, SIGINT and SIGHUP end it gracefully. */
export async function serve(
  config: Config,
  log: Logger,
  preparation: Preparation,
): Promise<Service> {
  const { opened, upkeep } = await openServed(config, log, preparation);
  try {
    const readiness = readinessOf(opened.db);
    const figures = upkeepFigures(config, { db: opened.db, folder: opened.store.folder }, upkeep);
    const frame = frameOf(config, opened, { log, figures, isReady: readiness.isReady });
    const app = await createServer(frame);
    await listen(app, config);
    await listenApart(app, config, log);
    const address = addressAt((app.server.address() as AddressInfo).port, config);
    await preparation.complete(opened, address).catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    readiness.prepared();
    const ended = endGracefully(async () => {
      await drainAndClose(app);
      await upkeep.stop();
      await opened.close();
    }, log);
    return { opened, address, ended };
  } catch (error) {
    await upkeep.stop();
    await opened.close();
    throw error;
  }
}

/** Opens the store that is served, fills it, and begins its upkeep. */
export async function openServed(
  config: Config,
  log: Logger,
  preparation: Preparation,
): Promise<{ opened: OpenedStore; upkeep: Upkeep }> {
  const opened = await openConfiguredStore(config, servePurpose, log);
  try {
    if (await ownsByConvention(opened.db)) {
      log.warn(
        "the login also owns the tables: PostgreSQL does not enforce the rights of reader and writer",
      );
    }
    await preparation.fill(opened);
    await refuseMovedClock(opened.db, config);
    const settings = opened.store.serving;
    return { opened, upkeep: standForUpkeep(config, { ...opened, settings }, log) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Requests would go by another clock than the sweep and the commands. */
async function refuseMovedClock(db: Database, { sandbox }: Config): Promise<void> {
  const daysAhead = (await selectDaysAhead(db)) ?? 0;
  if (sandbox || daysAhead === 0) return;
  throw new StoreFault(
    `The clock of this sandbox is ${counted(daysAhead, "day")} ahead: serve it with SANDBOX=true.`,
  );
}

/** Whether a process may be sent requests: once its start is complete and its store has every
 * migration. */
export function readinessOf(db: Database) {
  let isPrepared = false;
  return {
    isPrepared: () => isPrepared,
    prepared: () => {
      isPrepared = true;
    },
    isReady: async () => isPrepared && (await pendingMigrations(db, migrationsFolder)).length === 0,
  };
}

/** The service cannot listen at its address; the message is one sentence. */
export class ListenFault extends Error {}

/** Listens for requests, at one address: for `localhost` Fastify would open a second server for
 * IPv6, without what bounds connections and admits requests. */
export async function listen(
  app: Pick<App, "listen">,
  { port, host: named }: Pick<Config, "port" | "host">,
): Promise<void> {
  const host = named.toLowerCase() === "localhost" ? "127.0.0.1" : named;
  await app.listen({ port, host }).catch((error: unknown) => {
    throw listenFault(error, `${host} port ${port}`, "PORT or HOST");
  });
}

/** Listens for monitors on a port of their own, if there is to be one. */
export async function listenApart(app: App, { healthPort }: Config, log: Logger): Promise<void> {
  if (healthPort === undefined) return;
  const listening = listenForHealth(app, healthPort).catch(async (error: unknown) => {
    await app.close();
    throw listenFault(error, `127.0.0.1 port ${healthPort}`, "HEALTH_PORT");
  });
  log.info({ port: await listening }, "health and metrics have a port of their own");
}

/** What is said of an address at which nobody can listen. */
export function listenFault(error: unknown, place: string, variables: string): ListenFault {
  const { code = "" } = error as { code?: string };
  const reason = code === "EADDRINUSE" ? "another process listens there" : code;
  return new ListenFault(
    `The service cannot listen on ${place} (${reason}): set another ${variables}.`,
  );
}

/** Where callers reach a service that listens on a port. */
export function addressAt(port: number, config: Config): string {
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return config.publicUrls[0] ?? `http://${host}:${port}`;
}
