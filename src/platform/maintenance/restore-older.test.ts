// A back-up crosses releases and PostgreSQL's major versions.
import { copyFile, cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lackOfPostgres, startServer } from "../../../scripts/postgres-15.ts";
import { connectAsService, newDatabase, newEmptyDatabase } from "../../../test/database.ts";
import { fillWithRelease, readRelease } from "../../../test/releases/release.ts";
import { testNow, testVault, withReader } from "../../../test/sample-template.ts";
import { root } from "../../../test/source-files.ts";
import { openVault, type Vault } from "../keys/vault.ts";
import { type ConnectionSettings, settingsFromUrl } from "../store/connection.ts";
import { sql } from "../store/db.ts";
import { migrate, missingMigrations, pendingMigrations } from "../store/migrate.ts";
import { withSnapshot } from "../store/snapshot.ts";
import { restoreIntoRelease } from "./restore-older.ts";
import { writeBackup } from "./write-backup.ts";

const masterKey = Buffer.alloc(32, 7);
const folder = join(root, "migrations");
let own: string;
let names: string[];
beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), "bursar-older-"));
  names = (await readdir(folder)).toSorted();
});
afterAll(() => rm(own, { recursive: true }));

const backUp = (settings: ConnectionSettings, name: string, vault: Vault = testVault) =>
  withSnapshot(settings, (each) => writeBackup(each, vault, join(own, name), testNow));

const restoreTo = (
  settings: ConnectionSettings,
  name: string,
  among: string = folder,
  key: Buffer = masterKey,
) =>
  restoreIntoRelease(
    { settings, servingLogin: settings.user, folder: among },
    key,
    join(own, name),
  );

test("one of 0.1.0 is restored as it was, and migrated", async () => {
  const release = await readRelease("0.1.0.json.gz");
  const key = Buffer.from(release.masterKey.trim(), "hex");
  const older = await newEmptyDatabase();
  await fillWithRelease(older.admin, older.settings.user, release);
  await backUp(older.settings, "older.backup", openVault(key));
  await older.drop();

  const later = await mkdtemp(join(own, "later-"));
  await cp(folder, later, { recursive: true });
  await writeFile(
    join(later, "9000_later.sql"),
    "alter table restriction add column later text;\n",
  );
  const store = await newEmptyDatabase();
  const manifest = await restoreTo(store.admin, "older.backup", later, key);
  expect(manifest.length).toBeGreaterThan(30);
  const db = await connectAsService(store.admin);
  expect(await pendingMigrations(db, later)).toEqual([]);
  const accounts = await db.first(sql`
    select count(*)::int as n, (select count(later)::int from restriction) as later from account`);
  expect(accounts).toEqual({ n: 49, later: 0 });
  await db.close();
  await expect(restoreTo(store.admin, "older.backup", later, key)).rejects.toThrow(
    "restore it into a database without tables, or an empty DATA_DIR",
  );
  await store.drop();
});

test("one from before the first release is refused by name before anything is made", async () => {
  const before = await mkdtemp(join(own, "before-"));
  await copyFile(join(folder, "0001_store.sql"), join(before, "0001_platform.sql"));
  const older = await newEmptyDatabase();
  await migrate(older.admin, before, older.settings.user);
  await backUp(older.settings, "before.backup");
  await older.drop();
  const store = await newEmptyDatabase();
  await expect(restoreTo(store.admin, "before.backup")).rejects.toThrow(
    "The back-up was made before 0.1.0, the first release, and cannot be restored: " +
      "load its records into an empty store.",
  );
  expect(await missingMigrations(store.admin, folder)).toEqual(names);
  await store.drop();
});

test("one of a newer release, or of another, is refused before anything is made", async () => {
  const present = await newDatabase("empty");
  await backUp(present.settings, "newer.backup");
  await present.drop();
  const fewer = await mkdtemp(join(own, "fewer-"));
  for (const name of names.slice(0, -1)) await copyFile(join(folder, name), join(fewer, name));
  const store = await newEmptyDatabase();
  await expect(restoreTo(store.admin, "newer.backup", fewer)).rejects.toThrow(
    `a version that this one does not know (its last migration is ${names.at(-1)})`,
  );
  expect(await migrate(store.admin, folder, store.settings.user)).toHaveLength(names.length);
  await store.drop();
});

test.skipIf(lackOfPostgres())("one of PostgreSQL 18 is restored by PostgreSQL 15", async () => {
  const source = await newDatabase("sample");
  const manifest = await backUp(source.settings, "sample.backup");
  await source.drop();
  const server = await startServer();
  try {
    const settings = withReader(settingsFromUrl(server.url));
    expect(await restoreTo(settings, "sample.backup")).toEqual(manifest);
    await migrate(settings, folder);
    const db = await connectAsService(settings);
    expect(await db.first(sql`select count(*)::int as n from account`)).toEqual({ n: 28 });
    await db.close();
  } finally {
    await server.stop();
  }
});
