// A worker: it answers requests on the store that its supervisor has opened, and counts what must hold
// for the machine together with the other workers.
import cluster from "node:cluster";
import type { Logger } from "pino";
import { failureOf } from "./cli/failure.ts";
import type { Config } from "./config.ts";
import { openStartedStore } from "./configured-store.ts";
import { listen, readinessOf } from "./main.ts";
import { type Failures, failuresElsewhere } from "./platform/auth/failures.ts";
import { type Channel, openChannel } from "./platform/process/channel.ts";
import { clock } from "./platform/process/clock.ts";
import { shareCounts } from "./platform/process/shared-counts.ts";
import { StoreFault } from "./platform/process/store-fault.ts";
import { embeddedSettings } from "./platform/store/embedded/embedded-postgres.ts";
import { migratingSettings } from "./platform/store/store.ts";
import { figuresOfWorker, frameOf } from "./process-frame.ts";
import { createServer } from "./server.ts";
import { atMost, drainAndClose, endGracefully } from "./shutdown.ts";
import { configOfWorker } from "./worker-config.ts";

/** How long a transaction may still run when the store is closed, in milliseconds. */
const closingMs = 1_000;

/** Whether this process was started by a supervisor. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** Answers requests until the supervisor or a signal ends it; settles with the exit status. */
export async function work(config: Config, log: Logger): Promise<number> {
  const supervisor = openChannel({
    send: (message) => void (process.connected && process.send?.(message, undefined, {}, () => {})),
    onMessage: (listener) => process.on("message", listener),
    onClose: (listener) => process.once("disconnect", listener),
  });
  supervisor.hear("stop", () => process.exit(0));
  try {
    return await serveRequests(config, log, supervisor);
  } catch (error) {
    log.error({ err: error }, "a worker could not start");
    await supervisor.ask("failed", failureOf(error));
    return 1;
  }
}

async function serveRequests(config: Config, log: Logger, supervisor: Channel): Promise<number> {
  const embedded = config.databaseUrl === undefined && (await embeddedSettings(config.dataDir));
  if (embedded === undefined) throw new StoreFault(`${config.dataDir} has no PostgreSQL.`);
  const own = configOfWorker(config);
  const settings = embedded ? embedded.serving : undefined;
  const migrating = embedded ? embedded.admin : migratingSettings(config);
  const opened = await openStartedStore(own, settings, { plansOnce: true });
  const readiness = readinessOf(opened.db);
  supervisor.hear("prepared", readiness.prepared);
  const frame = frameOf(own, opened, {
    log,
    figures: figuresOfWorker,
    migrating,
    isReady: readiness.isReady,
    siblings: {
      counts: shareCounts(supervisor, config.workers),
      failures: failuresOf(supervisor),
    },
    printAll: () => supervisor.ask<string>("metrics"),
  });
  supervisor.hear("figures", () => frame.metrics?.figures() ?? []);
  const app = await createServer(frame);
  await listen(app, config);
  if (await supervisor.ask<boolean>("is prepared")) readiness.prepared();
  const end = async () => {
    await drainAndClose(app);
    await atMost(closingMs, opened.db.close());
  };
  // Where the supervisor is gone, Node ends the worker at once.
  return endGracefully(end, log, (stop) => {
    supervisor.hear("stop", () => stop("the supervisor stops"));
  });
}

// Without the supervisor the worker is about to end, and answers as if it were alone.

function failuresOf(supervisor: Channel): Failures {
  const { failures, tell } = failuresElsewhere((address) =>
    supervisor.ask<boolean>("failed credentials", address).catch(() => false),
  );
  supervisor.hear("have failed", (addresses: readonly string[]) => {
    for (const address of addresses) tell(address, clock());
  });
  supervisor.tell("listens to failures");
  return failures;
}
