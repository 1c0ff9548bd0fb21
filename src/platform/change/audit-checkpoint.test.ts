// A checkpoint shows what the chains alone cannot: a tail that was cut together with its head.
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testNow, testVault } from "../../../test/sample-template.ts";
import { openVault } from "../keys/vault.ts";
import { clientConfig } from "../store/connection.ts";
import { sql } from "../store/db.ts";
import { withSnapshot } from "../store/snapshot.ts";
import { verifyAudit } from "./audit.ts";
import { faultsAgainst, writeCheckpoint } from "./audit-checkpoint.ts";
import { write } from "./write.ts";

let store: TestDatabase;
let folder: string;
let file: string;

beforeAll(async () => {
  store = await newDatabase("sample");
  folder = await mkdtemp(join(tmpdir(), "bursar-checkpoint-"));
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await rm(join(folder, "heads"), { force: true });
  file = join(folder, "heads");
});

const { auditKey } = testVault;
const checkpoint = () =>
  withSnapshot(store.settings, (snapshot) => writeCheckpoint(snapshot, auditKey, file, testNow));
const against = () =>
  withSnapshot(store.settings, (snapshot) => faultsAgainst(snapshot, auditKey, file));
const verify = async () => (await verifyAudit(store.database, auditKey)).faults;
const change = (subject: string) =>
  write(testContext(store.database), anyEntry("test"), async () => ({
    value: null,
    audit: [{ subject }],
  }));

/** Puts entries and head back to an earlier state, as an administrator with a copy of the head can. */
async function rollBack(subject: string, to: number, seal: Buffer | undefined): Promise<void> {
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  await client.query("delete from audit_entry where subject = $1 and sequence > $2", [subject, to]);
  await client.query(
    `update audit_head set sequence = $2, seal = $3, mac = (select mac from audit_entry
       where subject = $1 and sequence = $2) where subject = $1`,
    [subject, to, seal],
  );
  await client.end();
}

async function sealOf(subject: string): Promise<Buffer | undefined> {
  const head = await store.database.first(
    sql<{ seal: Buffer }>`select seal from audit_head where subject = ${subject}`,
  );
  return head?.seal;
}

test("a checkpoint names every head in order, and its owner alone may read it", async () => {
  const seal = await checkpoint();
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines[0]).toBe(
    '{"format":"bursar audit checkpoint 1","takenAt":"2026-03-02T15:00:00.000Z"}',
  );
  const count = await store.database.first(
    sql<{ n: string }>`select count(*) as n from audit_head`,
  );
  expect(seal.subjects).toBe(count?.n);
  const subjects = lines.slice(1, -1).map((line) => JSON.parse(line).subject);
  expect(subjects).toEqual(subjects.toSorted());
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(checkpoint()).rejects.toThrow("already exists");
});

test("chains that have grown pass an older checkpoint", async () => {
  await checkpoint();
  await change("RA00000001");
  await change("RA99999999");
  expect(await against()).toEqual([]);
});

test("a chain rolled back together with its head is found only with a checkpoint", async () => {
  const seal = await sealOf("RA00000002");
  await change("RA00000002");
  await checkpoint();
  await rollBack("RA00000002", 1, seal);
  expect(await verify()).toEqual([]);
  expect(await against()).toEqual([
    {
      subject: "RA00000002",
      sequence: "2",
      reason: "the checkpoint knows this entry: the chain was cut or rolled back",
    },
  ]);
});

test("a different entry in place of one that was cut off is found", async () => {
  const seal = await sealOf("RA00000003");
  await change("RA00000003");
  await checkpoint();
  await rollBack("RA00000003", 1, seal);
  await write(testContext(store.database), anyEntry("other"), async () => ({
    value: null,
    audit: [{ subject: "RA00000003" }],
  }));
  expect(await verify()).toEqual([]);
  expect(await against()).toMatchObject([
    { subject: "RA00000003", reason: "the checkpoint knows another entry in this place" },
  ]);
});

test("a checkpoint that was altered, shortened or signed with another key is refused", async () => {
  await checkpoint();
  const text = await readFile(file, "utf8");
  const lines = text.split("\n");
  const { subject } = JSON.parse(lines[5] ?? "");
  const altered = [
    text.replace(`"${subject}","sequence":"1"`, `"${subject}","sequence":"0"`),
    lines.toSpliced(3, 1).join("\n"),
    lines.slice(0, -2).join("\n"),
    "",
  ];
  for (const bad of altered) {
    expect(bad).not.toBe(text);
    await writeFile(file, bad);
    await expect(against()).rejects.toThrow("was altered");
  }
  await writeFile(file, text);
  const other = openVault(Buffer.alloc(32, 1)).auditKey;
  const foreign = withSnapshot(store.settings, (each) => faultsAgainst(each, other, file));
  await expect(foreign).rejects.toThrow("not a checkpoint");
  await rm(file);
  await expect(against()).rejects.toThrow("cannot be read (ENOENT)");
});
