// Plain numbered migrations: forward only, each in its transaction, one process at a time.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { StoreFault } from "../process/store-fault.ts";
import type { ConnectionSettings } from "./connection.ts";
import type { Reader } from "./db.ts";
import { migrationRunner } from "./distributed/migrating.ts";
import { prepareReaderLogin } from "./reader-login.ts";
import { ensureRoles, grantTableRights } from "./role-rights.ts";
import { quoted, selectRoleBase } from "./roles.ts";
import { openConnection } from "./session.ts";
import { sql } from "./sql.ts";
import { storeError } from "./store-error.ts";
import { migrationLock } from "./store-lock.ts";

/** A migration file in the folder. */
interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: Buffer;
}

interface Applied {
  readonly name: string;
  readonly checksum: Buffer;
}

/** Brings the store up to the folder's last migration and returns the names it applied. Creates the
 * roles it needs, lets `servingLogin` take that of the writer, and lets the reader log in if its
 * password is known. A store that is going to be restored gets no migration after `last`. */
export async function migrate(
  settings: ConnectionSettings,
  folder: string,
  servingLogin: string = settings.user,
  last?: string,
): Promise<string[]> {
  const all = await readMigrations(folder);
  const migrations = all.filter(({ name }) => last === undefined || name <= last);
  const client = await openConnection(settings);
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const applied = await applyAll(client, migrations, servingLogin);
    if (settings.readerPassword !== undefined) await prepareReaderLogin(settings);
    return applied;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The folder's migrations as a back-up names them, in order. */
export async function knownMigrations(folder: string): Promise<{ name: string; sha256: string }[]> {
  const migrations = await readMigrations(folder);
  return migrations.map(({ name, checksum }) => ({ name, sha256: checksum.toString("hex") }));
}

/** The names of the folder's migrations that the store does not have yet, in order. */
export async function pendingMigrations(db: Reader, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = await db.rows(sql<Applied>`
    select name, checksum from migration order by name`);
  return stillPending(migrations, applied).map((migration) => migration.name);
}

/** The same for a store that may have no tables yet; changes nothing. */
export async function missingMigrations(
  settings: ConnectionSettings | undefined,
  folder: string,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = settings === undefined ? [] : await selectApplied(settings);
  return stillPending(migrations, applied).map((migration) => migration.name);
}

async function selectApplied(settings: ConnectionSettings): Promise<Applied[]> {
  let client: pg.Client | undefined;
  try {
    client = await openConnection(settings, { default_transaction_read_only: "on" });
    const base = await selectRoleBase(client);
    if (base === undefined) return [];
    const { rows } = await client.query<Applied>("select name, checksum from migration");
    return rows;
  } catch (error) {
    throw storeError(error);
  } finally {
    await client?.end().catch(() => {});
  }
}

const namePattern = /^(\d{4})_[a-z0-9_]+\.sql$/;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = namePattern.exec(name)?.[1];
    if (number === undefined) {
      throw new StoreFault(`Migration ${name} is not named like 0001_words.sql.`);
    }
    if (numbers.has(number)) throw new StoreFault(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(folder, name));
  const text = bytes.toString("utf8");
  if (/^\s*(begin|commit|rollback)\s*;/im.test(text)) {
    throw new StoreFault(`Migration ${name} must leave its transaction to the service.`);
  }
  return { name, text, checksum: createHash("sha256").update(bytes).digest() };
}

async function applyAll(
  client: pg.Client,
  migrations: readonly Migration[],
  servingLogin: string,
): Promise<string[]> {
  const known = await selectRoleBase(client);
  const base = known ?? client.database ?? "";
  const roles = await ensureRoles(client, base, servingLogin);
  await client.query(`set role ${quoted(roles.owner)}`);
  await client.query(`
    create table if not exists migration (
      name text collate "C" primary key,
      checksum bytea not null,
      applied_at timestamptz not null default now()
    )`);
  const run = await migrationRunner(client);
  await grantTableRights(client, roles);
  const { rows } = await client.query<Applied>("select name, checksum from migration");
  const pending = stillPending(migrations, rows);
  for (const migration of pending) {
    await inTransaction(client, migration, async () => {
      await run(migration.text);
      await client.query("insert into migration (name, checksum) values ($1, $2)", [
        migration.name,
        migration.checksum,
      ]);
      // A store that lacks the last migration is refused, so that its rights may come with that one.
      if (migration === pending.at(-1)) await grantTableRights(client, roles);
    });
  }
  return pending.map((migration) => migration.name);
}

async function inTransaction(
  client: pg.Client,
  migration: Migration,
  work: () => Promise<void>,
): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFault(`Migration ${migration.name} failed: ${reason}.`);
  }
}

/** Whether these migrations are of the time before 0.1.0, the first release; each such store had one
 * of this name, which no migration may have again. */
export function precedeFirstRelease(migrations: readonly { readonly name: string }[]): boolean {
  return migrations.some(({ name }) => name === "0001_platform.sql");
}

/** The pending migrations; refuses a history that differs from the folder's. */
function stillPending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  if (precedeFirstRelease(applied)) {
    throw new StoreFault(
      "The store was made before 0.1.0, the first release, and cannot be upgraded: " +
        "load its records into an empty store.",
    );
  }
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (migration === undefined) {
      throw new StoreFault(`The store has migration ${name}, which this version does not know.`);
    }
    if (!migration.checksum.equals(checksum)) {
      throw new StoreFault(`Migration ${name} was changed after it was applied.`);
    }
    byName.delete(name);
  }
  const names = applied.map(({ name }) => name).sort();
  const last = names.at(-1) ?? "";
  const pending = [...byName.values()];
  const late = pending.find((migration) => migration.name < last);
  if (late !== undefined) {
    throw new StoreFault(`Migration ${late.name} comes before ${last}, which is already applied.`);
  }
  return pending;
}
