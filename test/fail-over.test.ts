// The primary of a store with two servers dies, and the service goes on with the standby that was
// promoted. `npm run faults -- --kinds promotion` does the same with Patroni and HAProxy.
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase, sql } from "../src/platform/store/db.ts";
import { type FailOverRun, openFailOverRun } from "./faults/fail-over-run.ts";
import { openPromotedPair, type PromotedPair } from "./faults/promoted-pair.ts";

const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
let pair: PromotedPair;
let run: FailOverRun;
beforeAll(async () => {
  pair = await openPromotedPair();
  run = await openFailOverRun(seed, pair);
});
afterAll(async () => {
  await run?.close();
  await pair?.close();
});

const limits = { readConnections: 1, writeConnections: 1, lockTimeoutMs: 5_000 };

test("a commit that its standby did not confirm is not acknowledged", async () => {
  const { primary, standby } = pair.servers;
  const db = await openDatabase({ settings: primary.admin, ...limits, statementTimeoutMs: 60_000 });
  standby.freeze();
  const commit = db
    .transaction((tx) => tx.execute(sql`insert into store_property values ('unconfirmed', '1')`))
    .catch((error: unknown) => error);
  // An administrator may cancel the wait, whereupon PostgreSQL warns, and commits all the same.
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect.poll(() => primary.query(cancel), { timeout: 60_000 }).toHaveLength(1);
  expect(String(await commit)).toMatch(/the store is unavailable: canceling wait for synchronous/);
  standby.thaw();
  await expect(insertAgain(db)).rejects.toThrow("store_property_pkey");
  await db.close();
});

const insertAgain = (db: Database) =>
  db.transaction((tx) => tx.execute(sql`insert into store_property values ('unconfirmed', '1')`));

test.each(["killed", "frozen"] as const)(
  `the primary is %s: changes go on with the standby, and nothing acknowledged is lost (seed ${seed})`,
  async (how) => {
    const report = await run.round(how);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.pauseMs).toBeLessThan(10_000);
  },
  180_000,
);
