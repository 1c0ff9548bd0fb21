// An upgrade seals what is there, once; removing seals afterwards, or having written rows before,
// gains nothing at the next start.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { keepTable } from "../../../test/kept-table.ts";
import { unsealStore } from "../../../test/legacy-store.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { verifyAudit } from "../../platform/change/audit.ts";
import { createKey } from "../api-users/create-key.ts";
import { revokeKey } from "../api-users/revoke-key.ts";
import { sealRights } from "./seal-rights.ts";
import { verifyCredentials } from "./verify-credentials.ts";

let service: TestService;

const changed = ["sealed_version", "api_credential", "audit_entry", "audit_head"];
const kept = ["api_user", "firm", ...changed];

beforeAll(async () => {
  service = await openTestService();
  await unsealStore(service);
  for (const table of kept) {
    await keepTable(service, `kept_${table}`, table);
  }
});
afterEach(async () => {
  for (const table of changed) {
    await service.admin(`delete from ${table}; insert into ${table} table kept_${table}`);
  }
  await service.admin(`
    update api_user set (scopes, version, mac) = (select scopes, version, mac
      from kept_api_user as kept where kept.api_user_id = api_user.api_user_id);
    update firm set (kind, version, mac) = (select kind, version, mac
      from kept_firm as kept where kept.firm_oid = firm.firm_oid)`);
});
afterAll(() => service.close());

const seal = () => sealRights(testContext(service.db, service.now()));
const verify = async () => (await verifyCredentials(service.db, testVault)).faults;
const count = async (query: string): Promise<number> =>
  (await service.admin(`select count(*)::int as count from ${query}`)).rows[0].count;

async function statuses(): Promise<number[]> {
  service.setNow(new Date(+service.now() + 5_000).toISOString());
  const path = "/restapi/accounts/RA00000001";
  const answers = [
    await service.call("adviser", "GET", path),
    await service.signed("adviser", "GET", path),
  ];
  return answers.map(({ status }) => status);
}

test("what an upgrade finds is refused until it is sealed, and accepted from then on", async () => {
  expect(await statuses()).toEqual([401, 401]);
  expect(await seal()).toBe(0);
  expect(await statuses()).toEqual([200, 200]);
  expect(await verify()).toEqual([]);
  expect((await verifyAudit(service.db, testVault.auditKey)).faults).toEqual([]);
  const plain = await count("api_credential where kind = 'token' and token_sealed is null");
  expect(plain).toBe(0);
});

test("sealing records in each firm's chain what was found, and happens once", async () => {
  await Promise.all([seal(), seal(), seal()]);
  const firms = await count("firm");
  expect(await count("audit_entry where operation = 'sealRights'")).toBe(firms);
  const [entry] = (await service.auditOf("firm:1001")).filter(
    ({ operation }) => operation === "sealRights",
  );
  expect(entry?.detail.after.firms).toMatchInlineSnapshot(`
    [
      {
        "firmOid": "1001",
        "kind": "operator",
        "partnerCode": "BURSAR",
        "programOids": [],
        "version": "1",
      },
    ]
  `);
  expect(entry?.detail.after["api-users"]).toMatchInlineSnapshot(`
    [
      {
        "apiUserId": "5004",
        "boundLoginId": null,
        "firmOid": "1001",
        "scopes": [
          "read",
          "operate",
        ],
        "version": "1",
      },
    ]
  `);
  expect(entry?.detail.after.keys).toHaveLength(2);
  expect(await seal()).toBe(0);
  expect(await count("audit_entry where operation = 'sealRights'")).toBe(firms);
});

test("keys with an expiry, and revoked ones, are sealed as they are", async () => {
  const request = { apiUserId: "5001", kind: "token", boundLoginId: undefined } as const;
  const expiresAt = new Date(+service.now() + 60_123);
  const ctx = testContext(service.db, service.now());
  await createKey(ctx, { ...request, expiresAt });
  const { keyId } = await createKey(ctx, { ...request, expiresAt: undefined });
  await revokeKey(ctx, keyId);
  await unsealStore(service);
  expect(await seal()).toBe(0);
  expect(await verify()).toEqual([]);
  await service.admin("update api_credential set expires_at = null where expires_at is not null");
  expect(await verify()).toHaveLength(1);
});

test("what the audit log has no record of is not sealed by an upgrade", async () => {
  await service.admin(`update api_user set scopes = '{read,write,operate}' where api_user_id = 5001;
    update firm set kind = 'operator' where firm_oid = 1003;
    insert into api_credential (api_key_id, api_user_id, kind, token_hash, created_at)
      values (77, 5004, 'token', decode(repeat('ab', 32), 'hex'), now())`);
  expect(await seal()).toBe(3);
  expect(await statuses()).toEqual([401, 401]);
  const reason = "it has no seal: the service did not write it";
  expect(await verify()).toEqual([
    { subject: "firm 1003", reason },
    { subject: "api_user 5001", reason },
    { subject: "api_credential 77", reason },
  ]);
});

test("seals that were stripped are not given again", async () => {
  await seal();
  await service.admin(`update api_credential set token_sealed = null, version = 0, mac = null;
    update api_user set version = 0, mac = null;
    update firm set version = 0, mac = null;
    delete from sealed_version`);
  expect(await seal()).toBeGreaterThan(10);
  expect(await statuses()).toEqual([401, 401]);
});

test("a chain that was altered vouches for nothing", async () => {
  await service.admin("update audit_entry set detail = '{}' where subject = 'firm:1002'");
  expect(await seal()).toBeGreaterThan(0);
  expect(await statuses()).toEqual([401, 401]);
  expect(await verify()).toContainEqual({
    subject: "firm:1002",
    reason: "entry 1 of its chain: the entry was altered, inserted or moved",
  });
});
