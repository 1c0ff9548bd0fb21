// A master key is created once, stored where only the service can read it, and checked against the
// store.
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { checkMasterKey, masterKeyFrom, storeMasterKey } from "./master-key.ts";
import { openVault } from "./vault.ts";

let store: TestDatabase;
let folder: string;

beforeAll(async () => {
  store = await newDatabase();
  folder = await mkdtemp(join(tmpdir(), "bursar-key-"));
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});

const embedded = { masterKey: undefined, databaseUrl: undefined };

test("the embedded store's key is created once, by whichever process is first, with mode 0600", async () => {
  const keys = await Promise.all([1, 2, 3].map(() => masterKeyFrom(embedded, folder)));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await masterKeyFrom(embedded, folder)).toEqual(keys[0]);
  expect((await stat(join(folder, "master.key"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["master.key"]);
});

test("a configured key is used as it is, and an external database requires one", async () => {
  const masterKey = Buffer.alloc(32, 1);
  expect(await masterKeyFrom({ ...embedded, masterKey }, folder)).toBe(masterKey);
  const without = masterKeyFrom({ ...embedded, databaseUrl: "postgresql://db/x" }, folder);
  await expect(without).rejects.toThrow("MASTER_KEY is required");
});

test("a damaged key file is refused, not replaced", async () => {
  await writeFile(join(folder, "master.key"), "abc");
  await expect(masterKeyFrom(embedded, folder)).rejects.toThrow("does not contain a key");
});

test("of two keys presented at once one becomes the store's, and the other is refused for good", async () => {
  const vaults = [1, 2].map((fill) => openVault(Buffer.alloc(32, fill)));
  const check = () =>
    Promise.allSettled(vaults.map((vault) => checkMasterKey(store.database, vault)));
  const first = await check();
  expect(first.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const again = await check();
  expect(again.map(({ status }) => status)).toEqual(first.map(({ status }) => status));
});

test("a store whose key is lost says so, and no new key is made", async () => {
  await checkMasterKey(store.database, openVault(Buffer.alloc(32, 1))).catch(() => {});
  const path = join(folder, "master.key");
  await rm(path, { force: true });
  await expect(storeMasterKey(store.database, embedded, folder)).rejects.toThrow(
    `${path} is missing: put the store's key back`,
  );
  expect(await readdir(folder)).toEqual([]);
});
