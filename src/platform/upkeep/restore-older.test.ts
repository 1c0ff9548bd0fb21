// A back-up crosses releases and PostgreSQL's major versions.
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lackOfPostgres, startServer } from "../../../scripts/postgres-15.ts";
import { connectAsService, newDatabase, newEmptyDatabase } from "../../../test/database.ts";
import { testNow, testVault, withReader } from "../../../test/sample-template.ts";
import { root } from "../../../test/source-files.ts";
import { type ConnectionSettings, settingsFromUrl } from "../store/connection.ts";
import { sql } from "../store/db.ts";
import { migrate, pendingMigrations } from "../store/migrate.ts";
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

const backUp = (settings: ConnectionSettings, name: string) =>
  withSnapshot(settings, (each) => writeBackup(each, testVault, join(own, name), testNow));

const restoreTo = (settings: ConnectionSettings, name: string, among = folder) =>
  restoreIntoRelease(
    { settings, servingLogin: settings.user, folder: among },
    masterKey,
    join(own, name),
  );

test("one of an older release is restored as it was, and migrated", async () => {
  const older = await newEmptyDatabase();
  const last = names.at(-4);
  await migrate(older.admin, folder, older.settings.user, last);
  await backUp(older.settings, "older.backup");
  await older.drop();

  const store = await newEmptyDatabase();
  const manifest = await restoreTo(store.admin, "older.backup");
  expect(manifest.length).toBeGreaterThan(30);
  const db = await connectAsService(store.admin);
  expect(await pendingMigrations(db, folder)).toEqual([]);
  await db.close();
  await expect(restoreTo(store.admin, "older.backup")).rejects.toThrow(
    "restore it into a database without tables, or an empty DATA_DIR",
  );
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
