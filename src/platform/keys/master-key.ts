// Where the master key comes from, and the check that it is the one this store was made with.
import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../process/new-file.ts";
import { StoreFault } from "../process/store-fault.ts";
import { type Database, type Reader, sql, type Tx } from "../store/db.ts";
import { openVault, type Vault } from "./vault.ts";

/** The part of the configuration that selects the key. */
export interface MasterKeyConfig {
  readonly masterKey: Buffer | undefined;
  readonly databaseUrl: string | undefined;
}

/** The configured key, or with the embedded store the one in DATA_DIR/master.key. */
export async function masterKeyFrom(config: MasterKeyConfig, dataDir: string): Promise<Buffer> {
  if (config.masterKey !== undefined) return config.masterKey;
  refuseWithoutKey(config);
  const path = storedKeyPath(dataDir);
  const stored = await readKey(path);
  if (stored !== undefined) return stored;
  await saveKey(path, randomBytes(32));
  const made = await readKey(path);
  if (made === undefined) throw new StoreFault(`${path} cannot be stored.`);
  return made;
}

/** Refuses a database of the operator's own without the key, which is stored next to no such
 * store. */
export function refuseWithoutKey({ masterKey, databaseUrl }: MasterKeyConfig): void {
  if (masterKey !== undefined || databaseUrl === undefined) return;
  throw new StoreFault("MASTER_KEY is required with DATABASE_URL.");
}

/** The store's key: where a change of the stored key was cut short after the store took the new one,
 * the new key is put in its place first. */
export async function storeMasterKey(
  reader: Reader,
  config: MasterKeyConfig,
  dataDir: string,
): Promise<Buffer> {
  if (config.masterKey !== undefined) return config.masterKey;
  if (!(await hasMasterKey(config, dataDir)) && (await selectCheck(reader)) !== undefined) {
    throw new StoreFault(
      `${storedKeyPath(dataDir)} is missing: put the store's key back, since nothing it sealed can ` +
        "be read with another.",
    );
  }
  const key = await masterKeyFrom(config, dataDir);
  const next = await readKey(nextKeyPath(dataDir));
  if (next === undefined) return key;
  if ((await selectCheck(reader)) !== keyCheckValue(openVault(next))) return key;
  await takeNextKey(dataDir);
  return next;
}

/** The new key of a change: the one given, else a new one, stored until the store has accepted it. */
export async function prepareNextKey(dataDir: string, given: Buffer | undefined): Promise<Buffer> {
  const path = nextKeyPath(dataDir);
  // The store has not accepted the one of an earlier attempt: storeMasterKey has checked.
  await rm(path, { force: true });
  await saveKey(path, given ?? randomBytes(32));
  const next = await readKey(path);
  if (next === undefined) throw new StoreFault(`${path} cannot be stored.`);
  return next;
}

/** Replaces the stored key with the new one; the old file is kept for the back-ups made under
 * it. */
export async function takeNextKey(dataDir: string): Promise<void> {
  const path = storedKeyPath(dataDir);
  const key = await readKey(path);
  if (key !== undefined) {
    const check = Buffer.from(keyCheckValue(openVault(key)), "base64").toString("hex");
    await linkOnce(path, `${path}.${check.slice(0, 8)}`);
  }
  await rename(nextKeyPath(dataDir), path);
  await syncFolder(dataDir);
}

/** Whether there is a key without one being made. */
export async function hasMasterKey(config: MasterKeyConfig, dataDir: string): Promise<boolean> {
  return config.masterKey !== undefined || (await readKey(storedKeyPath(dataDir))) !== undefined;
}

/** The value by which a store, or a back-up, knows its master key. */
export function keyCheckValue(vault: Vault): string {
  return vault.hash("master-key-check", "bursar").toString("base64");
}

const auditKeyBinding = "store/audit-key";

/** The vault of a store; its audit key is that of its first master key. */
export async function withAuditKey(reader: Reader, masterKey: Buffer): Promise<Vault> {
  const row = await reader.first(sql<{ value: string }>`
    select value from store_property where name = 'audit_key'`);
  const vault = openVault(masterKey);
  if (row === undefined) return vault;
  return openVault(masterKey, vault.open(Buffer.from(row.value, "base64"), auditKeyBinding));
}

/** Binds the store to a new master key, in the transaction that seals everything under it. */
export async function replaceMasterKey(tx: Tx, next: Vault): Promise<void> {
  const sealed = next.seal(next.auditKey.export(), auditKeyBinding).toString("base64");
  await tx.execute(sql`
    insert into store_property (name, value) values ('audit_key', ${sealed})
    on conflict (name) do update set value = excluded.value`);
  await tx.execute(sql`
    update store_property set value = ${keyCheckValue(next)} where name = 'master_key_check'`);
}

/** Refuses a key that is not the store's; the first key used becomes the store's. */
export async function checkMasterKey(db: Database, vault: Vault): Promise<void> {
  const value = keyCheckValue(vault);
  const known = (await selectCheck(db)) ?? (await insertCheck(db, value));
  if (known !== value) throw new StoreFault(otherKey);
}

/** The same for a store that may have none yet; changes nothing. */
export async function refuseOtherKey(reader: Reader, vault: Vault): Promise<void> {
  const known = (await selectCheck(reader)) ?? keyCheckValue(vault);
  if (known !== keyCheckValue(vault)) throw new StoreFault(otherKey);
}

const otherKey =
  "MASTER_KEY is not the key of this store: use the right one, since nothing that was sealed " +
  "can be read with another.";

/** The password of the login for reads, which changes with the master key. */
export function deriveReaderPassword(vault: Vault): string {
  return vault.hash("reader-login", "bursar").toString("base64url");
}

async function selectCheck(db: Reader): Promise<string | undefined> {
  const row = await db.first(sql<{ value: string }>`
    select value from store_property where name = 'master_key_check'`);
  return row?.value;
}

async function insertCheck(db: Database, value: string): Promise<string | undefined> {
  await db.transaction((tx) =>
    tx.execute(sql`
      insert into store_property (name, value) values ('master_key_check', ${value})
      on conflict (name) do nothing`),
  );
  return selectCheck(db);
}

async function readKey(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw new StoreFault(`${path} cannot be read (${code}): run as its owner.`);
  }
  if (!/^[0-9a-f]{64}\n?$/.test(text)) throw new StoreFault(`${path} does not contain a key.`);
  return Buffer.from(text.trim(), "hex");
}

/** Stores the key unless another process has just stored one; the file is complete or absent. */
async function saveKey(path: string, key: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${key.toString("hex")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await linkOnce(draft, path);
  await rm(draft);
}

async function linkOnce(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
}

function storedKeyPath(dataDir: string): string {
  return join(dataDir, "master.key");
}

function nextKeyPath(dataDir: string): string {
  return join(dataDir, "master.key.next");
}
