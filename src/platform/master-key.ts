// Where the master key comes from, and the check that it is the one this store was made with.
import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, sql } from "./db.ts";
import { StoreFault } from "./roles.ts";
import type { Vault } from "./vault.ts";

/** What of the configuration says which key is meant. */
export interface MasterKeyConfig {
  readonly masterKey: Buffer | undefined;
  readonly databaseUrl: string | undefined;
}

/** The configured key; with the embedded store, else the one that DATA_DIR/master.key keeps. */
export async function masterKeyFrom(config: MasterKeyConfig, dataDir: string): Promise<Buffer> {
  if (config.masterKey !== undefined) return config.masterKey;
  if (config.databaseUrl !== undefined) {
    throw new StoreFault("MASTER_KEY is required with DATABASE_URL.");
  }
  const path = join(dataDir, "master.key");
  const kept = await readKey(path);
  if (kept !== undefined) return kept;
  await keepKey(path, randomBytes(32));
  const made = await readKey(path);
  if (made === undefined) throw new StoreFault(`${path} cannot be kept.`);
  return made;
}

/** Refuses a key that is not the store's; the first key that comes is. */
export async function checkMasterKey(db: Database, vault: Vault): Promise<void> {
  const value = vault.hash("master-key-check", "bursar").toString("base64");
  const known = (await selectCheck(db)) ?? (await insertCheck(db, value));
  if (known !== value) {
    throw new StoreFault(
      "MASTER_KEY is not the key this store was made with: give it that key, since nothing it " +
        "sealed can be read with another.",
    );
  }
}

async function selectCheck(db: Database): Promise<string | undefined> {
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
  if (!/^[0-9a-f]{64}\n?$/.test(text)) throw new StoreFault(`${path} does not hold a key.`);
  return Buffer.from(text.trim(), "hex");
}

/** Keeps the key unless another process has just kept one; whole on the disk or not there. */
async function keepKey(path: string, key: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${key.toString("hex")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await rm(draft);
}
