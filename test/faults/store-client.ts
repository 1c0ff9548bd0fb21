// The rounds' own connection to the store: whoever looks into a store that was killed a moment ago may
// be cut off by what still happens to it.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";
import { isUnavailable, storeError } from "../../src/platform/store/store-error.ts";

/** How long a store that was killed may take to be there again, in milliseconds. */
const patienceMs = 30_000;

/** Reads over a connection of its own; if that is lost, everything is read again over a new one. */
export async function lookInto<T>(
  store: ConnectionSettings,
  read: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await lookOnce(store, read);
    } catch (error) {
      if (!isUnavailable(storeError(error)) || performance.now() > end) throw error;
      await delay(100);
    }
  }
}

async function lookOnce<T>(
  store: ConnectionSettings,
  read: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(store));
  client.on("error", () => {}); // reported by the statement that needs the connection
  try {
    await client.connect();
    return await read(client);
  } finally {
    await client.end().catch(() => {});
  }
}
