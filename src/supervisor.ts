// `serve` with several workers: this process owns the data folder, the embedded PostgreSQL, the upkeep
// and the port of monitors, and counts what must hold for the machine; workers answer the requests.
import { once } from "node:events";
import { type AddressInfo, createServer as createServerOfSockets } from "node:net";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { listenApart, openServed, type Preparation, readinessOf, type Service } from "./main.ts";
import { countFailedCredentials } from "./platform/auth/failures.ts";
import { type Metrics, type ProcessFigures, printTogether } from "./platform/http/metrics.ts";
import type { Channel } from "./platform/process/channel.ts";
import { clock } from "./platform/process/clock.ts";
import { addressAt, listenFault } from "./platform/process/listening.ts";
import { passOnCounts } from "./platform/process/shared-counts.ts";
import { frameOf, upkeepFigures } from "./process-frame.ts";
import { createServer } from "./server.ts";
import { endGracefully } from "./shutdown.ts";
import { startWorkers, type Workers } from "./workers.ts";

/** How long a worker may take to tell its figures, in milliseconds. */
const figuresMs = 2_000;

/** Starts the service with its workers and answers once all of them listen. */
export async function supervise(
  config: Config,
  log: Logger,
  preparation: Preparation,
): Promise<Service> {
  const { opened, upkeep } = await openServed(config, log, preparation);
  let workers: Workers | undefined;
  const stop = async () => {
    await workers?.stop();
    await upkeep.stop();
    await opened.close();
  };
  try {
    const readiness = readinessOf(opened.db);
    const printAll = async (own: Metrics) => {
      await own.print(); // asks the store for what its figures show of loads
      return printTogether([await own.figures(), ...(await figuresOf(workers))]);
    };
    // It answers monitors alone: nobody listens on `PORT` here.
    const app = await createServer(
      frameOf(config, opened, {
        log,
        printAll,
        migrating: opened.store.migrating,
        figures: upkeepFigures(config, { db: opened.db, folder: opened.store.folder }, upkeep),
        isReady: async () => (workers?.count() ?? 0) > 0 && (await readiness.isReady()),
      }),
    );
    const print = () => app.frame.metrics?.print();
    const port = config.port || (await freePort(config.host));
    const places = { number: config.workers, port };
    workers = startWorkers(places, meetWorkers(readiness.isPrepared, print), log);
    await workers.listening;
    await listenApart(app, config, log);
    const address = addressAt(port, config);
    await preparation.complete(opened, address);
    readiness.prepared();
    for (const channel of workers.channels()) channel.tell("prepared");
    return { opened, address, ended: endGracefully(stop, log) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A port for workers to share: one that each asked for would be another after all have ended. */
async function freePort(host: string): Promise<number> {
  const server = createServerOfSockets().listen(0, host);
  await once(server, "listening").catch((error: unknown) => {
    throw listenFault(error, `${host} port 0`, "HOST");
  });
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** What the supervisor does for each worker from its start to its end. */
function meetWorkers(
  isPrepared: () => boolean,
  print: () => Promise<string> | undefined,
): (channel: Channel) => void {
  const failures = countFailedCredentials();
  const counts = passOnCounts();
  const met = new Set<Channel>();
  return (channel) => {
    met.add(channel);
    counts.join(channel);
    channel.onClose(() => met.delete(channel));
    channel.hear("failed credentials", (address: string) => {
      const wereTooMany = failures.areTooMany(address, clock());
      const areTooMany = failures.note(address, clock());
      if (areTooMany && !wereTooMany) for (const each of met) each.tell("have failed", [address]);
      return areTooMany;
    });
    channel.hear("listens to failures", () => {
      channel.tell("have failed", failures.withTooMany(clock()));
    });
    channel.hear("metrics", print);
    channel.hear("is prepared", isPrepared);
  };
}

/** The figures of the workers that tell them in time. */
async function figuresOf(workers: Workers | undefined): Promise<ProcessFigures[]> {
  const asked = (workers?.channels() ?? []).map(async (channel) => {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), figuresMs);
    const told = channel.ask<ProcessFigures>("figures").catch(() => undefined);
    return Promise.race([told, late.promise]).finally(() => clearTimeout(timer));
  });
  return (await Promise.all(asked)).filter((figures) => figures !== undefined);
}
