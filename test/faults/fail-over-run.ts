// A service on a store of two servers behind one address. Callers write, the primary is killed or
// hangs, and its standby is promoted. Afterwards the responses are compared with the store.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";
import { type Listeners, openListeners } from "./listeners.ts";
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
import { isAcknowledged, type Ledger, openLedger, randomFrom, startWriters } from "./writers.ts";

/** The end of a primary: every process of it is killed, or halted as on a machine that hangs. */
export type Failure = "killed" | "frozen";

/** Two servers of one store behind one address. */
export interface StorePair {
  /** The variables that say where the store is. */
  readonly env: Readonly<Record<string, string>>;
  /** How to look into the primary past the service and the address. */
  admin(): Promise<ConnectionSettings>;
  /** Waits until each commit is confirmed by the standby. */
  confirm(): Promise<void>;
  /** Ends the primary, and returns once it has ended. */
  fail(how: Failure): Promise<void>;
  /** Promotes the standby, unless something else does. */
  promote?(): Promise<void>;
  /** Lets a server that was halted go on, which still believes to be the primary. */
  wake(): Promise<void>;
  /** Makes the server that failed the standby of the other one. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** The effects of a promotion on the callers. */
export interface FailOverReport {
  readonly how: Failure;
  /** From the end of the primary until a change that began afterwards was acknowledged. */
  readonly pauseMs: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  /** How many of those with a key turned out to have been made when they were repeated. */
  readonly replayed: number;
}

/** A service on such a store. */
export interface FailOverRun {
  /** Ends the primary, waits for the other one, and makes the old primary its standby. */
  round(how: Failure): Promise<FailOverReport>;
  close(): Promise<void>;
}

const callers = 12;

/** Starts the service on the pair, and opens the ledger; changes must go on within so many
 * milliseconds of the primary's end. */
export async function openFailOverRun(
  seed: number,
  pair: StorePair,
  limitMs = 20_000,
): Promise<FailOverRun> {
  const dataDir = await makeDataFolder();
  let service: ServiceProcess | undefined;
  let listeners: Listeners | undefined;
  const close = async () => {
    await listeners?.close();
    await service?.stop();
    await removeDataFolder(dataDir);
  };
  try {
    const env = {
      ...pair.env,
      MASTER_KEY: "07".repeat(32),
      SAMPLE: "on",
      SANDBOX: "true",
      RATE_LIMIT: "100000",
      WRITE_CONNECTIONS: "8",
    };
    const migrated = await runCommand(dataDir, ["migrate"], env);
    assert.equal(migrated.status, 0, migrated.error);
    await pair.confirm();
    service = await startService(dataDir, env);
    const adviser = await sampleToken(dataDir, "adviser");
    const operator = await sampleToken(dataDir, "operator");
    const random = randomFrom(seed);
    const ledger = openLedger({ adviser, operator }, random);
    listeners = await openListeners(service.url, operator, await pair.admin());
    const state = { pair, dataDir, env, service, random, ledger, listeners, limitMs };
    return { round: (how) => runRound(state, how), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface State {
  readonly pair: StorePair;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly service: ServiceProcess;
  readonly random: () => number;
  readonly ledger: Ledger;
  readonly listeners: Listeners;
  readonly limitMs: number;
}

async function runRound(state: State, how: Failure): Promise<FailOverReport> {
  const { pair, service, ledger, random, listeners, limitMs } = state;
  const first = ledger.attempts.length;
  const writers = startWriters(service.url, ledger, callers);
  await until(() => ledger.attempts.slice(first).filter(isAcknowledged).length >= 20);
  await delay(random() * 400);

  await pair.fail(how);
  const begun = performance.now();
  const begunAt = ledger.attempts.length;
  await pair.promote?.();
  await until(() => ledger.attempts.slice(begunAt).some(isAcknowledged), limitMs);
  const pauseMs = Math.round(performance.now() - begun);
  if (how === "frozen") await pair.wake();
  await writers.end();

  const attempts = ledger.attempts.slice(first);
  const counts = countsOf(attempts);
  await checkStore(state);
  const replayed = await repeatKeyed(service.url, attempts);
  await checkStore(state);
  assert.deepEqual(await listeners.faults(service.url, await pair.admin()), []);
  const verified = await runCommand(state.dataDir, ["audit", "verify"], state.env);
  assert.equal(verified.status, 0, verified.out + verified.error);
  await pair.mend();
  return { how, pauseMs, ...counts, replayed };
}

async function checkStore({ pair, ledger }: State): Promise<void> {
  assert.deepEqual(await faultsOf(await pair.admin(), ledger.attempts), []);
}
