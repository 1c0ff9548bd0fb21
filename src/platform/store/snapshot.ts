// One moment of the whole store, seen by the role that can only select, however long it takes.
import type pg from "pg";
import type { ConnectionSettings } from "./connection.ts";
import { quoted, selectRoleNames } from "./roles.ts";
import { openConnection } from "./session.ts";
import type { Reader, Statement } from "./sql.ts";
import { storeError } from "./store-error.ts";

/** A reader that sees the store as of one moment. */
export interface Snapshot extends Reader {
  /** The connection itself, only for COPY in back-ups. */
  readonly client: pg.Client;
}

/** Runs `work` over one moment of the store; changes go on meanwhile. */
export async function withSnapshot<T>(
  settings: ConnectionSettings,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings, { statement_timeout: "0" });
    const { reader } = await selectRoleNames(client);
    await client.query(`set role ${quoted(reader)}`);
    await client.query("begin isolation level repeatable read read only");
    return await work({ client, ...readerOf(client) });
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {});
  }
}

/** A connection as a reader. */
export function readerOf(client: pg.ClientBase): Reader {
  const rows = async <Row>({ text, values }: Statement<Row>) =>
    (await client.query({ text, values: [...values] })).rows as Row[];
  return { rows, first: async (statement) => (await rows(statement))[0] };
}
