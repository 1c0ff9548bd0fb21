// One moment of the whole store, seen by the role that can only select, however long it takes.
import type pg from "pg";
import { clientReader } from "./client-reader.ts";
import type { ConnectionSettings } from "./connection.ts";
import { refusePartlyDistributed } from "./distributed/cluster.ts";
import { type NodesSnapshot, openNodesSnapshot } from "./distributed/snapshot-read.ts";
import { checkReaderLogin, openReaderConnection } from "./reader-login.ts";
import { selectRoleNames } from "./roles.ts";
import { openConnection } from "./session.ts";
import type { Reader } from "./sql.ts";
import { storeError } from "./store-error.ts";

/** A reader that sees the store as of one moment. */
export interface Snapshot extends Reader, NodesSnapshot {
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
    client = await openConnection(settings);
    const { reader } = await selectRoleNames(client);
    const isDistributed = await refusePartlyDistributed(clientReader(client));
    await client.end();
    await checkReaderLogin(settings, reader);
    client = await openReaderConnection(settings, reader, { statement_timeout: "0" });
    const shared = await openNodesSnapshot(client, settings, isDistributed);
    const value = await work({ client, ...clientReader(client), ...shared });
    await shared.refuseIfMoved();
    return value;
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {});
  }
}
