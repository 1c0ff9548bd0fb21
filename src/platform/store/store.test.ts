// A command finds its store: it starts PostgreSQL, attaches to a running service, or learns who
// holds the folder.
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withReader } from "../../../test/sample-template.ts";
import { openDatabase, sql } from "./db.ts";
import { FolderHeld } from "./embedded/folder-lock.ts";
import { migrate } from "./migrate.ts";
import { openStore, type Store, type StoreConfig } from "./store.ts";

const log = { info: () => {}, warn: () => {} };
const migrations = join(import.meta.dirname, "..", "..", "..", "migrations");

let parent: string;
let config: StoreConfig;
let serving: Store;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "bursar-store-"));
  // Open to pass through, so that as root too the data stays below it.
  await chmod(parent, 0o711);
  config = {
    databaseUrl: undefined,
    migrateDatabaseUrl: undefined,
    dataDir: join(parent, ".bursar"),
  };
  serving = await openStore(config, "serve", log);
});
afterAll(async () => {
  await serving.stop();
  await rm(parent, { recursive: true });
});

test("a service starts PostgreSQL in a folder of its own", async () => {
  expect(serving.attached).toBe(false);
  expect(serving.serving.user).not.toBe(serving.migrating.user);
  const mode = (await stat(config.dataDir)).mode & 0o777;
  expect(mode).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

test("a command next to a running service attaches to it and leaves it running", async () => {
  const written = async () => (await stat(config.dataDir, { bigint: true })).mtimeNs;
  const before = await written();
  const store = await openStore(config, "load", log);
  expect(store).toMatchObject({ attached: true, serving: serving.serving });
  // The disk may be full, or not its user's.
  expect(await written()).toBe(before);
  await migrate(withReader(store.migrating), migrations, store.serving.user);
  const database = await openDatabase({
    settings: withReader(store.serving),
    readConnections: 1,
    writeConnections: 1,
    statementTimeoutMs: 5_000,
    lockTimeoutMs: 1_000,
  });
  await store.stop();
  expect(await database.first(sql`select 1 as "one"`)).toEqual({ one: 1 });
  await database.close();
});

test("a second service learns which process holds the folder", async () => {
  const attempt = openStore(config, "serve", log);
  await expect(attempt).rejects.toThrow(FolderHeld);
  await expect(attempt).rejects.toThrow(`bursar serve (process ${process.pid}) holds`);
});

test("a folder in use by a command is refused to everyone else", async () => {
  const other = { ...config, dataDir: join(parent, "other") };
  const store = await openStore(other, "load", log);
  for (const purpose of ["serve", "keys"]) {
    await expect(openStore(other, purpose, log)).rejects.toThrow("bursar load (process");
  }
  await store.stop();
  const again = await openStore(other, "keys", log);
  await again.stop();
});

test("an external database is reached by its address, TLS and options included", async () => {
  const store = await openStore(
    {
      ...config,
      databaseUrl: "postgresql://bursar:p%40ss@db.example:6432/firm?options=-c%20work_mem%3D8MB",
      migrateDatabaseUrl: "postgresql://owner:hush@db.example/firm?sslmode=verify-full",
    },
    "serve",
    log,
  );
  expect(store.serving).toEqual({
    host: "db.example",
    port: 6432,
    user: "bursar",
    password: "p@ss",
    database: "firm",
    options: "-c work_mem=8MB",
  });
  expect(store.migrating).toMatchObject({ user: "owner", port: 5432, ssl: {} });
});
