// Housekeeping removes what has expired, a batch at a time, and reports it.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { clientConfig } from "../store/connection.ts";
import { type Database, sql } from "../store/db.ts";
import { runHousekeeping } from "./housekeeping.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("empty");
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  await client.query(`
    insert into used_signature (subject, signature_hash, expires_at)
    select 'RA00000001', int4send(n), case when n <= 2500 then '2026-03-01' else '2026-03-05' end::timestamptz
    from generate_series(1, 2600) as n`);
  await client.end();
});
afterAll(() => store.drop());

test("no transaction removes more than a thousand of a kind, and what is not due stays", async () => {
  const removed: number[] = [];
  const left = async () => (await store.database.rows(sql`select from used_signature`)).length;
  const db: Database = {
    ...store.database,
    async transaction(work) {
      const value = await store.database.transaction(work);
      removed.push(await left());
      return value;
    },
  };
  const logged: unknown[] = [];
  const log = {
    info: (line: unknown) => logged.push(line),
    warn: (line: unknown) => logged.push(line),
  };
  const now = new Date("2026-03-02T15:00:00Z");
  const housekeeping = runHousekeeping(db, () => now, log as never);
  await expect.poll(housekeeping.lastAt, { timeout: 60_000 }).toEqual(now);
  housekeeping.stop();
  expect(removed).toEqual([1_600, 600, 100, 100]);
  expect(logged).toEqual([{ removed: 2_500 }]);
});

test("a failure is reported, and nothing counts as done", async () => {
  const failure = new Error("no store");
  const db: Database = { ...store.database, transaction: () => Promise.reject(failure) };
  const logged: unknown[] = [];
  const log = {
    info: (line: unknown) => logged.push(line),
    warn: (line: unknown) => logged.push(line),
  };
  const housekeeping = runHousekeeping(db, () => new Date(), log as never);
  await expect.poll(() => logged, { timeout: 60_000 }).toEqual([{ err: failure }]);
  housekeeping.stop();
  expect(housekeeping.lastAt()).toBeUndefined();
});
