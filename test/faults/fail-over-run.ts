// A service with two servers in its DATABASE_URL: callers write, the primary is killed or hangs, its
// standby is promoted, and afterwards what the callers were told is compared with what is there.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import {
  openReplicatedStore,
  type ReplicatedServer,
  type ReplicatedStore,
} from "../replicated-store.ts";
import { countsOf, repeatKeyed, until } from "./rounds.ts";
import {
  makeDataFolder,
  removeDataFolder,
  runCommand,
  type ServiceProcess,
  sampleToken,
  startService,
} from "./service-process.ts";
import { faultsOf } from "./store-check.ts";
import {
  type Attempt,
  isAcknowledged,
  type Ledger,
  openLedger,
  randomFrom,
  startWriters,
} from "./writers.ts";

/** What a promotion did to the callers. */
export interface FailOverReport {
  readonly how: "killed" | "frozen";
  /** From the end of the primary until a change that began afterwards was acknowledged. */
  readonly pauseMs: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  /** How many of those with a key turned out to have been made when they were repeated. */
  readonly replayed: number;
}

/** A service on a store of two servers. */
export interface FailOverRun {
  /** Ends the primary, promotes the standby, and makes the old primary its standby. */
  round(how: FailOverReport["how"]): Promise<FailOverReport>;
  readonly service: ServiceProcess;
  readonly store: ReplicatedStore;
  readonly servers: Servers;
  close(): Promise<void>;
}

const callers = 12;

/** Starts servers and service, and opens the ledger. */
export async function openFailOverRun(
  seed: number,
  settings: Readonly<Record<string, string>> = { fsync: "on" },
): Promise<FailOverRun> {
  const [store, dataDir] = await Promise.all([openReplicatedStore(settings), makeDataFolder()]);
  let service: ServiceProcess | undefined;
  const close = async () => {
    await service?.stop();
    await store.close();
    await removeDataFolder(dataDir);
  };
  try {
    const env = {
      // The standby comes first, so that the order decides nothing.
      DATABASE_URL: store.url(store.second, store.first),
      MASTER_KEY: "07".repeat(32),
      SAMPLE: "on",
      RATE_LIMIT: "100000",
      WRITE_CONNECTIONS: "8",
    };
    const migrated = await runCommand(dataDir, ["migrate"], env);
    assert.equal(migrated.status, 0, migrated.error);
    await store.confirmBy(store.first);
    service = await startService(dataDir, env);
    const tokens = {
      adviser: await sampleToken(dataDir, "adviser"),
      operator: await sampleToken(dataDir, "operator"),
    };
    const random = randomFrom(seed);
    const ledger = openLedger(tokens, random);
    const servers: Servers = { primary: store.first, standby: store.second };
    const state = { store, dataDir, env, service, random, ledger, servers };
    return { round: (how) => runRound(state, how), service, store, servers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Which server is which at the moment. */
export interface Servers {
  primary: ReplicatedServer;
  standby: ReplicatedServer;
}

interface State {
  readonly store: ReplicatedStore;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly service: ServiceProcess;
  readonly random: () => number;
  readonly ledger: Ledger;
  readonly servers: Servers;
}

async function runRound(state: State, how: FailOverReport["how"]): Promise<FailOverReport> {
  const { store, service, ledger, random, servers } = state;
  const { primary, standby } = servers;
  const first = ledger.attempts.length;
  const writers = startWriters(service.url, ledger, callers);
  await until(() => ledger.attempts.slice(first).filter(isAcknowledged).length >= 20);
  await delay(random() * 400);

  const begun = performance.now();
  const begunAt = ledger.attempts.length;
  if (how === "killed") await primary.kill();
  else primary.freeze();
  await standby.promote();
  await until(() => ledger.attempts.slice(begunAt).some(isAcknowledged));
  const pauseMs = Math.round(performance.now() - begun);
  if (how === "frozen") {
    // It wakes up while changes go on elsewhere, and still believes to be the primary.
    primary.thaw();
    await delay(300);
  }
  await writers.end();
  servers.primary = standby;
  servers.standby = primary;

  const attempts = ledger.attempts.slice(first);
  const counts = countsOf(attempts);
  await checkStore(state);
  const replayed = await repeatKeyed(service.url, attempts);
  await checkStore(state);
  const verified = await runCommand(state.dataDir, ["audit", "verify"], state.env);
  assert.equal(verified.status, 0, verified.out + verified.error);
  await store.remake(primary);
  await store.confirmBy(standby);
  return { how, pauseMs, ...counts, replayed };
}

async function checkStore({ servers, ledger }: State): Promise<void> {
  const attempts: readonly Attempt[] = ledger.attempts;
  assert.deepEqual(await faultsOf(servers.primary.admin, attempts), []);
}
