// Transactions of the writer. Statements are sent as soon as they are issued and run one after the
// other; a change waits only for those whose results it needs.
import assert from "node:assert/strict";
import pg from "pg";
import { gather, runQuery } from "./run-query.ts";
import type { Reader, Statement } from "./sql.ts";
import { breaksConnection, placed, StoreUnavailable, storeError } from "./store-error.ts";

declare const txBrand: unique symbol;

/** An open transaction of the writer; only `transaction` makes one. */
export interface Tx extends Reader {
  readonly [txBrand]: true;
  /** Runs a statement and returns how many rows it affected. */
  execute(statement: Statement<unknown>): Promise<number>;
  /** Runs a statement whose result is not needed; if it fails, so does the transaction. */
  send(statement: Statement<unknown>): void;
  /** The connection itself, only for COPY in loads. */
  readonly client: pg.PoolClient;
}

/** Runs `work` on a connection of the pool and commits; anything thrown means nothing was
 * stored. */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let failure: unknown;
  const onError = (error: Error) => {
    failure ??= error;
  };
  client.on("error", onError);
  const session = openSession(client);
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
  /** Settles once every statement has its answer. */
  finish(): Promise<void>;
}

/** Begins a transaction and returns its handle, which is valid until its end. */
function openSession(client: pg.PoolClient): Session {
  const send = sender(client);
  // What is sent after a failed statement fails because of it.
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

  function answer(statement: Statement<unknown>): Promise<pg.QueryResult> {
    assert(!finished, "the transaction is over");
    const result = run(statement);
    last = result.catch(() => {});
    return result;
  }

  const tx = {
    client,
    rows: async (statement: Statement<unknown>) => (await answer(statement)).rows,
    first: async (statement: Statement<unknown>) => (await answer(statement)).rows[0],
    execute: async (statement: Statement<unknown>) => (await answer(statement)).rowCount ?? 0,
    send: (statement: Statement<unknown>) => void answer(statement).catch(() => {}),
  } as Pick<Tx, "client" | "rows" | "first" | "execute" | "send"> as Tx;

  last = run(begin).catch(() => {});
  return {
    tx,
    async commit() {
      finished = true;
      const { command } = await run(commit);
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
      if (command === "COMMIT") return;
      throw failed ?? new assert.AssertionError({ message: "the transaction was rolled back" });
    },
    async finish() {
      finished = true;
      await last;
    },
  };
}

type Send = (statement: Statement<unknown>) => Promise<pg.QueryResult>;

/** Sends ahead if the connection is pipelined, else each statement once the last is answered. */
function sender(client: pg.PoolClient): Send {
  const { pipeline, connection } = client as unknown as pg.Client & { readonly pipeline: boolean };
  if (pipeline) {
    return (statement) => {
      gather(connection.stream);
      return runQuery(client, statement);
    };
  }
  let before: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const result = before.then(() => runQuery(client, statement));
    before = result.catch(() => {});
    return result;
  };
}
