// The process of the service: configuration, store, server, signals; nothing else.
import { stat, statfs } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Config, checkpointFolder, isLoopback } from "./config.ts";
import { lastCheckpoint } from "./platform/change/daily-checkpoints.ts";
import type { App } from "./platform/http/frame.ts";
import { listenForHealth } from "./platform/http/health-listener.ts";
import { type MetricsAccess, openMetrics } from "./platform/http/metrics.ts";
import type { UpkeepFigures } from "./platform/http/upkeep-metrics.ts";
import { checkMasterKey, masterKeyOf, withAuditKey } from "./platform/keys/master-key.ts";
import { openVault, type Vault } from "./platform/keys/vault.ts";
import { clock } from "./platform/process/clock.ts";
import { standardError } from "./platform/process/log-lines.ts";
import { openRandom } from "./platform/process/random.ts";
import { StoreFault } from "./platform/process/store-fault.ts";
import { type ConnectionSettings, settingsFromUrl } from "./platform/store/connection.ts";
import { checkConnections, connectionsOf } from "./platform/store/connection-count.ts";
import { type Database, openDatabase } from "./platform/store/db.ts";
import { migrate, pendingMigrations } from "./platform/store/migrate.ts";
import { ownsByConvention } from "./platform/store/role-rights.ts";
import { openStore, type Store } from "./platform/store/store.ts";
import { selectLastBackup } from "./platform/upkeep/last-backup.ts";
import { selectStoredBytes } from "./resources/agreements/stored-bytes-queries.ts";
import { createServer } from "./server.ts";
import { atMost, endGracefully } from "./shutdown.ts";
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
  const connections = connectionsOf(config);
  const store = await openStore({ ...config, connections }, purpose, log);
  try {
    if (isAlone && store.attached) {
      throw new StoreFault("The service is running: stop it and try again.");
    }
    const isOurs = config.databaseUrl === undefined && !store.attached;
    if (isOurs) await migrate(store.migrating, migrationsFolder, store.serving.user);
    const db = await openDatabase({
      ...config,
      settings: store.serving,
      plansOnce: purpose === "serve",
      isAlone,
    });
    try {
      const masterKey = await masterKeyOf(db, config, config.dataDir);
      await refusePending(db);
      if (purpose === "serve") await checkConnections(db, connections);
      await checkMasterKey(db, openVault(masterKey));
      const vault = await withAuditKey(db, masterKey);
      const close = async () => {
        // A transaction that is still waiting is ended by the store, and nothing of it is stored.
        await atMost(closingMs, db.close());
        await store.stop();
      };
      return { store, db, vault, close };
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
 * Opens a store that this process has opened already, for a thread of it: the configured one, or
 * the embedded one by its settings.
 */
export async function openStartedStore(
  config: Config,
  embedded: ConnectionSettings | undefined,
): Promise<OpenedDatabase> {
  const settings = embedded ?? settingsFromUrl(config.databaseUrl ?? "");
  const db = await openDatabase({ ...config, settings });
  const masterKey = await masterKeyOf(db, config, config.dataDir);
  return { db, vault: await withAuditKey(db, masterKey) };
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
  const opened = await openConfiguredStore(config, "serve", log);
  let upkeep: Upkeep | undefined;
  try {
    if (await ownsByConvention(opened.db)) {
      log.warn(
        "the login also owns the tables: PostgreSQL does not enforce the rights of reader and writer",
      );
    }
    await preparation.fill(opened);
    upkeep = standForUpkeep(config, { ...opened, settings: opened.store.serving }, log);
    let isPrepared = false;
    const figures = upkeepFigures(config, opened, upkeep);
    const app = await createServer(
      frameOf(config, opened, { log, figures, isPrepared: () => isPrepared }),
    );
    await listen(app, config, log);
    const address = addressOf(app, config);
    await preparation.complete(opened, address).catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    isPrepared = true;
    const close = async () => {
      await upkeep?.stop();
      await opened.close();
    };
    const ended = endGracefully(app, { close }, log);
    return { opened, address, ended };
  } catch (error) {
    // It would keep a process alive that cannot serve.
    await upkeep?.stop();
    await opened.close();
    throw error;
  }
}

/** The service cannot listen at its address; the message is one sentence. */
export class ListenFault extends Error {}

async function listen(app: App, { port, host, healthPort }: Config, log: Logger): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw listenFault(error, `${host} port ${port}`, "PORT or HOST");
  });
  if (healthPort === undefined) return;
  const listening = listenForHealth(app, healthPort).catch(async (error: unknown) => {
    await app.close();
    throw listenFault(error, `127.0.0.1 port ${healthPort}`, "HEALTH_PORT");
  });
  log.info({ port: await listening }, "health and metrics have a port of their own");
}

function listenFault(error: unknown, place: string, variables: string): ListenFault {
  const { code = "" } = error as { code?: string };
  const reason = code === "EADDRINUSE" ? "another process listens there" : code;
  return new ListenFault(
    `The service cannot listen on ${place} (${reason}): set another ${variables}.`,
  );
}

interface Surroundings {
  readonly log: Logger;
  readonly figures: UpkeepFigures;
  isPrepared(): boolean;
}

function frameOf(config: Config, { db, vault }: OpenedStore, around: Surroundings) {
  const access = metricsAccess(config);
  return {
    db,
    vault,
    clock,
    threadMs,
    random: openRandom(),
    publicUrls: config.publicUrls,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    bodyLimit: config.bodyLimit,
    signatureBodyLimit: config.signatureBodyLimit,
    storedBytesOfFirm: config.storedBytesOfFirm,
    bodyMemory: config.bodyMemory,
    answerMemory: config.answerMemory,
    largeReads: {
      connections: config.largeReads,
      waitingOfSubject: config.waitingReadsOfUser,
      waitingOfFirm: config.waitingReadsOfFirm,
    },
    headTimeoutMs: config.headTimeoutMs,
    requestTimeoutMs: config.requestTimeoutMs,
    connections: config.connections,
    connectionsOfAddress: config.connectionsOfAddress,
    rateLimit: config.rateLimit,
    isReady: async () =>
      around.isPrepared() && (await pendingMigrations(db, migrationsFolder)).length === 0,
    logger: around.log,
    ...(access && { metrics: openMetrics(db, access, around.figures) }),
  };
}

function upkeepFigures(config: Config, { db, store }: OpenedStore, upkeep: Upkeep): UpkeepFigures {
  return {
    isLeading: upkeep.isLeading,
    droppedLogLines: () => standardError().dropped(),
    freeBytes: async () => {
      if (store.folder === undefined) return undefined;
      const { bavail, bsize } = await statfs(store.folder);
      return bavail * bsize;
    },
    lastBackup: () => selectLastBackup(db),
    lastCheckpoint: async () => {
      const last = await lastCheckpoint(checkpointFolder(config));
      return last === undefined ? undefined : (await stat(last)).mtime;
    },
    lastHousekeeping: upkeep.lastHousekeeping,
    storedBytes: () => selectStoredBytes(db),
  };
}

/** Unlike a clock it stands still while another process has the processor. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Who may read the metrics: anyone where only this machine reaches the service; a proxy would let
 * others in. */
export function metricsAccess(config: Config): MetricsAccess | undefined {
  if (config.metricsToken !== undefined) return { token: config.metricsToken };
  const isProxied = config.publicUrls.length > 0 || config.trustProxy.length > 0;
  return isLoopback(config.host) && !isProxied ? "open" : undefined;
}

function addressOf(app: App, config: Config): string {
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return config.publicUrls[0] ?? `http://${host}:${port}`;
}
