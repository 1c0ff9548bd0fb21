// A new master key: everything opens with it, nothing with the old one, and the chains verify.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Id } from "@bursar/values/ids";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { createFirm } from "../../brokerage/clients-and-accounts/firms/create-firm.ts";
import { firmAsCaller } from "../../brokerage/clients-and-accounts/firms/reads.ts";
import { createKey } from "../../brokerage/service/api-users/create-key.ts";
import { verifyCredentials } from "../../brokerage/service/credentials/verify-credentials.ts";
import {
  insertIdentity,
  selectIdentities,
} from "../../brokerage/service/sign-in/identity-queries.ts";
import { masterKeyParts, sealedColumns } from "../../brokerage/service/system/sealed-columns.ts";
import { identityHash, isIdentityRow } from "../auth/session.ts";
import { verifyAudit } from "../change/audit.ts";
import type { Context } from "../change/context.ts";
import {
  checkMasterKey,
  masterKeyFrom,
  prepareNextKey,
  storeMasterKey,
  takeNextKey,
  withAuditKey,
} from "../keys/master-key.ts";
import { openVault, type Vault } from "../keys/vault.ts";
import { clientConfig } from "../store/connection.ts";
import { type Database, openDatabase, sql } from "../store/db.ts";
import { useStore } from "../store/store-lock.ts";
import { rotateMasterKey } from "./rotate-master-key.ts";

const newKey = Buffer.alloc(32, 9);
let store: TestDatabase;
let alone: Database;
let folder: string;

beforeAll(async () => {
  store = await newDatabase("sample");
  alone = await openAlone(store);
  await checkMasterKey(alone, testVault);
  folder = await mkdtemp(join(tmpdir(), "bursar-rotate-"));
});
afterAll(async () => {
  await alone.close();
  await store.drop();
  await rm(folder, { recursive: true });
});

const openAlone = ({ settings }: TestDatabase) =>
  openDatabase({
    settings,
    readConnections: 1,
    writeConnections: 1,
    statementTimeoutMs: 20_000,
    lockTimeoutMs: 5_000,
    isAlone: true,
  });

const rotate = (db: Database, vault: Vault, key: Buffer) =>
  rotateMasterKey({ ...testContext(db), vault }, key, masterKeyParts);

/** Every sealed value in the open, as the vault opens it, with whether its hash is the vault's. */
async function opened(db: Database, vault: Vault): Promise<string[]> {
  const values: string[] = [];
  for (const { table, column, key, binding, hash } of sealedColumns) {
    const names = Object.keys(key).map((name) => `${name}::text`);
    const text = `select array[${names}] as key, ${column} as sealed,
      ${hash?.column ?? "null"} as hash from ${table} where ${column} is not null order by 1`;
    const rows = await db.rows<{ key: string[]; sealed: Buffer; hash: Buffer | null }>({
      name: "",
      text,
      values: [],
    });
    for (const row of rows) {
      const plain = vault.open(row.sealed, binding(row.key)).toString("utf8");
      const isHashed = !hash || vault.hash(hash.purpose, plain).equals(row.hash as Buffer);
      values.push(`${table} ${row.key} ${plain} ${isHashed}`);
    }
  }
  return values;
}

test("every sealed column of the store is named", async () => {
  const columns = await alone.rows(sql<{ table: string; column: string }>`
    select relname::text as table, attname::text as column from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attname like '%sealed%'
    order by 1, 2`);
  const named = sealedColumns.map(({ table, column }) => ({ table, column }));
  expect(named.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual(columns);
});

test("while another process uses the store the key is not changed", async () => {
  const user = new pg.Client(clientConfig(store.settings));
  await user.connect();
  await useStore(user);
  await expect(rotate(alone, testVault, newKey)).rejects.toThrow(
    "Another process is using the store",
  );
  await user.query("select pg_advisory_unlock_all()");
  await user.end();
});

test("an interrupted change has no effect", async () => {
  const before = await opened(alone, testVault);
  const columns = [...sealedColumns, { ...sealedColumns[0], table: "no_table" }];
  const broken = { ...masterKeyParts, columns } as never;
  await expect(rotateMasterKey(testContext(alone), newKey, broken)).rejects.toThrow();
  expect(await opened(alone, testVault)).toEqual(before);
  await checkMasterKey(alone, testVault);
});

/** Adds a corporate firm by request, whose row is sealed with its tax id. */
async function addFirm(firmTaxId: string): Promise<string> {
  const caller = await firmAsCaller(alone, testVault, "1002" as Id);
  if (caller === undefined) throw new Error("the sample has the firm");
  return createFirm({ ...testContext(alone), caller } as Context, {
    firmType: "G",
    firmName: "Birch Street Partners LP",
    firmTaxId,
    firmTaxIdType: "E",
    firmTelephone1: "518-555-0171",
    firmEmail1: "office@birch.example.com",
    primaryAddress: { line1: "3 Birch Street", city: "Troy", state: "NY", zipcode: "12180" },
    representativeLoginId: "dmitri.ivanov",
  });
}

test("afterwards everything opens only with the new key, its hashes are stored, and the chains verify", async () => {
  const added = await addFirm("98-7651234");
  const before = await opened(alone, testVault);
  expect(before).toContain("firm 1006 001234455 true");
  expect(before).toContain(`firm ${added} 987651234 true`);
  expect(before.length).toBeGreaterThan(10);
  expect(before.filter((value) => !value.endsWith(" true"))).toEqual([]);
  const owner = new pg.Client(clientConfig(store.admin));
  await owner.connect();
  await owner.query("update api_user set scopes = '{read,write}' where api_user_id = 5006");
  const resealed = await rotate(alone, testVault, newKey);
  expect(resealed.reduce((sum, { values }) => sum + values, 0)).toBe(before.length);

  const vault = await withAuditKey(alone, newKey);
  expect(await opened(alone, vault)).toEqual(before);
  await expect(opened(alone, testVault)).rejects.toThrow("cannot be opened");
  await checkMasterKey(alone, vault);
  await expect(checkMasterKey(alone, testVault)).rejects.toThrow("not the key");
  expect(await verifyAudit(alone, vault.auditKey)).toMatchObject({ faults: [] });
  // A row that the service did not write does not become sound.
  const faults = async () => (await verifyCredentials(alone, vault)).faults;
  expect(await faults()).toEqual([
    { subject: "api_user 5006", reason: "it is not as it was sealed" },
  ]);
  await owner.query("update api_user set scopes = '{read}' where api_user_id = 5006");
  await owner.end();
  const user = { apiUserId: "5001", kind: "signing", expiresAt: undefined } as const;
  await createKey({ ...testContext(alone), vault }, { ...user, boundLoginId: undefined });
  expect(await verifyAudit(alone, vault.auditKey)).toMatchObject({ faults: [] });
});

test("who was bound at a provider stays bound, and a forged binding stays none", async () => {
  const before = await withAuditKey(alone, newKey);
  const third = Buffer.alloc(32, 10);
  const at = new Date("2026-03-02T15:00:00.123Z");
  const person = { issuer: "https://sign-in.test", apiUserId: "5001" as Id, at, linkedBy: null };
  const rows = ["harbor.lin", "harbor.park"].map((loginId) => ({
    ...person,
    loginId,
    subject: `of ${loginId}`,
  }));
  await alone.transaction(async (tx) => {
    for (const row of rows) {
      const isForged = row.loginId === "harbor.park";
      const hash = identityHash(isForged ? testVault : before, row);
      expect(await insertIdentity(tx, { ...row, hash })).toBe(true);
    }
  });
  const resealed = await rotate(alone, before, third);
  expect(resealed).toContainEqual({ table: "console_identity", values: 1 });
  const vault = await withAuditKey(alone, third);
  const stored = await alone.transaction(selectIdentities);
  const areSound = stored.map((row) => [row.loginId, isIdentityRow(vault, row)]);
  expect(areSound.toSorted()).toEqual([
    ["harbor.lin", true],
    ["harbor.park", false],
  ]);
  await rotate(alone, vault, newKey);
});

test("a second change carries the audit key over again", async () => {
  const third = Buffer.alloc(32, 11);
  await rotate(alone, await withAuditKey(alone, newKey), third);
  const vault = await withAuditKey(alone, third);
  expect(vault.auditKey.export()).toEqual(testVault.auditKey.export());
  expect(await verifyAudit(alone, vault.auditKey)).toMatchObject({ faults: [] });
});

const kept = { masterKey: undefined, databaseUrl: undefined };

test("the key file is replaced at whatever point the change is killed", async () => {
  const kill = await newDatabase("empty");
  const db = await openAlone(kill);
  const current = () => storeMasterKey(db, kept, folder);
  const first = await masterKeyFrom(kept, folder);
  await checkMasterKey(db, openVault(first));
  const next = await prepareNextKey(folder, undefined);
  expect(next).not.toEqual(first);
  // Killed before the store took the key: the first one stays, and another try draws another.
  expect(await current()).toEqual(first);
  const given = Buffer.alloc(32, 5);
  expect(await prepareNextKey(folder, given)).toEqual(given);
  await rotate(db, openVault(first), given);
  // Killed between the store and the file: the next start puts the key in its place.
  expect(await masterKeyFrom(kept, folder)).toEqual(first);
  expect(await current()).toEqual(given);
  expect(await masterKeyFrom(kept, folder)).toEqual(given);
  const names = await readdir(folder);
  expect(names.map((name) => name.replace(/[0-9a-f]{8}$/, "…"))).toEqual([
    "master.key",
    "master.key.…",
  ]);
  const old = await readFile(join(folder, names[1] ?? ""), "utf8");
  expect(old).toBe(`${first.toString("hex")}\n`);
  await prepareNextKey(folder, first);
  await takeNextKey(folder);
  expect(await masterKeyFrom(kept, folder)).toEqual(first);
  await db.close();
  await kill.drop();
});

test("a connection that would seal with the old key waits while the key is changed", async () => {
  const other = await newDatabase("empty");
  const client = new pg.Client(clientConfig(other.settings));
  await client.connect();
  await client.query("begin; select pg_advisory_xact_lock(6271907207)");
  const read = other.database.rows(sql`select 1 as one`);
  const early = await Promise.race([read, new Promise((go) => setTimeout(go, 200, "waits"))]);
  expect(early).toBe("waits");
  await client.query("commit");
  expect(await read).toEqual([{ one: 1 }]);
  await client.end();
  await other.drop();
});
