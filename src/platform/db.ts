// The store as the service sees it: reads on shared connections that can only select, and
// transactions, which write() alone opens.
import assert from "node:assert/strict";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "./connection.ts";
import { openReadConnections } from "./read-connections.ts";
import { type RoleNames, selectRoleNames } from "./roles.ts";
import { type Statement, sql } from "./sql.ts";
import { breaksConnection, StoreUnavailable, storeError } from "./store-error.ts";
import { useStore } from "./store-lock.ts";

export { part, type Statement, sql } from "./sql.ts";
export {
  isRetryable,
  isUnavailable,
  StoreUnavailable,
  violatedConstraint,
} from "./store-error.ts";

/** Anything that can be asked: the database itself, or a transaction. */
export interface Reader {
  /** All rows of the answer. */
  rows<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row of the answer, if it has one. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
}

declare const txBrand: unique symbol;

/** An open transaction of the writer; only `transaction` makes one. */
export interface Tx extends Reader {
  readonly [txBrand]: true;
  /** Runs a statement and answers how many rows it touched. */
  execute(statement: Statement<unknown>): Promise<number>;
  /** The connection itself, for COPY in loads alone. */
  readonly client: pg.PoolClient;
}

/** The open store. */
export interface Database extends Reader {
  readonly roles: RoleNames;
  /** Runs `work` and commits; anything thrown, by the commit too, means that nothing was stored. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How its connections are used at this moment. */
  usage(): StoreUsage;
  /** Whether the store answers now. */
  ready(): Promise<boolean>;
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
}

/** Connections and limits of a store; a limit of 0 is no limit. */
export interface DatabaseOptions {
  readonly settings: ConnectionSettings;
  readonly readConnections: number;
  readonly writeConnections: number;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** Whether it leaves out the mark of use, because it needs the store for itself alone. */
  readonly isAlone?: boolean;
}

/** Opens a migrated store; refuses one that has no migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const roles = await rolesOf(options.settings);
  const onConnect = options.isAlone ? async () => {} : useStore;
  const reads = openReadConnections(
    limitedConfig(options, { role: roles.reader, default_transaction_read_only: "on" }),
    options.readConnections,
    onConnect,
  );
  const writes = new pg.Pool({
    ...limitedConfig(options, { role: roles.writer }),
    max: options.writeConnections,
    idleTimeoutMillis: 60_000,
    onConnect,
  });
  writes.on("error", () => {}); // an idle connection that breaks is replaced by the pool

  const database: Database = {
    roles,
    rows: (statement) => reads.rows(statement),
    first: async (statement) => (await reads.rows(statement))[0],
    transaction: (work) => inTransaction(writes, work),
    usage: () => ({ readsInFlight: reads.inFlight(), writes: usageOf(writes) }),
    ready: () => answers(database),
    close: async () => {
      await Promise.all([reads.close(), writes.end()]);
    },
  };
  return database;
}

function usageOf(pool: pg.Pool): StoreUsage["writes"] {
  const { totalCount: total, idleCount: idle, waitingCount: waiting, options } = pool;
  return { total, idle, waiting, most: options.max };
}

async function rolesOf(settings: ConnectionSettings): Promise<RoleNames> {
  const client = new pg.Client(clientConfig(settings, {}));
  client.on("error", () => {});
  try {
    await client.connect();
    return await selectRoleNames(client);
  } catch (error) {
    throw storeError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

function limitedConfig(
  options: DatabaseOptions,
  parameters: Readonly<Record<string, string>>,
): pg.ClientConfig {
  const { statementTimeoutMs, lockTimeoutMs } = options;
  const config = clientConfig(options.settings, {
    ...parameters,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(statementTimeoutMs * 2),
  });
  // The driver's own limit is for a server that no longer answers at all.
  return statementTimeoutMs > 0
    ? { ...config, query_timeout: statementTimeoutMs * 2 + 5_000 }
    : config;
}

async function answers(database: Reader): Promise<boolean> {
  try {
    await database.rows(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let failure: unknown;
  const onError = (error: Error) => {
    failure ??= error;
  };
  client.on("error", onError);
  const session = openSession(client);
  try {
    await client.query("begin");
    const value = await work(session.tx);
    await session.finish();
    await commit(client);
    return value;
  } catch (error) {
    await session.finish();
    failure ??= await rollBack(client, error);
    throw storeError(error);
  } finally {
    client.off("error", onError);
    client.release(failure !== undefined);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw storeError(error);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit");
  // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
  assert.equal(command, "COMMIT", "a statement of the transaction failed and was passed over");
}

/** Rolls back and answers what makes the connection unusable, if anything does. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<unknown> {
  const seen = storeError(error);
  const cause = seen instanceof StoreUnavailable ? seen.cause : seen;
  const isOfStore = seen instanceof StoreUnavailable || cause instanceof pg.DatabaseError;
  if (isOfStore && breaksConnection(cause)) return cause;
  try {
    await client.query("rollback");
    return undefined;
  } catch (rollbackError) {
    return rollbackError;
  }
}

/** A transaction's handle, which sends one statement at a time and ends with its transaction. */
function openSession(client: pg.PoolClient): { tx: Tx; finish(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  let finished = false;

  function run(statement: Statement<unknown>): Promise<pg.QueryResult> {
    assert(!finished, "the transaction is over");
    const { name, text, values } = statement;
    const result = last.then(() => client.query({ name, text, values: [...values] }));
    last = result.catch(() => {});
    return result.catch((error: unknown) => {
      throw storeError(error);
    });
  }

  const tx = {
    client,
    rows: async (statement: Statement<unknown>) => (await run(statement)).rows,
    first: async (statement: Statement<unknown>) => (await run(statement)).rows[0],
    execute: async (statement: Statement<unknown>) => (await run(statement)).rowCount ?? 0,
  } as Pick<Tx, "client" | "rows" | "first" | "execute"> as Tx;

  async function finish(): Promise<void> {
    finished = true;
    await last;
  }

  return { tx, finish };
}
