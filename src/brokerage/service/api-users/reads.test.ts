// The credentials in the store that are valid, and the caller whom each stands for.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testVault } from "../../../../test/sample-template.ts";
import { tokenHash } from "../../../platform/auth/authenticate.ts";
import { type MacFields, rowMac } from "../../../platform/keys/row-mac.ts";
import { clientConfig } from "../../../platform/store/connection.ts";
import { partText } from "../../../platform/store/sql.ts";
import { credentialMacTable } from "../credentials/reads.ts";
import { credentialStore } from "./reads.ts";

let store: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  store = await newDatabase("sample");
  owner = new pg.Client(clientConfig(store.admin));
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await store.drop();
});

const now = new Date("2026-03-02T15:00:00Z");
const hash = tokenHash(testVault, "bursar_test");

beforeEach(async () => {
  await owner.query("delete from api_credential where api_key_id in (1, 2)");
});

interface Facts {
  readonly apiUserId?: string;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  readonly boundLoginId?: string;
}

async function insertBoth(facts: Facts = {}): Promise<void> {
  const { apiUserId = "5001", expiresAt, revokedAt, boundLoginId } = facts;
  await owner.query(
    `insert into api_credential (api_key_id, api_user_id, kind, api_key, secret_sealed, token_hash,
       created_at, expires_at, revoked_at, bound_login_id)
     values (1, $1, 'token', null, null, $2, $3, $4, $5, $6),
       (2, $1, 'signing', 'KEY', 'sealed', null, $3, $4, $5, $6)`,
    [apiUserId, hash, now, expiresAt, revokedAt, boundLoginId],
  );
  await sealBoth();
}

/** Gives rows that the test has written a MAC, as the service gives those that it writes. */
async function sealBoth(): Promise<void> {
  const { rows } = await owner.query<{ key: string; fields: MacFields }>(
    `select api_key_id as key, ${partText(credentialMacTable.fields)} as fields
     from api_credential where api_key_id in (1, 2)`,
  );
  for (const { key, fields } of rows) {
    const mac = rowMac(testVault, credentialMacTable, fields);
    await owner.query("update api_credential set mac = $1 where api_key_id = $2", [mac, key]);
  }
}

const openCredentials = () =>
  credentialStore(store.database, testVault, ({ table, key }) => {
    throw new Error(`${table} ${key} is not sealed`);
  });

test("a token and a key name their user, its firm and its scopes", async () => {
  await insertBoth();
  const credential = {
    apiUserId: "5001",
    firm: {
      oid: "1002",
      kind: "institutional",
      partnerCode: "HARBOR",
      programOids: ["501", "503"],
    },
    scopes: new Set(["read", "write"]),
    boundLoginId: undefined,
  };
  const credentials = openCredentials();
  expect(await credentials.byTokenHash(hash, now)).toEqual(credential);
  expect(await credentials.byApiKey("KEY", now)).toEqual({
    ...credential,
    sealedSecret: Buffer.from("sealed"),
  });
});

test.each<readonly [why: string, facts: Facts, isValid: boolean]>([
  ["one that expires later is valid", { expiresAt: new Date(+now + 1) }, true],
  ["one that expires now is not", { expiresAt: now }, false],
  ["one that was revoked is not", { revokedAt: now }, false],
])("%s", async (_why, facts, isValid) => {
  await insertBoth(facts);
  const credentials = openCredentials();
  expect((await credentials.byTokenHash(hash, now)) !== undefined).toBe(isValid);
  expect((await credentials.byApiKey("KEY", now)) !== undefined).toBe(isValid);
});

test("a key is bound to its own member before that of its user", async () => {
  const credentials = openCredentials();
  await insertBoth({ apiUserId: "5005" });
  expect((await credentials.byApiKey("KEY", now))?.boundLoginId).toBe("ada.whitfield");
  await owner.query(
    "update api_credential set bound_login_id = 'ben.whitfield' where api_key_id = 2",
  );
  await sealBoth();
  expect((await credentials.byApiKey("KEY", now))?.boundLoginId).toBe("ben.whitfield");
});

test("nothing is returned for records that the store lacks", async () => {
  const credentials = openCredentials();
  expect(await credentials.byApiKey("NONE", now)).toBeUndefined();
  expect(await credentials.byApiKey("KEY\u0000", now)).toBeUndefined();
  expect(await credentials.byTokenHash(tokenHash(testVault, "none"), now)).toBeUndefined();
});
