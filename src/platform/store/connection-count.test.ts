// A process whose settings need more connections than the store allows is refused at its start.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { clientConfig } from "./connection.ts";
import { checkConnections, connectionCount, embeddedConnections } from "./connection-count.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("empty");
});
afterAll(() => store.drop());

test("loads, a checkpoint and the lead have connections besides those that are set", () => {
  expect(connectionCount({ readConnections: 4, writeConnections: 16 })).toBe(24);
});

test("the embedded PostgreSQL has connections for commands besides the service", () => {
  expect(embeddedConnections(23)).toBe("100");
  expect(embeddedConnections(603)).toBe("653");
});

test("as many connections as the store allows may be made, and not one more", async () => {
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  await client.query(`alter database ${store.settings.database} connection limit 23`);
  await client.end();
  await checkConnections(store.database, 23, store.settings.user);
  await expect(checkConnections(store.database, 24, store.settings.user)).rejects.toThrow(
    "READ_CONNECTIONS and WRITE_CONNECTIONS make up to 24 connections, with those of loads, " +
      "checkpoints and the lead, and PostgreSQL allows this login 23: lower them, or raise its limit.",
  );
});

test("the server's own limit leaves out what it reserves", async () => {
  const other = await newDatabase("empty");
  await expect(checkConnections(other.database, 1_000_000, other.settings.user)).rejects.toThrow(
    /allows this login \d+:/,
  );
  await other.drop();
});
