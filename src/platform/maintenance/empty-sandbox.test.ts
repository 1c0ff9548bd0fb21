// A sandbox is emptied and filled again, with the same credentials; any other store is refused.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { moveClock } from "../../brokerage/service/sandbox/move-clock.ts";
import { fillSandbox, readCredentials, saveCredentials } from "../../cli/first-start.ts";
import type { OpenedStore } from "../../runtime/configured-store.ts";
import { verifyAudit } from "../change/audit.ts";
import { sql } from "../store/db.ts";
import { emptySandbox } from "./empty-sandbox.ts";

let store: TestDatabase;
let folder: string;
beforeAll(async () => {
  store = await newDatabase("sample");
  folder = await mkdtemp(join(tmpdir(), "bursar-sandbox-"));
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});

const opened = () =>
  ({ db: store.database, vault: testVault, daysAhead: 0 }) as unknown as OpenedStore;
const propertyOf = async (name: string) =>
  (
    await store.database.first(sql<{ value: string }>`
      select value from store_property where name = ${name}`)
  )?.value;
const tokensOf = () =>
  store.database.rows(sql<{ hash: string }>`
    select encode(token_hash, 'hex') as "hash" from api_credential
    where token_hash is not null order by 1`);

test("a reset brings back the sample, real time, and the credentials of its callers", async () => {
  const file = join(folder, "credentials.json");
  await saveCredentials(opened(), "http://127.0.0.1:8080", file);
  const before = await readFile(file, "utf8");
  const kept = await readCredentials(file);
  const epoch = await propertyOf("event_epoch");
  await moveClock(testContext(store.database), 400);
  await store.database.transaction(async (tx) => {
    await tx.execute(sql`delete from offer_document`);
  });

  await emptySandbox(store.admin);
  expect(await tokensOf()).toEqual([]);
  await fillSandbox(opened(), kept, file);

  expect(await propertyOf("sandbox_days_ahead")).toBe("0");
  expect(await propertyOf("event_epoch")).not.toBe(epoch);
  expect(await readFile(file, "utf8")).toBe(before);
  expect(await tokensOf()).toHaveLength(5);
  const [documents] = await store.database.rows(sql<{ count: number }>`
    select count(*)::integer as "count" from offer_document`);
  expect(documents?.count).toBeGreaterThan(0);
  const { faults } = await verifyAudit(store.database, testVault.auditKey);
  expect(faults).toEqual([]);
  // The keys open what they opened before.
  const again = await saveCredentials(opened(), "http://127.0.0.1:8080", file);
  expect(again).toEqual(kept);
});

test("the sample has billed one quarter, and has the next one to approve", async () => {
  const runs = await store.database.rows(sql<{ status: string; states: string[] | null }>`
    select run_status as "status", array_agg(distinct i.state) filter (where i.collect = 'debit') as "states"
    from fee_run as r left join fee_item as i using (fee_run_oid)
    group by r.fee_run_oid, run_status, period_end order by period_end`);
  expect(runs).toEqual([
    { status: "POSTED", states: ["POSTED"] },
    { status: "COMPUTING", states: null },
  ]);
});

test("a store that was not made a sandbox is refused, and keeps everything", async () => {
  await store.database.transaction(async (tx) => {
    await tx.execute(sql`delete from store_property where name = 'sandbox_days_ahead'`);
  });
  await expect(emptySandbox(store.admin)).rejects.toThrow("The store is no sandbox");
  expect(await tokensOf()).toHaveLength(5);
});
