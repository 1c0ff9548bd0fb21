// Commands that change reference data, or all of a store, on a cluster.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey } from "../../src/brokerage/service/api-users/create-key.ts";
import { selectKeys } from "../../src/brokerage/service/api-users/reads.ts";
import { revokeKey } from "../../src/brokerage/service/api-users/revoke-key.ts";
import { verifyCredentials } from "../../src/brokerage/service/credentials/verify-credentials.ts";
import { masterKeyParts } from "../../src/brokerage/service/system/sealed-columns.ts";
import { verifyAudit } from "../../src/platform/change/audit.ts";
import { withAuditKey } from "../../src/platform/keys/master-key.ts";
import { rotateMasterKey } from "../../src/platform/maintenance/rotate-master-key.ts";
import { type Database, openDatabase, sql } from "../../src/platform/store/db.ts";
import { newDatabase, type TestDatabase } from "../database.ts";
import { testContext } from "../sample-template.ts";

let store: TestDatabase;
let alone: Database;
beforeAll(async () => {
  store = await newDatabase("sample");
  const { settings } = store;
  alone = await openDatabase({
    settings,
    readConnections: 1,
    writeConnections: 1,
    isAlone: true,
    statementTimeoutMs: 20_000,
    lockTimeoutMs: 5_000,
  });
});
afterAll(async () => {
  await alone.close();
  await store.drop();
});

test("a credential is created and revoked, on every node", async () => {
  const ctx = testContext(alone);
  const request = { kind: "signing", expiresAt: undefined, boundLoginId: undefined } as const;
  const { keyId } = await createKey(ctx, { ...request, apiUserId: "5006" });
  await revokeKey(ctx, keyId);
  const key = (await selectKeys(alone)).find((each) => each.keyId === keyId);
  expect(key?.revokedAt).toEqual(ctx.now);
});

test("everything comes under a new master key, and the chains verify", async () => {
  const newKey = Buffer.alloc(32, 9);
  const resealed = await rotateMasterKey(testContext(alone), newKey, masterKeyParts);
  expect(resealed.reduce((sum, { values }) => sum + values, 0)).toBeGreaterThan(10);
  const vault = await withAuditKey(alone, newKey);
  expect(await verifyCredentials(alone, vault)).toMatchObject({ faults: [] });
  const { faults, entries } = await verifyAudit(alone, vault.auditKey);
  expect(faults).toEqual([]);
  const counted = await alone.first(sql<{ entries: number }>`
    select count(*)::integer as entries from audit_entry`);
  expect(entries).toBe(counted?.entries);
});
