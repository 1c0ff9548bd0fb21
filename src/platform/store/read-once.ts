// Reading a migrated store before it is opened, by the login that serves.
import { clientReader } from "./client-reader.ts";
import type { ConnectionSettings } from "./connection.ts";
import { selectRoleNames } from "./roles.ts";
import { openConnection } from "./session.ts";
import type { Reader } from "./sql.ts";
import { storeError } from "./store-error.ts";

/** Reads on a connection of its own, which is closed again; refuses a store without tables. */
export async function readOnce<T>(
  settings: ConnectionSettings,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  try {
    const client = await openConnection(settings, { default_transaction_read_only: "on" });
    try {
      await selectRoleNames(client);
      return await work(clientReader(client));
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    throw storeError(error);
  }
}
