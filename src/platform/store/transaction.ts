// Transactions of the writer. Statements are sent as soon as they are issued and run one after the
// other; a change waits only for those whose results it needs.
import assert from "node:assert/strict";
import pg from "pg";
import { gather, runQuery } from "./run-query.ts";
import type { Reader, Sender, Statement } from "./sql.ts";
import { breaksConnection, placed, StoreUnavailable, storeError } from "./store-error.ts";

declare const txBrand: unique symbol;

/** An open transaction of the writer; only `transaction` makes one. */
export interface Tx extends Reader, Sender {
  readonly [txBrand]: true;
  /** Whether the tables of the store lie on several nodes. */
  readonly isDistributed: boolean;
  /** Runs a statement and returns how many rows it affected. */
  execute(statement: Statement<unknown>): Promise<number>;
  /** Runs `work` on the connection itself, for COPY and for statements of loads: after the
   * statements sent before, and before the later ones. */
  alone<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
}

/** The connections of a store to which changes are made. */
export interface Writable {
  readonly pool: pg.Pool;
  readonly isDistributed: boolean;
}

/** Runs `work` on a connection of the pool and commits; anything thrown means nothing was
 * stored. */
export async function inTransaction<T>(
  { pool, isDistributed }: Writable,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  let failure: unknown;
  const onError = (error: Error) => {
    failure ??= error;
  };
  client.on("error", onError);
  const session = openSession(client, isDistributed);
  try {
    const value = await work(session.tx);
    await session.commit();
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

/** Rolls back and returns what makes the connection unusable, if anything. */
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

// Without names they are not prepared, which would cost more.
const begin = { name: "", text: "begin", values: [] };
const commit = { name: "", text: "commit", values: [] };

interface Session {
  readonly tx: Tx;
  /** Commits; throws the error of a failed statement that nothing awaited. */
  commit(): Promise<void>;
  /** Settles once every statement has its result. */
  finish(): Promise<void>;
}

/** Begins a transaction and returns its handle, which is valid until its end. */
function openSession(client: pg.PoolClient, isDistributed: boolean): Session {
  const { send, alone } = lineOf(client);
  // Statements sent after a failed one fail because of it.
  let failed: unknown;
  let last: Promise<unknown>;
  let finished = false;

  async function run(statement: Statement<unknown>): Promise<pg.QueryResult> {
    try {
      return await send(statement);
    } catch (error) {
      failed ??= storeError(placed(error));
      throw failed;
    }
  }

  function query(statement: Statement<unknown>): Promise<pg.QueryResult> {
    assert(!finished, "the transaction is over");
    const result = run(statement);
    last = result.catch(() => {});
    return result;
  }

  const tx = {
    isDistributed,
    alone: <T>(work: (client: pg.PoolClient) => Promise<T>) => {
      assert(!finished, "the transaction is over");
      const result = alone(() => work(client));
      last = result.catch(() => {});
      return result;
    },
    rows: async (statement: Statement<unknown>) => (await query(statement)).rows,
    first: async (statement: Statement<unknown>) => (await query(statement)).rows[0],
    execute: async (statement: Statement<unknown>) => (await query(statement)).rowCount ?? 0,
    send: (statement: Statement<unknown>) => void query(statement).catch(() => {}),
  } satisfies { [K in keyof Tx as K extends string ? K : never]: Tx[K] } as Omit<
    Tx,
    typeof txBrand
  > as Tx;

  last = run(begin).catch(() => {});
  return {
    tx,
    async commit() {
      finished = true;
      const { command } = await unwarned(client, run(commit));
      // PostgreSQL replies to the commit of a failed transaction with ROLLBACK and no error.
      if (command === "COMMIT") return;
      throw failed ?? new assert.AssertionError({ message: "the transaction was rolled back" });
    },
    async finish() {
      finished = true;
      await last;
    },
  };
}

/** Throws if the server replied with a warning: it has committed, but gave up waiting until a
 * standby that must confirm it has done so. A fail-over could lose it, as if it had been unknown. */
async function unwarned<T>(client: pg.PoolClient, result: Promise<T>): Promise<T> {
  let warning: string | undefined;
  const note = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
    if (code?.startsWith("01")) warning = message;
  };
  client.on("notice", note);
  try {
    const settled = await result;
    if (warning !== undefined) throw new StoreUnavailable(new Error(warning));
    return settled;
  } finally {
    client.off("notice", note);
  }
}

/** The use of its connection by a transaction. */
interface Line {
  send(statement: Statement<unknown>): Promise<pg.QueryResult>;
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** Sends ahead if the connection is pipelined, else each statement once the last has its result. */
function lineOf(client: pg.PoolClient): Line {
  const { connection, pipeline } = client as unknown as pg.Client & { readonly pipeline: boolean };
  if (pipeline) {
    return {
      send: (statement) => {
        gather(connection.stream);
        return runQuery(client, statement);
      },
      alone: (work) => {
        gather(connection.stream);
        return work();
      },
    };
  }
  let before: Promise<unknown> = Promise.resolve();
  const alone: Line["alone"] = (work) => {
    const result = before.then(work);
    before = result.catch(() => {});
    return result;
  };
  return { send: (statement) => alone(() => runQuery(client, statement)), alone };
}
