// A round: callers write, the service or its PostgreSQL is killed in the middle, and afterwards
// the responses are compared with what is there.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { otherRounds } from "./event-rounds.ts";
import { type Listeners, openListeners } from "./listeners.ts";
import {
  makeDataFolder,
  ownerSettings,
  postgresPid,
  removeDataFolder,
  runCommand,
  type ServiceProcess,
  sampleToken,
  startService,
  untilReady,
} from "./service-process.ts";
import { faultsOf } from "./store-check.ts";
import {
  type Attempt,
  attemptAt,
  isAcknowledged,
  isRefused,
  type Ledger,
  openLedger,
  randomFrom,
  startWriters,
} from "./writers.ts";

/** The processes to kill; both at once is like a power failure. */
export type Victim = "service" | "postgres" | "both";

/** The actions and findings of a round. */
export interface RoundReport {
  readonly victim: Victim;
  /** From the kill until the service is ready again, its start included. */
  readonly recoveryMs: number;
  readonly acknowledged: number;
  readonly refused: number;
  /** Answered 503, or not at all: the change may have been made or not. */
  readonly unknown: number;
  /** How many of those with a key turned out to have been made when they were repeated. */
  readonly replayed: number;
}

/** A service on a folder of its own, with the ledger of what was answered to its callers. */
export interface FaultRun {
  round(victim: Victim): Promise<RoundReport>;
  /** Runs a round of another kind; returns what happened. */
  other(name: string): Promise<string>;
  readonly dataDir: string;
  /** Every attempt of the run. */
  readonly attempts: readonly Attempt[];
  /** How many events were read in the feed, and how many requests a receiver took. */
  listenedCounts(): { readonly read: number; readonly received: number };
  close(): Promise<void>;
}

interface State {
  readonly dataDir: string;
  readonly ledger: Ledger;
  readonly random: () => number;
  readonly adviser: string;
  readonly listeners: Listeners;
  /** How long the service may be unready after PostgreSQL is killed, in milliseconds. */
  readonly recoveryLimitMs: number;
  service: ServiceProcess;
}

const callers = 12;

/** Starts the service, with durability on as in use, and opens the ledger. */
export async function openFaultRun(seed: number, recoveryLimitMs = 10_000): Promise<FaultRun> {
  const dataDir = await makeDataFolder();
  const service = await startService(dataDir, limits).catch(async (error: unknown) => {
    await removeDataFolder(dataDir);
    throw error;
  });
  const adviser = await sampleToken(dataDir, "adviser");
  const random = randomFrom(seed);
  const tokens = { adviser, operator: await sampleToken(dataDir, "operator") };
  const store = await ownerSettings(dataDir);
  const listeners = await openListeners(service.url, tokens.operator, store);
  const ledger = openLedger(tokens, random);
  const opened = { dataDir, random, adviser, service, ledger, listeners };
  const state: State = { ...opened, recoveryLimitMs };
  return {
    dataDir,
    round: (victim) => explained(state, () => runRound(state, victim)),
    other: (name) => explained(state, () => runOther(state, name)),
    attempts: ledger.attempts,
    listenedCounts: () => listeners.counts(),
    close: async () => {
      await listeners.close();
      await state.service.stop();
      await removeDataFolder(dataDir);
    },
  };
}

/** Adds to an error the last lines that the service has logged. */
async function explained<T>(state: State, round: () => Promise<T>): Promise<T> {
  try {
    return await round();
  } catch (error) {
    const output = state.service.output().trimEnd().split("\n").slice(-20).join("\n");
    throw new Error(`${error instanceof Error ? error.message : error}\n${output}`, {
      cause: error,
    });
  }
}

// Fewer than the callers, so that some are always waiting for a connection when the fault happens.
const limits = { WRITE_CONNECTIONS: "8", RATE_LIMIT: "100000" };

async function runRound(state: State, victim: Victim): Promise<RoundReport> {
  const { ledger, random, listeners } = state;
  const first = ledger.attempts.length;
  const isAway = random() < 1 / 3;
  if (isAway) await listeners.leave();
  const writers = startWriters(state.service.url, ledger, callers);
  await until(() => ledger.attempts.slice(first).filter(isAcknowledged).length >= 20);
  await delay(random() * 400);
  const recoveryMs = await kill[victim](state);
  if (victim === "postgres") await delay(200);
  await writers.end();
  const attempts = ledger.attempts.slice(first);
  const counts = countsOf(attempts);

  await checkStore(state);
  const replayed = await repeatKeyed(state.service.url, attempts);
  await checkStore(state);
  await readBack(state, attempts);
  if (isAway) await listeners.comeBack();
  assert.deepEqual(
    await listeners.faults(state.service.url, await ownerSettings(state.dataDir)),
    [],
  );
  const verified = await runCommand(state.dataDir, ["audit", "verify"]);
  assert.equal(verified.status, 0, verified.out + verified.error);
  return { victim, recoveryMs, ...counts, replayed };
}

async function runOther(state: State, name: string): Promise<string> {
  const round = otherRounds[name];
  assert(round !== undefined, `there is no round ${name}`);
  return round({
    dataDir: state.dataDir,
    random: state.random,
    service: () => state.service,
    stop: async () => {
      await state.service.stop();
    },
    start: async (log) => {
      state.service = await startService(state.dataDir, limitsOf(log), log);
      return state.service.readyMs;
    },
    whileWriting: async (work) => {
      const first = state.ledger.attempts.length;
      const writers = startWriters(state.service.url, state.ledger, callers);
      await until(() => state.ledger.attempts.slice(first).filter(isAcknowledged).length >= 20);
      return await work().finally(() => writers.end());
    },
    check: async () => {
      await checkStore(state);
      const verified = await runCommand(state.dataDir, ["audit", "verify"]);
      assert.equal(verified.status, 0, verified.out + verified.error);
    },
  });
}

/** A log that is given must have something to write. */
function limitsOf(log: number | undefined): Readonly<Record<string, string>> {
  return log === undefined ? limits : { ...limits, LOG_LEVEL: "info" };
}

/** Waits until the callers have come so far. */
export async function until(isSo: () => boolean, limitMs = 20_000): Promise<void> {
  for (let waited = 0; !isSo(); waited += 5) {
    assert(waited < limitMs, "the callers get nothing done");
    await delay(5);
  }
}

const kill: Readonly<Record<Victim, (state: State) => Promise<number>>> = {
  service: killService,
  postgres: killPostgres,
  both: async (state) => {
    const postgres = await postgresPid(state.dataDir);
    if (postgres !== undefined) process.kill(postgres, "SIGKILL");
    return killService(state);
  },
};

async function killService(state: State): Promise<number> {
  const begun = performance.now();
  await state.service.kill();
  state.service = await startService(state.dataDir, limits);
  await untilReady(state.service.url, state.recoveryLimitMs);
  return Math.round(performance.now() - begun);
}

async function killPostgres({ dataDir, service, recoveryLimitMs }: State): Promise<number> {
  const begun = performance.now();
  const killed = await postgresPid(dataDir);
  assert(killed !== undefined, "no PostgreSQL runs");
  process.kill(killed, "SIGKILL");
  while ([undefined, killed].includes(await postgresPid(dataDir))) {
    assert(performance.now() - begun < recoveryLimitMs, "PostgreSQL was not started again");
    await delay(10);
  }
  await untilReady(service.url, recoveryLimitMs - (performance.now() - begun));
  return Math.round(performance.now() - begun);
}

/** How the attempts were answered. */
export function countsOf(attempts: readonly Attempt[]) {
  const acknowledged = attempts.filter(isAcknowledged).length;
  const refused = attempts.filter(isRefused).length;
  return { acknowledged, refused, unknown: attempts.length - acknowledged - refused };
}

async function checkStore({ dataDir, ledger }: State): Promise<void> {
  assert.deepEqual(await faultsOf(await ownerSettings(dataDir), ledger.attempts), []);
}

/** Repeats keyed requests: some of the acknowledged ones, and all without a response; returns how
 * many of these had been carried out. */
export async function repeatKeyed(url: string, attempts: readonly Attempt[]): Promise<number> {
  const keyed = attempts.filter(({ key }) => key !== undefined);
  for (const attempt of keyed.filter(isAcknowledged).slice(-20)) {
    const { status, location } = attempt;
    const again = await attemptAt(url, attempt);
    assert.equal(again?.headers.get("idempotency-replayed"), "true", attempt.marker);
    assert.deepEqual([attempt.status, attempt.location], [status, location]);
  }
  let replayed = 0;
  const isOpen = (each: Attempt) => !isAcknowledged(each) && !isRefused(each);
  for (const attempt of keyed.filter(isOpen)) {
    const again = await attemptAt(url, attempt);
    assert(again !== undefined, `${attempt.marker} has no response`);
    assert(again.status < 500, `${attempt.marker} gets ${again.status}`);
    if (again.headers.get("idempotency-replayed") === "true") replayed += 1;
  }
  return replayed;
}

/** Reads what was acknowledged at the address that its caller received. */
async function readBack(state: State, attempts: readonly Attempt[]): Promise<void> {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${state.adviser}` };
    const response = await fetch(state.service.url + path, { headers });
    return { status: response.status, text: await response.text() };
  };
  const done = attempts.filter(isAcknowledged);
  for (const { location, marker } of ofKind(done, "createOffer")) {
    const { status, text } = await get(location ?? "");
    assert.deepEqual([status, text.includes(`"PRIV.${marker}"`)], [200, true], marker);
  }
  for (const { location } of ofKind(done, "updateAccount")) {
    const { status, text } = await get(location ?? "");
    assert.deepEqual(
      [status, /"accountName":"Fault \w{5}"/.test(text)],
      [200, true],
      location ?? "",
    );
  }
  for (const { location, marker } of ofKind(done, "createRestriction")) {
    const { status, text } = await get(location ?? "");
    // A signature may have lifted it since, which the store check covers.
    const isThere = status === 200 && text.includes(`"fault ${marker}"`);
    assert(isThere || status === 404, `${location} ${status}`);
  }
}

function ofKind(attempts: readonly Attempt[], operation: string): readonly Attempt[] {
  return attempts.filter((each) => each.operation === operation).slice(-10);
}
