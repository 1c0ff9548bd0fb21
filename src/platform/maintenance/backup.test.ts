// A back-up of the sample firm is restored row by row, and any changed byte in its file is refused.
import { execFileSync } from "node:child_process";
import {
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testNow, testVault } from "../../../test/sample-template.ts";
import { verifyAudit } from "../change/audit.ts";
import { write } from "../change/write.ts";
import { checkMasterKey, keyCheckValue } from "../keys/master-key.ts";
import { clientConfig } from "../store/connection.ts";
import { sql } from "../store/db.ts";
import { withSnapshot } from "../store/snapshot.ts";
import { openBackup } from "./backup-file.ts";
import { verifyBackup } from "./read-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { type TableDigest, writeBackup } from "./write-backup.ts";

const masterKey = Buffer.alloc(32, 7);
let source: TestDatabase;
let empty: TestDatabase;
let folder: string;
let file: string;
let manifest: readonly TableDigest[];

beforeAll(async () => {
  source = await newDatabase("sample");
  empty = await newDatabase("empty");
  await checkMasterKey(source.database, testVault);
  folder = await mkdtemp(join(tmpdir(), "bursar-backup-"));
  file = join(folder, "firm.backup");
  manifest = await backUp(source, file);
});
afterAll(async () => {
  await source.drop();
  await empty.drop();
  await rm(folder, { recursive: true });
});

const backUp = ({ settings }: TestDatabase, path: string) =>
  withSnapshot(settings, (snapshot) => writeBackup(snapshot, testVault, path, testNow));

/** Runs `work` with an empty store, and removes it. */
async function withEmpty<T>(work: (store: TestDatabase) => Promise<T>): Promise<T> {
  const store = await newDatabase("empty");
  try {
    return await work(store);
  } finally {
    await store.drop();
  }
}

async function refusalOf(path: string, key = masterKey): Promise<string> {
  const fault = await restoreBackup(empty.admin, key, path).catch((error: Error) => error);
  const { rows } = await asAdmin(empty, "select from firm");
  expect(rows).toEqual([]);
  return fault instanceof Error ? fault.message.replaceAll(folder, "…") : "restored";
}

async function asAdmin({ admin }: TestDatabase, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  return client.query(text).finally(() => client.end());
}

test("every table is in the back-up with its rows, and its owner alone may read the file", async () => {
  const { rows } = await asAdmin(
    source,
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'migration'
      order by relname collate "C"`,
  );
  expect(manifest.map(({ table }) => table).toSorted()).toEqual(rows.map(({ name }) => name));
  for (const { table, rows: count } of manifest) {
    const counted = await asAdmin(source, `select count(*)::text as n from ${table}`);
    expect(count, table).toBe(counted.rows[0].n);
  }
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("a restored store holds the same rows, its chains verify, and it accepts changes", async () => {
  await withEmpty(async (store) => {
    expect(await restoreBackup(store.admin, masterKey, file)).toEqual(manifest);
    // The epoch of events is another one: positions from before the restore are gone.
    const again = await backUp(store, join(folder, "again.backup"));
    const differ = again.filter(({ sha256 }, at) => sha256 !== manifest[at]?.sha256);
    expect(differ.map(({ table }) => table)).toEqual(["store_property"]);
    expect(again.map(({ rows }) => rows)).toEqual(manifest.map(({ rows }) => rows));
    const audit = await verifyAudit(store.database, testVault.auditKey);
    expect(audit).toEqual({ ...audit, faults: [] });
    expect(audit.entries).toBeGreaterThan(20);
    await checkMasterKey(store.database, testVault);
    await write(testContext(store.database), anyEntry("test"), async () => ({
      value: null,
      audit: [{ subject: "RA00000001" }],
    }));
    expect((await verifyAudit(store.database, testVault.auditKey)).faults).toEqual([]);
  });
});

test("a back-up shows one moment, however long it takes", async () => {
  const path = join(folder, "moment.backup");
  const before = await source.database.first(sql<{ n: string }>`
    select count(*) as n from audit_entry`);
  const taken = await withSnapshot(source.settings, async (snapshot) => {
    await snapshot.rows(sql`select 1`);
    await write(testContext(source.database), anyEntry("test"), async () => ({
      value: null,
      audit: [{ subject: "RA00000002" }],
    }));
    return writeBackup(snapshot, testVault, path, testNow);
  });
  expect(taken.find(({ table }) => table === "audit_entry")?.rows).toBe(before?.n);
});

test("one byte changed anywhere is refused and nothing is restored", async () => {
  const bytes = await readFile(file);
  const header = bytes.indexOf("\n", 16);
  const places = [0, 14, 17, header - 3, header + 1, header + 5, header + 9, bytes.length >> 1];
  places.push(bytes.length - 41, bytes.length - 33, bytes.length - 1);
  const path = join(folder, "changed.backup");
  for (const place of places) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await writeFile(path, changed);
    expect(await refusalOf(path), `byte ${place}`).toMatch(
      /^… ?.*(altered|not a back-up|another master key).*\.$/,
    );
  }
});

test("a file that is cut short, extended, of another key or no back-up at all is refused", async () => {
  const bytes = await readFile(file);
  const path = join(folder, "wrong.backup");
  const refusals: string[] = [];
  const variants = [
    bytes.subarray(0, -1),
    bytes.subarray(0, 100),
    Buffer.concat([bytes, Buffer.of(0)]),
    Buffer.alloc(0),
    Buffer.from("not a back-up at all"),
  ];
  for (const content of variants) {
    await writeFile(path, content);
    refusals.push(await refusalOf(path));
  }
  refusals.push(
    await refusalOf(file, Buffer.alloc(32, 8)),
    await refusalOf(join(folder, "absent")),
  );
  expect(refusals).toMatchInlineSnapshot(`
    [
      "…/wrong.backup was altered or is incomplete, first after table import_row: it cannot be restored.",
      "…/wrong.backup is not a back-up in this version's format.",
      "…/wrong.backup was altered or is incomplete, first after table import_row: it cannot be restored.",
      "…/wrong.backup is not a back-up in this version's format.",
      "…/wrong.backup is not a back-up in this version's format.",
      "…/firm.backup was made under another master key: use that key.",
      "…/absent cannot be read (ENOENT).",
    ]
  `);
});

test("a length that was altered costs no memory before its MAC is read", async () => {
  const path = join(folder, "long.backup");
  const bytes = await readFile(file);
  const firstFrame = bytes.indexOf("\n", bytes.indexOf("\n") + 1) + 1 + 32;
  bytes.writeUInt32BE(1024 ** 3, firstFrame + 1);
  await writeFile(path, bytes);
  // The length is less than what is left of the file.
  await truncate(path, 2 * 1024 ** 3);
  const sizes = vi.spyOn(Buffer, "allocUnsafe");
  try {
    await expect(verifyBackup(testVault, path)).rejects.toThrow("was altered or is incomplete");
    expect(Math.max(...sizes.mock.calls.map(([size]) => size))).toBeLessThan(32 * 1024 ** 2);
  } finally {
    sizes.mockRestore();
    await rm(path);
  }
});

test("a pipe holds nothing up: it is neither written nor read", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  await expect(backUp(source, pipe)).rejects.toThrow("already exists");
  await expect(verifyBackup(testVault, pipe)).rejects.toThrow("is not a plain file");
  await rm(pipe);
  // A link that leads nowhere is a name that is taken.
  await symlink(join(folder, "nowhere"), pipe);
  await expect(backUp(source, pipe)).rejects.toThrow("already exists");
  await rm(pipe);
});

test("no back-up is restored into a store that is in use, not empty or at other migrations", async () => {
  await expect(restoreBackup(source.admin, masterKey, file)).rejects.toThrow(
    "Another process is using the store",
  );
  await withEmpty(async (store) => {
    await asAdmin(store, "insert into security values (1, 'A', null, 'A', 'EQ', null)");
    await expect(restoreBackup(store.admin, masterKey, file)).rejects.toThrow(
      "not empty (table security)",
    );
    await asAdmin(store, "delete from security; delete from migration where name like '0013%'");
    await expect(restoreBackup(store.admin, masterKey, file)).rejects.toThrow("other migrations");
  });
});

test("a back-up never replaces an existing file", async () => {
  await expect(backUp(source, file)).rejects.toThrow("already exists");
  const nowhere = join(folder, "no", "such", "place");
  await expect(backUp(source, nowhere)).rejects.toThrow("folder that does not exist");
});

test("a store with a broken chain is backed up, but restoring it is refused", async () => {
  const path = join(folder, "broken.backup");
  const store = await newDatabase("sample");
  await asAdmin(store, "update audit_entry set operation = 'x' where subject = 'RA00000001'");
  await backUp(store, path);
  await store.drop();
  expect(await refusalOf(path)).toContain("chain of RA00000001 is broken at entry 1");
});

/** A place in the rows of a table: behind the name of the table, which begins a frame. */
async function placeIn(table: string): Promise<number> {
  const backup = await openBackup(file, testVault.backupKey, keyCheckValue(testVault));
  const bytes = await readFile(file);
  let at = bytes.indexOf("\n", 16) + 1 + 32;
  for await (const { kind, payload } of backup.frames()) {
    const next = at + 5 + bytes.readUInt32BE(at + 1) + 32;
    if (kind === "T" && payload.includes(`"${table}"`)) {
      await backup.close();
      return next + 8;
    }
    at = next;
  }
  throw new Error(`no table ${table}`);
}

test("a whole back-up is verified without a store, and damage names its table", async () => {
  expect(await verifyBackup(testVault, file)).toEqual(manifest);
  const path = join(folder, "damaged.backup");
  const bytes = await readFile(file);
  const place = await placeIn("security");
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const sentence = `${path} was altered or is incomplete, first in table security: it cannot be restored.`;
  await expect(verifyBackup(testVault, path)).rejects.toThrow(sentence);
  expect(await refusalOf(path)).toBe(sentence.replaceAll(folder, "…"));
});

test("a back-up that was cut off between tables names the last of them", async () => {
  const path = join(folder, "cut.backup");
  const bytes = await readFile(file);
  // The manifest at the end is the last frame.
  await writeFile(path, bytes.subarray(0, bytes.length - 40));
  const last = manifest.at(-1)?.table;
  await expect(verifyBackup(testVault, path)).rejects.toThrow(
    `${path} was altered or is incomplete, first after table ${last}: it cannot be restored.`,
  );
});

test("what is altered after the file was opened is not read", async () => {
  const path = join(folder, "exchanged.backup");
  await writeFile(path, await readFile(file));
  const backup = await openBackup(path, testVault.backupKey, keyCheckValue(testVault));
  const frames = backup.frames();
  await frames.next();
  const altering = await open(path, "r+");
  await altering.write(Buffer.alloc(8), 0, 8, await placeIn("security"));
  await altering.close();
  const read: string[] = [];
  const readOn = async () => {
    for await (const { kind, payload } of frames) if (kind === "T") read.push(payload.toString());
  };
  await expect(readOn()).rejects.toThrow("first in table security");
  expect(read.at(-1)).toContain('"security"');
  await backup.close();
});

test("back-ups at the same time do not disturb each other, and one name is given once", async () => {
  const paths = ["one.backup", "one.backup", "two.backup"].map((name) => join(folder, name));
  const ended = await Promise.allSettled(paths.map((path) => backUp(source, path)));
  const [first, second, third] = ended.map(({ status }) => status);
  expect([[first, second].toSorted(), third]).toEqual([["fulfilled", "rejected"], "fulfilled"]);
  const refused = ended.find(({ status }) => status === "rejected");
  expect(String((refused as PromiseRejectedResult).reason)).toContain("already exists");
  for (const path of paths)
    expect((await verifyBackup(testVault, path)).length).toBe(manifest.length);
  expect((await readdir(folder)).filter((name) => name.endsWith(".new"))).toEqual([]);
});

test("a back-up takes no space on the disk of the store", async () => {
  const { database } = source.settings;
  // Rows that cannot be sorted in memory would be sorted in temporary files.
  await asAdmin(source, `alter database ${database} set work_mem = '64kB'`);
  await asAdmin(source, `alter database ${database} set temp_file_limit = 0`);
  await backUp(source, join(folder, "narrow.backup"));
  await asAdmin(source, `alter database ${database} reset all`);
});

test("a store that is damaged names the table that cannot be read", async () => {
  const store = await newDatabase("sample");
  await asAdmin(
    store,
    `create function damaged() returns boolean language plpgsql as $$
       begin raise exception 'invalid page' using errcode = 'XX001'; end $$;
     create policy damaged on firm using (damaged());
     alter table firm enable row level security`,
  );
  await expect(backUp(store, join(folder, "none.backup"))).rejects.toThrow(
    "Table firm cannot be read (XX001): the store is damaged there.",
  );
  expect((await readdir(folder)).filter((name) => name.startsWith("none"))).toEqual([]);
  await store.drop();
});
