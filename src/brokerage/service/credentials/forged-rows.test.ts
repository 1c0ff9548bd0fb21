// Rows that decide rights, written without the service by someone with the application's role in
// the database, or the owner's, but without the master key. None of them is accepted, and all are
// found.
import { hash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { keepTable } from "../../../../test/kept-table.ts";
import { testContext, testVault } from "../../../../test/sample-template.ts";
import { openMetrics } from "../../../platform/http/monitoring/metrics.ts";
import { sql } from "../../../platform/store/db.ts";
import { createKey } from "../api-users/create-key.ts";
import { revokeKey } from "../api-users/revoke-key.ts";
import { verifyCredentials } from "./verify-credentials.ts";

let service: TestService;
let token: string;
let keyId: string;
let expired: Drawn;
let revoked: Drawn;

interface Drawn {
  readonly token: string;
  readonly keyId: string;
}

const account = "/restapi/accounts/RA00000001";

beforeAll(async () => {
  service = await openTestService({}, (db) => openMetrics(db, "open"));
  ({ token, keyId } = await draw());
  expired = await draw(new Date(+service.now() + 1));
  revoked = await draw();
  await keepTable(service, "old_credential", "api_credential");
  await revokeKey(testContext(service.db), revoked.keyId);
  for (const table of ["api_credential", "api_user", "firm", "sealed_version"]) {
    await keepTable(service, `kept_${table}`, table);
  }
});
afterEach(async () => {
  await service.admin(`delete from sealed_version; insert into sealed_version table kept_sealed_version;
    delete from api_credential;
    update api_user set (firm_oid, scopes, bound_login_id, version, mac) = (
      select firm_oid, scopes, bound_login_id, version, mac from kept_api_user as kept
      where kept.api_user_id = api_user.api_user_id);
    update firm set (kind, partner_code, program_oids, version, mac) = (
      select kind, partner_code, program_oids, version, mac from kept_firm as kept
      where kept.firm_oid = firm.firm_oid);
    insert into api_credential table kept_api_credential`);
});
afterAll(() => service.close());

async function draw(expiresAt?: Date): Promise<Drawn> {
  const request = { apiUserId: "5001", kind: "token", boundLoginId: undefined } as const;
  const drawn = await createKey(testContext(service.db), { ...request, expiresAt });
  if (!("token" in drawn)) throw new Error("a key of another kind");
  return drawn;
}

/** The status of a read once no credential is remembered. */
async function statusOf(sent: string): Promise<number> {
  service.setNow(new Date(+service.now() + 5_000).toISOString());
  const headers = { authorization: `Bearer ${sent}` };
  return (await service.call(null, "GET", account, undefined, headers)).status;
}

const verify = async () => (await verifyCredentials(service.db, testVault)).faults;

async function forgedUses(): Promise<number> {
  const { text } = await service.call(null, "GET", "/metrics");
  const counts = [...text.matchAll(/^bursar_forged_rows_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test("what the service wrote is accepted, and found to be whole", async () => {
  expect(await statusOf(token)).toBe(200);
  expect(await verify()).toEqual([]);
});

const altered = "it is not as it was sealed";

describe("a row that the application's role writes", () => {
  test.each<
    [title: string, statement: string, subject: string, reason: string, sent?: () => string]
  >([
    [
      "an API user with another firm's id",
      "update api_user set firm_oid = 1001 where api_user_id = 5001",
      "api_user 5001",
      altered,
    ],
    [
      "an API user with one more scope",
      "update api_user set scopes = '{read,write,operate}' where api_user_id = 5001",
      "api_user 5001",
      altered,
    ],
    [
      "an API user without its member",
      "update api_user set bound_login_id = null where api_user_id = 5005",
      "api_user 5005",
      altered,
      () => service.keys.client.token,
    ],
    [
      "a firm of another kind",
      "update firm set kind = 'operator' where firm_oid = 1002",
      "firm 1002",
      altered,
    ],
    [
      "a firm in one more program",
      "update firm set program_oids = program_oids || 502::bigint where firm_oid = 1002",
      "firm 1002",
      altered,
    ],
    [
      "a firm with another partner code",
      "update firm set partner_code = 'OTHER' where firm_oid = 1004",
      "firm 1004",
      altered,
      () => service.keys.issuer.token,
    ],
    [
      "a key without its expiry",
      "update api_credential set expires_at = null where api_key_id = $1",
      "api_credential $1",
      altered,
      () => expired.token,
    ],
    [
      "a key without its revocation",
      "update api_credential set revoked_at = null where api_key_id = $1",
      "api_credential $1",
      altered,
      () => revoked.token,
    ],
    [
      "a key of another API user",
      "update api_credential set api_user_id = 5004 where api_key_id = $1",
      "api_credential $1",
      altered,
    ],
    [
      "a key with another's MAC",
      `update api_credential set api_user_id = 5004,
         mac = (select mac from api_credential where api_user_id = 5004 limit 1)
       where api_key_id = $1`,
      "api_credential $1",
      altered,
    ],
    [
      "a key bound to a member of choice",
      "update api_credential set bound_login_id = 'harbor.lin' where api_key_id = $1",
      "api_credential $1",
      altered,
    ],
    [
      "a key of another version",
      "update api_credential set version = 9 where api_key_id = $1",
      "api_credential $1",
      altered,
    ],
    [
      "a key whose MAC was stripped",
      "update api_credential set mac = null where api_key_id = $1",
      "api_credential $1",
      "it has no seal: the service did not write it",
    ],
    [
      "a key from before its revocation, MAC and all",
      `update api_credential set (revoked_at, version, mac) = (
         select revoked_at, version, mac from old_credential as old
         where old.api_key_id = api_credential.api_key_id) where api_key_id = $1`,
      "api_credential $1",
      "an earlier version of it was put back",
      () => revoked.token,
    ],
  ])("%s", async (_, statement, subject, reason, sent = () => token) => {
    const ids = new Map([expired, revoked].map((drawn) => [drawn.token, drawn.keyId]));
    const key = ids.get(sent()) ?? keyId;
    const before = await forgedUses();
    const parameters = statement.includes("$1") ? [key] : [];
    await service.admin(statement, parameters);
    expect(await statusOf(sent())).toBe(401);
    expect(await forgedUses()).toBe(before + 1);
    expect(await verify()).toEqual([{ subject: subject.replace("$1", key), reason }]);
  });

  test("a row with a token of one's own is no credential", async () => {
    const own = "bursar_of-ones-own";
    await service.admin(
      `insert into api_credential (api_key_id, api_user_id, kind, token_hash, created_at, version, mac)
       select 77, 5004, kind, $1, created_at, version, mac from api_credential where api_key_id = $2`,
      [hash("sha256", own, "buffer"), keyId],
    );
    expect(await statusOf(own)).toBe(401);
    expect(await verify()).toEqual([{ subject: "api_credential 77", reason: altered }]);
  });

  test("a key whose digest is another token's would not outlast a change of the master key", async () => {
    await service.admin(
      `update api_credential set token_sealed = (
         select token_sealed from kept_api_credential where api_key_id = $2) where api_key_id = $1`,
      [keyId, revoked.keyId],
    );
    expect(await verify()).toEqual([
      { subject: `api_credential ${keyId}`, reason: "what proves it cannot be opened" },
    ]);
  });

  test("a key that was removed is missed", async () => {
    await service.admin("delete from api_credential where api_key_id = $1", [keyId]);
    expect(await verify()).toEqual([
      {
        subject: `api_credential ${keyId}`,
        reason: "it was removed: the audit log has a record of it",
      },
    ]);
  });

  test.each([
    ["change", sql`update sealed_version set version = 0`],
    ["remove", sql`delete from sealed_version`],
  ])("may not %s the versions that were sealed", async (_, statement) => {
    const attempt = service.db.transaction((tx) => tx.execute(statement));
    await expect(attempt).rejects.toThrow("permission denied");
  });
});

describe("an earlier version that the owner puts back, with its traces removed", () => {
  test("is found by the audit log: a revoked key", async () => {
    await service.admin(
      `update api_credential set (revoked_at, version, mac) = (
         select revoked_at, version, mac from old_credential as old
         where old.api_key_id = api_credential.api_key_id) where api_key_id = $1`,
      [revoked.keyId],
    );
    await service.admin("delete from sealed_version where row_key = $1", [revoked.keyId]);
    expect(await verify()).toEqual([
      {
        subject: `api_credential ${revoked.keyId}`,
        reason: "an earlier version of it was put back",
      },
    ]);
  });

  test("is found by the audit log: an API user with its former firm and scopes", async () => {
    const row = { apiUserId: "5006", firmOid: "1002", name: "Reader" };
    await service.load({
      "api-users.ndjson": JSON.stringify({ ...row, scopes: ["read", "write"] }),
    });
    await keepTable(service, "old_user", "api_user");
    await service.load({
      "api-users.ndjson": JSON.stringify({ ...row, firmOid: "1001", scopes: ["read"] }),
    });
    expect(await verify()).toEqual([]);
    const restore = (from: string) =>
      service.admin(`update api_user set (firm_oid, scopes, version, mac) = (
        select firm_oid, scopes, version, mac from ${from} as old where old.api_user_id = 5006)
        where api_user_id = 5006`);
    await restore("old_user");
    expect(await statusOf(service.keys.readOnly.token)).toBe(401);
    await service.admin("delete from sealed_version where row_key = 5006");
    expect(await verify()).toEqual([
      { subject: "api_user 5006", reason: "an earlier version of it was put back" },
    ]);
    // A load of the right row makes it good, under a version of its own.
    await service.load({
      "api-users.ndjson": JSON.stringify({ ...row, firmOid: "1001", scopes: ["read"] }),
    });
    for (const table of ["api_user", "sealed_version"]) {
      await service.admin(`drop table kept_${table}`);
      await keepTable(service, `kept_${table}`, table);
    }
    expect(await statusOf(service.keys.readOnly.token)).toBe(200);
  });
});

test("a row that was altered back into what is loaded is sealed again by a load", async () => {
  const row = '{"apiUserId":"5003","firmOid":"1004","name":"Redwood investor relations",';
  const file = { "api-users.ndjson": `${row}"scopes":["read","write"]}` };
  await service.load(file);
  await service.admin("update api_user set mac = null where api_user_id = 5003");
  expect(await statusOf(service.keys.issuer.token)).toBe(401);
  expect(await service.load(file)).toMatchObject([{ changed: 1 }]);
  expect(await statusOf(service.keys.issuer.token)).toBe(403);
  expect(await service.load(file)).toMatchObject([{ changed: 0 }]);
});
