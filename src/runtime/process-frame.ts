// The parts of a process that the service uses: clock, randomness, limits, metrics.
import { stat, statfs } from "node:fs/promises";
import type { Logger } from "pino";
import { selectStoredBytes } from "../brokerage/clients-and-accounts/agreements/stored-bytes-queries.ts";
import { scheduledJobFigures } from "../brokerage/service/scheduled-jobs/reads.ts";
import { countStalled, webhookFigures } from "../brokerage/service/webhooks/reads.ts";
import { resetSandboxOf } from "../cli/begin-anew.ts";
import { type Config, checkpointFolder, isLoopback } from "../config/config.ts";
import { openProvider } from "../platform/auth/open-id.ts";
import { lastCheckpoint } from "../platform/change/daily-checkpoints.ts";
import { selectDaysAhead } from "../platform/change/sandbox-queries.ts";
import { type MetricsAccess, openMetrics } from "../platform/http/monitoring/metrics.ts";
import type { UpkeepFigures } from "../platform/http/monitoring/upkeep-metrics.ts";
import type { Vault } from "../platform/keys/vault.ts";
import { selectLastBackup } from "../platform/maintenance/last-backup.ts";
import { readRevision, version } from "../platform/process/build.ts";
import { businessTime, clock } from "../platform/process/clock.ts";
import { drawId } from "../platform/process/ids.ts";
import { standardError } from "../platform/process/log-lines.ts";
import { openRandom } from "../platform/process/random.ts";
import { type ConnectionSettings, settingsFromUrl } from "../platform/store/connection.ts";
import type { Database } from "../platform/store/db.ts";
import { selectCluster } from "../platform/store/distributed/cluster.ts";
import { selectServerVersion } from "../platform/store/server-version.ts";
import type { ServerOptions } from "../server.ts";
import { consoleBundle, referenceBundle } from "../web-pages/bundle.ts";
import { openPages } from "../web-pages/cached-bundle.ts";
import type { Upkeep } from "./upkeep.ts";

/** The differences between processes that serve the same configuration. */
export interface Surroundings {
  readonly log: Logger;
  readonly figures: UpkeepFigures;
  readonly isReady: () => Promise<boolean>;
  /** Logs in as the owner of the tables, where the process may. */
  readonly migrating: ConnectionSettings;
}

/** Makes the frame of the service in this process. */
export function frameOf(
  config: Config,
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  { log, figures, isReady, migrating }: Surroundings,
): ServerOptions {
  const access = metricsAccess(config);
  const metrics = access && openMetrics(db, access, figures);
  return {
    db,
    vault,
    clock,
    ...(config.sandbox && {
      daysAhead: () => selectDaysAhead(db),
      resetSandbox: (actor) =>
        resetSandboxOf(config, { db, vault, daysAhead: 0, actor }, migrating),
    }),
    lastCheckpoint: () => checkpointAt(config),
    threadMs,
    random: openRandom(),
    drawId,
    ...openIdOf(config),
    publicUrls: config.publicUrls,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    bodyLimit: config.bodyLimit,
    signatureBodyLimit: config.signatureBodyLimit,
    storedBytesOfFirm: config.storedBytesOfFirm,
    bodyMemory: config.bodyMemory,
    largeReads: {
      connections: 4,
      waitingOfSubject: 64,
      waitingOfFirm: 256,
      timeoutMs: 30_000,
    },
    requestTimeoutMs: config.requestTimeoutMs,
    connections: config.connections,
    rateLimit: config.rateLimit,
    eventStreams: 8,
    isReady,
    console: openPages(consoleBundle, config.dataDir, clock),
    reference: openPages(referenceBundle, config.dataDir, clock),
    logger: log,
    ...(metrics && { metrics }),
  };
}

/** The provider by which people sign in, if one is configured. */
function openIdOf(config: Config): Pick<ServerOptions, "openId"> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  const { oidcFirm: firmOid } = config;
  if (!issuer || !clientId || !clientSecret || !firmOid) return {};
  return { openId: openProvider({ issuer, clientId, clientSecret, firmOid }, clock) };
}

/** The figures of the process that does the upkeep; `folder` is where its PostgreSQL has its
 * data. */
export function upkeepFigures(
  config: Config,
  { db, folder }: { readonly db: Database; readonly folder: string | undefined },
  upkeep: Upkeep,
): UpkeepFigures {
  const { databaseUrl } = config;
  const revision = readRevision();
  return {
    isLeading: upkeep.isLeading,
    build: async () => ({
      version,
      node: process.versions.node,
      postgres: await selectServerVersion(db).catch(() => undefined),
      revision: await revision,
    }),
    droppedLogLines,
    freeBytes: async () => {
      if (folder === undefined) return undefined;
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    lastBackup: () => selectLastBackup(db),
    lastCheckpoint: () => checkpointAt(config),
    lastHousekeeping: upkeep.lastHousekeeping,
    lastRun: upkeep.lastRun,
    storedBytes: () => selectStoredBytes(db),
    dueJobs: async () => {
      if (!upkeep.isLeading()) return undefined;
      return scheduledJobFigures(db, businessTime(clock(), (await selectDaysAhead(db)) ?? 0));
    },
    webhooks: async () => ({
      ...(await webhookFigures(db)),
      stalled: await countStalled(db, clock()),
    }),
    cluster: async () =>
      databaseUrl === undefined ? undefined : selectCluster(settingsFromUrl(databaseUrl)),
  };
}

async function checkpointAt(config: Config): Promise<Date | undefined> {
  const last = await lastCheckpoint(checkpointFolder(config));
  return last === undefined ? undefined : (await stat(last)).mtime;
}

function droppedLogLines(): number {
  return standardError().dropped();
}

/** Unlike a clock it stands still while another process has the processor. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The readers of the metrics: anyone where only this machine reaches the service; a proxy would
 * let others in. */
export function metricsAccess(config: Config): MetricsAccess | undefined {
  if (config.metricsToken !== undefined) return { token: config.metricsToken };
  const isProxied = config.publicUrls.length > 0 || config.trustProxy.length > 0;
  const isLocal = isLoopback(config.host) && isLoopback(config.healthHost);
  return isLocal && !isProxied ? "open" : undefined;
}
