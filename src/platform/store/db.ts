// The store as the service sees it: reads on shared connections that can only select, and
// transactions, which write() alone opens.
import type pg from "pg";
import { StoreFault } from "../process/store-fault.ts";
import { readerOf } from "./client-reader.ts";
import type { ConnectionSettings, SessionParameters } from "./connection.ts";
import {
  type ConnectionOptions,
  configOf,
  limitsOf,
  openPool,
  readerConfigOf,
} from "./connection-configs.ts";
import { type FairQueue, openFairQueue } from "./fair-queue.ts";
import { clientAt, type OnMove, openPrimary, type Primary, type ServerState } from "./primary.ts";
import { openReadConnections, type ReadConnections, type ReadOptions } from "./read-connections.ts";
import { checkReaderLogin } from "./reader-login.ts";
import { openReplicas, type ReplicaState, type Replicas } from "./replicas.ts";
import { type RoleNames, selectRoleNames } from "./roles.ts";
import { openConnection, setUp } from "./session.ts";
import { refusePartlySpread } from "./spread/cluster.ts";
import { plansOfRequests, settingsOfSession } from "./spread/differences.ts";
import type { Reader, Statement } from "./sql.ts";
import { countStoreFailures, type StoreFailures, storeError } from "./store-error.ts";
import { answers, takesChanges } from "./store-health.ts";
import { useStore, useStoreAsReader } from "./store-lock.ts";
import { inTransaction, type NotePosition, type Tx } from "./transaction.ts";

export { lockFirmsOfNodes, lockOffersOfNodes } from "./spread/lock-tables.ts";
export { part, type Reader, type Sender, type SqlPart, type Statement, sql } from "./sql.ts";
export {
  isRetryable,
  isUnavailable,
  SerializationFailure,
  StoreUnavailable,
  violatedConstraint,
} from "./store-error.ts";
export type { Tx } from "./transaction.ts";

/** The open store. */
export interface Database extends Reader {
  readonly roles: RoleNames;
  /** Whether its tables lie on several nodes. */
  readonly isSpread: boolean;
  /** Runs `work` and commits; anything thrown, by the commit too, means that nothing was stored, or
   * that the store could not say. */
  transaction<T>(work: (tx: Tx) => Promise<T>, notePosition?: NotePosition): Promise<T>;
  /** The replicas that may answer reads, if it has any; its own reads ask the primary. */
  readonly replicas: Replicas | undefined;
  /** Where changes by request wait, so that no caller takes all connections. */
  readonly queue: FairQueue;
  /** The same store, whose transactions may COPY; they wait for each statement. */
  readonly forLoads: Database;
  /** How its connections are used at this moment. */
  usage(): StoreUsage;
  /** Whether the store answers now. */
  ready(): Promise<boolean>;
  /** Whether it takes changes now, as far as can be told without one. */
  takesChanges(): Promise<boolean>;
  close(): Promise<void>;
}

/** The use of a store's connections. */
export interface StoreUsage {
  readonly readsInFlight: number;
  readonly writes: {
    readonly total: number;
    readonly idle: number;
    readonly waiting: number;
    readonly most: number;
  };
  /** How many of its answers were failures, by SQLSTATE. */
  readonly failures: ReadonlyMap<string, number>;
  /** The replicas that may answer reads. */
  readonly replicas: readonly ReplicaState[];
  /** The servers among which the primary is chosen, if there are several. */
  readonly servers: readonly ServerState[];
  /** How often another server has become the primary. */
  readonly moves: number;
}

/** Connections and limits of a store; a limit of 0 is no limit. */
export interface DatabaseOptions extends ConnectionOptions {
  readonly readConnections: number;
  readonly writeConnections: number;
  /** How many changes by request may wait of one firm for one subject, and of one firm. */
  readonly waitingOfSubject?: number;
  readonly waitingOfFirm?: number;
  /** Whether a statement is planned once for all its values, as requests want it. */
  readonly plansOnce?: boolean;
  /** Whether it leaves out the mark of use, because it needs exclusive use of the store. */
  readonly isAlone?: boolean;
  readonly onMove?: OnMove;
  /** Servers that replicate it and may answer reads, and how far behind they may be. */
  readonly replicas?: ConnectionSettings | undefined;
  readonly replicaLagMs?: number;
}

// Each node has a log of its own, so that none of them tells what a replica of another shows.
const spreadHasNoReplicas =
  "Replicas cannot answer the reads of a store that is spread over several nodes: " +
  "unset READ_DATABASE_URL.";

/** Opens a migrated store; refuses one that has no migrations, lies on its nodes in part, or is
 * spread and has replicas. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { onMove, replicas } = options;
  const primary = await openPrimary(options.settings, {
    ...{ onMove, isWatched: replicas !== undefined },
  });
  try {
    const { others: _, ...settings } = options.settings;
    const { roles, isSpread } = await selectStore({ ...settings, ...primary.place() });
    if (isSpread && replicas !== undefined) throw new StoreFault(spreadHasNoReplicas);
    return openConnections(options, primary, { roles, isSpread });
  } catch (error) {
    primary.close();
    throw error;
  }
}

function openConnections(
  options: DatabaseOptions,
  primary: Primary,
  { roles, isSpread }: Pick<Database, "roles" | "isSpread">,
): Database {
  const sessions = sessionsOf(options, primary, isSpread);
  const { begins } = sessions;
  const failures = countStoreFailures();
  const plans = options.plansOnce ? plansOfRequests(isSpread) : {};
  const config = configOf(options);
  const Client = clientAt(primary);
  const around = { primary, roles, sessions, note: failures.note };
  const { reads, replicas } = openReads(options, around, plans);
  const writes = openPool({
    ...{ ...config, Client, pipeline: true },
    onConnect: begins({ ...plans, role: roles.writer }),
    max: options.writeConnections,
  });
  // COPY cannot share its connection with statements that are sent ahead.
  const loads = openPool({
    ...{ ...config, Client },
    onConnect: begins({ role: roles.writer }),
    max: loadConnections,
  });

  const { waitingOfSubject = 256, waitingOfFirm = 1_024, lockTimeoutMs: timeoutMs } = options;
  const queue = openFairQueue({
    connections: options.writeConnections,
    waitingOfSubject,
    waitingOfFirm,
    timeoutMs,
  });
  const common = {
    ...{ roles, isSpread, queue, replicas },
    rows: <Row>(statement: Statement<Row>) => reads.rows(statement),
    first: async <Row>(statement: Statement<Row>) => (await reads.rows(statement))[0],
    usage: () => ({
      readsInFlight: reads.inFlight(),
      writes: usageOf(writes, queue),
      failures: failures.counts(),
      replicas: replicas?.states() ?? [],
      servers: primary.servers(),
      moves: primary.moves(),
    }),
    ready: () => answers(common),
    takesChanges: () => takesChanges(writes),
    close: async () => {
      primary.close();
      await Promise.all([reads.close(), replicas?.close(), writes.end(), loads.end()]);
    },
  };
  const forLoads: Database = {
    ...common,
    transaction: (work, note) =>
      counted(failures, inTransaction({ pool: loads, isSpread }, work, note)),
    get forLoads() {
      return forLoads;
    },
  };
  const transaction: Database["transaction"] = (work, note) =>
    counted(failures, inTransaction({ pool: writes, isSpread }, work, note));
  return { ...common, transaction, forLoads };
}

interface Sessions {
  /** Sets a new connection up. */
  setsUp(parameters: SessionParameters): ReadOptions["prepare"];
  /** Does so with one to the primary, and marks the store as used. */
  begins(parameters: SessionParameters, use?: typeof useStore): ReadOptions["prepare"];
}

function sessionsOf(options: DatabaseOptions, primary: Primary, isSpread: boolean): Sessions {
  const usual = { ...limitsOf(options), ...settingsOfSession(isSpread) };
  const setsUp: Sessions["setsUp"] = (parameters) => (client) =>
    setUp(client, { ...usual, ...parameters });
  const begins: Sessions["begins"] =
    (parameters, use = useStore) =>
    async (client) => {
      await primary.admit(client);
      await setsUp(parameters)(client);
      if (!options.isAlone) await use(client);
    };
  return { setsUp, begins };
}

interface AroundReads {
  readonly primary: Primary;
  readonly roles: RoleNames;
  readonly sessions: Sessions;
  readonly note: StoreFailures["note"];
}

function openReads(
  options: DatabaseOptions,
  { primary, roles, sessions, note }: AroundReads,
  plans: SessionParameters,
): { readonly reads: ReadConnections; readonly replicas: Replicas | undefined } {
  const { replicas: settings, replicaLagMs: mostLagMs = 1_000, readConnections: count } = options;
  const parameters = { ...plans, default_transaction_read_only: "on" };
  const reads = openReadConnections({
    ...{ config: readerConfigOf(options, roles), Client: clientAt(primary), count, note },
    ...{ prepare: sessions.begins(parameters, useStoreAsReader), asksAgain: true },
  });
  if (settings === undefined) return { reads, replicas: undefined };
  const config = readerConfigOf(options, roles, settings);
  const ofReplicas = { config, count, note, prepare: sessions.setsUp(parameters) };
  const { rows: fallBack } = reads;
  const replicas = openReplicas({ settings, mostLagMs, primary, fallBack, reads: ofReplicas });
  return { reads, replicas };
}

async function counted<T>(failures: StoreFailures, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    failures.note(error);
    throw error;
  }
}

/** Loads wait for each other at the accounts that they lock. */
export const loadConnections = 2;

function usageOf(pool: pg.Pool, queue: FairQueue): StoreUsage["writes"] {
  const { totalCount: total, idleCount: idle, waitingCount, options } = pool;
  const waiting = waitingCount + queue.waiting();
  return { total, idle, waiting, most: options.max };
}

async function selectStore(
  settings: ConnectionSettings,
): Promise<Pick<Database, "roles" | "isSpread">> {
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings);
    const roles = await selectRoleNames(client);
    await checkReaderLogin(settings, roles.reader);
    return { roles, isSpread: await refusePartlySpread(readerOf(client)) };
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {});
  }
}
