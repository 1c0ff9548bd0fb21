// A connection has what was asked for, also behind a pooler, or is refused.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { openPooler, type Reset } from "../../../test/faults/pooler.ts";
import type { ConnectionSettings } from "./connection.ts";
import { openDatabase } from "./db.ts";
import { openConnection } from "./session.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("empty");
});
afterAll(() => store.drop());

const limits = { statement_timeout: "15000", default_transaction_read_only: "on" };

async function sessionOf(settings: ConnectionSettings): Promise<unknown> {
  const role = store.database.roles.writer;
  const client = await openConnection(settings, { ...limits, role });
  const { rows } = await client.query(
    `select current_user = $1 as "isWriter", current_setting('statement_timeout') as "timeout",
       current_setting('transaction_read_only') as "readOnly",
       current_setting('search_path') as "path", current_setting('jit') as "jit"`,
    [role],
  );
  await client.end();
  return rows[0];
}

async function behind<T>(
  reset: Reset,
  work: (settings: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const pooler = await openPooler(store.settings, reset);
  return work(pooler.settings).finally(pooler.close);
}

const asAskedFor = { isWriter: true, timeout: "15s", readOnly: "on", path: "public", jit: "off" };
const refusal = "A pooler in front of PostgreSQL does not keep what a connection is set to";

test("a connection has the role, limits and paths that were asked for", async () => {
  expect(await sessionOf(store.settings)).toEqual(asAskedFor);
});

test("a pooler that resets what it hands on serves one client after the other", async () => {
  await behind("between clients", async (settings) => {
    for (let client = 0; client < 3; client += 1) {
      expect(await sessionOf(settings)).toEqual(asAskedFor);
    }
  });
});

test.each(["never", "after each statement"] as const)(
  "a pooler that resets a session %s is refused at the start",
  async (reset) => {
    const opening = behind(reset, async (settings) => {
      const one = { readConnections: 1, writeConnections: 1 };
      const none = { statementTimeoutMs: 0, lockTimeoutMs: 0 };
      const db = await openDatabase({ settings, ...one, ...none });
      await db.ready();
      await sessionOf(settings).finally(db.close);
    });
    await expect(opening).rejects.toThrow(refusal);
  },
);

test("a role that the login may not take is refused", async ({ skip }) => {
  if (store.settings.user === store.admin.user) skip("these tests log in as who may do anything");
  const opening = openConnection(store.settings, { role: store.database.roles.owner });
  await expect(opening).rejects.toThrow("permission denied to set role");
});
