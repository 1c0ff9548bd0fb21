// What is allowed but odd is listed with how often it occurs; the sample firm has little of it.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../test/database.ts";
import { clientConfig } from "../platform/store/connection.ts";
import { findOddities } from "./oddities.ts";

let store: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  store = await newDatabase("sample");
  admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  await admin.query(`
    update api_credential set expires_at = now() + interval '1 year';
    delete from folio_cash; delete from folio_position; delete from security_price;
    update folio set performance_source = 'loaded'`);
});
afterAll(async () => {
  await admin.end();
  await store.drop();
});

test("where nothing is odd, nothing is listed", async () => {
  expect(await findOddities(store.database)).toEqual([]);
});

test.each([
  [
    "negative cash",
    `insert into folio_cash values ('RA00000001', 'RA0000000101', -12.5),
       ('RA00000002', 'RA0000000201', 12.5)`,
    ["Folio RA0000000101 has cash of -12.5."],
  ],
  [
    "stale price",
    `insert into folio_position values ('RA00000001', 'RA0000000101', 601, 1, '[{}]'),
       ('RA00000001', 'RA0000000101', 602, 1, '[{}]'),
       ('RA00000001', 'RA0000000101', 603, 1, '[{}]'),
       ('RA00000001', 'RA0000000101', 604, 1, '[{"security_id": 601}]');
     insert into security_price values (601, '2025-01-10', 1), (602, '2025-01-03', 1),
       (603, '2025-01-02', 1)`,
    ["Security 603 (", "which 1 folio holds, has no close since 2025-01-02."],
  ],
  [
    "outlying price",
    `delete from folio_position; delete from security_price;
     insert into security_price values (601, '2025-01-02', 10), (601, '2025-01-03', 99.9),
       (601, '2025-01-06', 999), (602, '2025-01-02', 0), (602, '2025-01-03', 5)`,
    ["Security 601 on 2025-01-06: the close 999 follows one of 99.9."],
  ],
  [
    "account without a source",
    "update folio set performance_source = null where account_number = 'RA00000002'",
    ["Account RA00000002 has no transactions, valuations or unit values."],
  ],
  [
    "key without expiry",
    `update api_credential set expires_at = null, revoked_at = null where api_key_id = (
       select min(api_key_id) from api_credential)`,
    [/^Key \d+ of API user 500\d never expires\.$/],
  ],
])("%s is told once", async (kind, statements, texts) => {
  await admin.query(statements);
  const found = (await findOddities(store.database)).filter((oddity) => oddity.kind === kind);
  expect(found).toMatchObject([{ count: 1, first: [expect.any(String)] }]);
  for (const text of texts) expect(found[0]?.first[0]).toMatch(text);
});
