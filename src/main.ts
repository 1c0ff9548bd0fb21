// The process of the service: configuration, store, server, signals; nothing else.
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import { selectDaysAhead } from "./platform/change/sandbox-queries.ts";
import type { App } from "./platform/http/frame.ts";
import { listenForHealth } from "./platform/http/pipeline/health-listener.ts";
import { addressAt, listenFault } from "./platform/process/listening.ts";
import { StoreFault } from "./platform/process/store-fault.ts";
import type { Database } from "./platform/store/db.ts";
import { pendingMigrations } from "./platform/store/migrate.ts";
import { ownsByConvention } from "./platform/store/role-rights.ts";
import { migrationsFolder, type OpenedStore } from "./runtime/configured-store.ts";
import { frameOf, upkeepFigures } from "./runtime/process-frame.ts";
import { drainAndClose, endGracefully } from "./runtime/shutdown.ts";
import { standForUpkeep, type Upkeep } from "./runtime/upkeep.ts";
import { createServer } from "./server.ts";
import { counted } from "./values/readable.ts";

/** The running service. */
export interface Service {
  readonly opened: OpenedStore;
  readonly address: string;
  /** Settles with the exit status once the service has ended. */
  readonly ended: Promise<number>;
}

/** The work of a start besides listening; the service is ready after both. */
export interface Preparation {
  /** Before it listens, such as filling the store with a sample. */
  fill(opened: OpenedStore): Promise<void>;
  /** Once its address is known. */
  complete(opened: OpenedStore, address: string): Promise<void>;
  /** In the background once it is ready; an end of the service may cut it short. */
  follow?(opened: OpenedStore): Promise<void>;
}

/** Starts the service on an open store, which it closes at its end, and settles once it is ready; SIGTERM,
 * SIGINT and SIGHUP end it gracefully. */
export async function serve(
  opened: OpenedStore,
  config: Config,
  log: Logger,
  preparation: Preparation,
): Promise<Service> {
  const upkeep = await prepareStore(opened, config, log, preparation);
  try {
    const readiness = readinessOf(opened.db);
    const figures = upkeepFigures(config, { db: opened.db, folder: opened.store.folder }, upkeep);
    const { migrating } = opened.store;
    const frame = frameOf(config, opened, {
      log,
      figures,
      migrating,
      isReady: readiness.isReady,
    });
    const app = await createServer(frame);
    await listen(app, config);
    await listenApart(app, config, log);
    const address = addressAt((app.server.address() as AddressInfo).port, config);
    await preparation.complete(opened, address).catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    readiness.prepared();
    let isEnding = false;
    preparation.follow?.(opened).catch((error: unknown) => {
      if (!isEnding) log.error({ err: error }, "what follows the start has failed");
    });
    const ended = endGracefully(async () => {
      isEnding = true;
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

/** Fills the store that is served, and begins its upkeep. */
async function prepareStore(
  opened: OpenedStore,
  config: Config,
  log: Logger,
  preparation: Preparation,
): Promise<Upkeep> {
  try {
    if (await ownsByConvention(opened.db, opened.store.serving.user)) {
      log.warn(
        "the login also owns the tables: PostgreSQL does not enforce the rights of reader and writer",
      );
    }
    await preparation.fill(opened);
    await refuseMovedClock(opened.db, config);
    const settings = opened.store.serving;
    return standForUpkeep(config, { ...opened, settings }, log);
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
function readinessOf(db: Database) {
  let isPrepared = false;
  return {
    isPrepared: () => isPrepared,
    prepared: () => {
      isPrepared = true;
    },
    isReady: async () => isPrepared && (await pendingMigrations(db, migrationsFolder)).length === 0,
  };
}

/** Listens for requests, at one address: for `localhost` Fastify would open a second server for
 * IPv6, without what bounds connections and admits requests. */
export async function listen(
  app: Pick<App, "listen">,
  { port, host: named }: Pick<Config, "port" | "host">,
): Promise<void> {
  const host = addressOfHost(named);
  await app.listen({ port, host }).catch((error: unknown) => {
    throw listenFault(error, `${host} port ${port}`, "PORT or HOST");
  });
}

function addressOfHost(named: string): string {
  return named.toLowerCase() === "localhost" ? "127.0.0.1" : named;
}

/** Listens for monitors on a port of their own, if there is to be one. */
async function listenApart(
  app: App,
  { healthPort, healthHost }: Config,
  log: Logger,
): Promise<void> {
  if (healthPort === undefined) return;
  const host = addressOfHost(healthHost);
  const listening = listenForHealth(app, healthPort, host).catch(async (error: unknown) => {
    await app.close();
    throw listenFault(error, `${host} port ${healthPort}`, "HEALTH_PORT or HEALTH_HOST");
  });
  log.info({ port: await listening, host }, "health and metrics have a port of their own");
}
