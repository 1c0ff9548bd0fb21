// The leader's jobs for the whole store: housekeeping, daily checkpoints, positions of events,
// webhook deliveries, and the sweep.
import type { Logger } from "pino";
import {
  type RegularRuns,
  runJobsRegularly,
} from "../brokerage/service/scheduled-jobs/regular-runs.ts";
import { runDeliverer } from "../brokerage/service/webhooks/run-deliverer.ts";
import { type Config, checkpointFolder } from "../config/config.ts";
import { takeCheckpoints } from "../platform/change/daily-checkpoints.ts";
import { type Housekeeping, runHousekeeping } from "../platform/change/housekeeping.ts";
import { selectDaysAhead } from "../platform/change/sandbox-queries.ts";
import { runPublisher } from "../platform/feed/publisher.ts";
import type { Vault } from "../platform/keys/vault.ts";
import { clock } from "../platform/process/clock.ts";
import { drawId } from "../platform/process/ids.ts";
import { openRandom } from "../platform/process/random.ts";
import type { Database } from "../platform/store/db.ts";
import { type LedStore, standForLeader } from "../platform/store/leader.ts";
import { sender } from "../platform/webhooks/send-message.ts";
import { atMost } from "./shutdown.ts";

/** How long a checkpoint under way may hold up the end of the process, in milliseconds. */
const closingMs = 1_000;

/** Upkeep by this process or another. */
export interface Upkeep {
  isLeading(): boolean;
  /** When this process last removed everything that was due. */
  lastHousekeeping(): Date | undefined;
  /** When this process last did everything that time had brought. */
  lastRun(): Date | undefined;
  stop(): Promise<void>;
}

/** The store with its vault, which has the key of its audit log. */
export interface KeptStore extends LedStore {
  readonly db: Database;
  readonly vault: Vault;
}

/** Stands for the lead from now on, and does its work while this process has it. */
export function standForUpkeep(
  config: Config,
  { db, settings, vault }: KeptStore,
  log: Logger,
): Upkeep {
  const place = { settings, key: vault.auditKey, folder: checkpointFolder(config) };
  let housekeeping: Housekeeping | undefined;
  let swept: RegularRuns | undefined;
  const candidacy = standForLeader(
    { settings, db },
    (term) => {
      const keeping = runHousekeeping(term, clock, log);
      housekeeping = keeping;
      const stopCheckpoints = takeCheckpoints(place, term, clock, log);
      const stopPublisher = runPublisher({ db, clock, days: config.eventDays }, term, log);
      const parts = { db, vault, clock, random: openRandom(), drawId };
      const isSandbox = async () => config.sandbox && (await selectDaysAhead(db)) !== undefined;
      const send = sender({ isSandbox });
      const stopDeliverer = runDeliverer({ ...parts, send }, term, log);
      const sweeps = runJobsRegularly(parts, term, log);
      swept = sweeps;
      return async () => {
        keeping.stop();
        await atMost(
          closingMs,
          Promise.all([stopCheckpoints(), stopPublisher(), stopDeliverer(), sweeps.stop()]).then(
            () => {},
          ),
        );
      };
    },
    log,
  );
  return {
    isLeading: candidacy.isLeading,
    lastHousekeeping: () => housekeeping?.lastAt(),
    lastRun: () => swept?.lastAt(),
    stop: () => atMost(2 * closingMs, candidacy.stop()),
  };
}
