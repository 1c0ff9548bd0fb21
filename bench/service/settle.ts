// Brings a store to rest before it is measured.
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";

/** As the owner of a store, does at once what PostgreSQL would do by itself in the minutes after a
 * load. */
export async function settle(
  admin: ConnectionSettings,
  changes: readonly string[] = [],
): Promise<void> {
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  try {
    for (const change of changes) await client.query(change);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}
