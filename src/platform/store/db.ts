// The store as the service sees it: reads on shared connections that can only select, and
// transactions, which write() alone opens.
import type pg from "pg";
import { clientReader } from "./client-reader.ts";
import type { ConnectionSettings, SessionParameters } from "./connection.ts";
import {
  type ConnectionOptions,
  configOf,
  openPool,
  readerConfig,
  sessionLimits,
} from "./connection-configs.ts";
import { refusePartlyDistributed } from "./distributed/cluster.ts";
import { plansOfRequests, settingsOfSession } from "./distributed/differences.ts";
import { type FairQueue, openFairQueue } from "./fair-queue.ts";
import { openReadConnections } from "./read-connections.ts";
import { checkReaderLogin } from "./reader-login.ts";
import { type RoleNames, selectRoleNames } from "./roles.ts";
import { openConnection, setUp } from "./session.ts";
import type { Reader, Statement } from "./sql.ts";
import { countStoreFailures, type StoreFailures, storeError } from "./store-error.ts";
import { responds, takesChanges } from "./store-health.ts";
import { useStore, useStoreAsReader } from "./store-lock.ts";
import { inTransaction, type Tx } from "./transaction.ts";

export { lockFirmsOfNodes, lockOffersOfNodes } from "./distributed/lock-tables.ts";
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
  readonly isDistributed: boolean;
  /** Runs `work` and commits; anything thrown, by the commit too, means that nothing was stored, or
   * that the store could not say. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Where changes by request wait, so that no caller takes all connections. */
  readonly queue: FairQueue;
  /** The same store, whose transactions may COPY; they wait for each statement. */
  readonly forLoads: Database;
  /** The use of its connections at this moment. */
  usage(): StoreUsage;
  /** Whether the store responds now. */
  ready(): Promise<boolean>;
  /** Whether it takes changes now, as far as is known without trying one. */
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
  /** The number of its failures, by SQLSTATE. */
  readonly failures: ReadonlyMap<string, number>;
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
}

/** Opens a migrated store; refuses one that has no migrations or lies on its nodes in part. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { roles, isDistributed } = await selectStore(options.settings);
  const usual = { ...sessionLimits(options), ...settingsOfSession(isDistributed) };
  const plans = options.plansOnce ? plansOfRequests(isDistributed) : {};
  const failures = countStoreFailures();

  // Sets a new connection up, and marks the store as used.
  const begins = (parameters: SessionParameters, use: typeof useStore) => {
    return async (client: pg.ClientBase) => {
      await setUp(client, { ...usual, ...parameters });
      if (!options.isAlone) await use(client);
    };
  };

  const reads = openReadConnections({
    config: readerConfig(options, roles),
    count: options.readConnections,
    prepare: begins({ ...plans, default_transaction_read_only: "on" }, useStoreAsReader),
    note: failures.note,
  });
  const writes = openPool({
    ...configOf(options),
    pipeline: true,
    onConnect: begins({ ...plans, role: roles.writer }, useStore),
    max: options.writeConnections,
  });
  // COPY cannot share its connection with statements that are sent ahead.
  const loads = openPool({
    ...configOf(options),
    onConnect: begins({ role: roles.writer }, useStore),
    max: loadConnections,
  });

  const queue = changeQueue(options);
  const transactionOn =
    (pool: pg.Pool): Database["transaction"] =>
    (work) =>
      counted(failures, inTransaction({ pool, isDistributed }, work));
  const common = {
    roles,
    isDistributed,
    queue,
    rows: <Row>(statement: Statement<Row>) => reads.rows(statement),
    first: async <Row>(statement: Statement<Row>) => (await reads.rows(statement))[0],
    usage: () => ({
      readsInFlight: reads.inFlight(),
      writes: writeUsage(writes, queue),
      failures: failures.counts(),
    }),
    ready: () => responds(common),
    takesChanges: () => takesChanges(writes),
    close: async () => {
      await Promise.all([reads.close(), writes.end(), loads.end()]);
    },
  };
  const forLoads: Database = {
    ...common,
    transaction: transactionOn(loads),
    get forLoads() {
      return forLoads;
    },
  };
  return { ...common, transaction: transactionOn(writes), forLoads };
}

function changeQueue(options: DatabaseOptions): FairQueue {
  const { waitingOfSubject = 256, waitingOfFirm = 1_024, lockTimeoutMs: timeoutMs } = options;
  const connections = options.writeConnections;
  return openFairQueue({ connections, waitingOfSubject, waitingOfFirm, timeoutMs });
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

function writeUsage(pool: pg.Pool, queue: FairQueue): StoreUsage["writes"] {
  const { totalCount: total, idleCount: idle, waitingCount, options } = pool;
  const waiting = waitingCount + queue.waiting();
  return { total, idle, waiting, most: options.max };
}

async function selectStore(
  settings: ConnectionSettings,
): Promise<Pick<Database, "roles" | "isDistributed">> {
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings);
    const roles = await selectRoleNames(client);
    await checkReaderLogin(settings, roles.reader);
    return { roles, isDistributed: await refusePartlyDistributed(clientReader(client)) };
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {});
  }
}
