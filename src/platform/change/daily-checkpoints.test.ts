// The service takes a checkpoint a day, and no new one over what an older one shows to be missing.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { clientConfig } from "../store/connection.ts";
import { TermOver } from "../store/leader.ts";
import {
  lastCheckpoint,
  mostCheckpoints,
  takeCheckpoints,
  takeDailyCheckpoint,
} from "./daily-checkpoints.ts";
import { write } from "./write.ts";

let store: TestDatabase;
let above: string;
let folder: string;

beforeAll(async () => {
  store = await newDatabase("sample");
  above = await mkdtemp(join(tmpdir(), "bursar-daily-"));
  folder = join(above, "not", "there");
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(async () => {
  await store.drop();
  await rm(above, { recursive: true });
});

const place = () => ({ settings: store.settings, key: testVault.auditKey, folder });
const take = (instant: string) => takeDailyCheckpoint(place(), new Date(instant));
/** A term that lasts. */
const term = { confirm: async () => {} };
const change = (subject: string) =>
  write(testContext(store.database), anyEntry("test"), async () => ({
    value: null,
    audit: [{ subject }],
  }));

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test("a day has one checkpoint, whole, that its owner alone may read", async () => {
  expect(await take("2026-03-02T15:00:00Z")).toEqual([]);
  const path = join(folder, "2026-03-02.heads");
  const first = await readFile(path, "utf8");
  expect(first).toMatch(/"signature":"[0-9a-f]{64}"\}\n$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await change("RA00000001");
  await take("2026-03-02T23:59:59Z");
  expect(await readFile(path, "utf8")).toBe(first);
  await take("2026-03-03T00:00:00Z");
  expect(await readdir(folder)).toEqual(["2026-03-02.heads", "2026-03-03.heads"]);
  expect(await lastCheckpoint(folder)).toBe(join(folder, "2026-03-03.heads"));
});

test("the last ones are retained, and other files of the folder", async () => {
  await take("2026-01-01T12:00:00Z");
  await writeFile(join(folder, "notes.txt"), "kept");
  const text = await readFile(join(folder, "2026-01-01.heads"));
  for (let day = 2; day <= mostCheckpoints; day += 1) {
    await writeFile(join(folder, `2026-01-${String(day).padStart(2, "0")}.heads`), text);
  }
  await take("2026-02-01T12:00:00Z");
  const names = await readdir(folder);
  expect(names).toHaveLength(mostCheckpoints + 1);
  expect([names[0], ...names.slice(-2)]).toEqual([
    "2026-01-02.heads",
    "2026-02-01.heads",
    "notes.txt",
  ]);
});

test("none is taken over what the last one shows to be missing", async () => {
  await change("RA00000002");
  await take("2026-03-02T15:00:00Z");
  const removed = "with gone as (delete from audit_entry where subject = 'member:ada.whitfield')";
  await asOwner(`${removed} delete from audit_head where subject = 'member:ada.whitfield'`);
  expect(await take("2026-03-03T15:00:00Z")).toMatchObject([{ subject: "member:ada.whitfield" }]);
  expect(await readdir(folder)).toEqual(["2026-03-02.heads"]);

  const said: unknown[] = [];
  const log = { warn: () => said.push("warn"), error: (...words: unknown[]) => said.push(words) };
  await takeCheckpoints(place(), term, () => new Date("2026-03-04T15:00:00Z"), log as never)();
  expect(said).toEqual([
    [
      { subjects: 1 },
      "the audit log lacks what the last checkpoint has: run `bursar audit verify`",
    ],
  ]);
});

test("a leader whose term is over takes none", async () => {
  const over = { confirm: () => Promise.reject(new TermOver()) };
  const said: unknown[] = [];
  const log = { error: () => said.push("error"), warn: () => said.push("warn") };
  const stop = takeCheckpoints(place(), over, () => new Date("2026-03-02T15:00:00Z"), log as never);
  await expect.poll(() => said).toEqual(["warn"]);
  await stop();
  expect(await lastCheckpoint(folder)).toBeUndefined();
});

test("one that cannot be written is said, and hinders nothing", async () => {
  await writeFile(join(above, "file"), "");
  const said: unknown[] = [];
  const log = {
    error: () => said.push("error"),
    warn: (_: object, text: string) => said.push(text),
  };
  const blocked = { ...place(), folder: join(above, "file", "in") };
  const stop = takeCheckpoints(blocked, term, () => new Date("2026-03-02T15:00:00Z"), log as never);
  await expect.poll(() => said).toEqual(["no checkpoint was taken; it will be retried"]);
  await stop();
});
