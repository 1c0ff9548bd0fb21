// What a transaction stores last: as one statement on one server, and one by one in a spread store.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { clientConfig } from "./connection.ts";
import { type Sender, sql } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

let store: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  store = await newDatabase();
  pool = new pg.Pool({ ...clientConfig(store.settings), pipeline: true });
});
afterAll(async () => {
  await pool.end();
  await store.drop();
});

const storesAndChanges =
  (name: string) =>
  ({ send }: Sender) => {
    send(sql`insert into store_property (name, value) values (${name}, 'first')`);
    send(sql`update store_property set value = 'second' where name = ${name}`);
  };

test.each([
  { isSpread: false, value: "first", where: "on one server" },
  { isSpread: true, value: "second", where: "in a spread store" },
])("$where, none sees or each sees what is sent before it", async ({ isSpread, value }) => {
  const name = `last-${isSpread}`;
  const found = await inTransaction({ pool, isSpread }, async (tx) => {
    tx.sendLast(storesAndChanges(name));
    return tx.first(sql`select value from store_property where name = ${name}`);
  });
  expect(found).toEqual({ value });
});

test("what stores nothing sends nothing", async () => {
  await inTransaction({ pool, isSpread: false }, async (tx) => tx.sendLast(() => {}));
});
