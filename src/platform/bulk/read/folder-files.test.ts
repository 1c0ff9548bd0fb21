// Files of a folder are opened once, and what was opened is what is judged and read.
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { priceKind } from "../../../reference/prices/load.ts";
import { readDocument, readPlainFile } from "./folder-files.ts";
import { type RawRow, readRows } from "./read-rows.ts";

let root: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-files-"));
  folder = join(root, "folder");
  await mkdir(join(folder, "documents", "own"), { recursive: true });
  await mkdir(join(root, "elsewhere"));
  for (const name of ["folder/documents/own/a.txt", "elsewhere/a.txt"]) {
    await writeFile(join(root, name), name);
  }
  await symlink(join(root, "elsewhere"), join(folder, "documents", "linked"));
});
afterAll(() => rm(root, { recursive: true }));

const limits = { largest: 1024 };

test("no folder above a file is a link, whatever it was when the folder was looked at", async () => {
  const read = (path: string) => readPlainFile(folder, path, limits);
  expect(await read("documents/own/a.txt")).toEqual({
    bytes: Buffer.from("folder/documents/own/a.txt"),
  });
  const reason = "A folder above it is a link.";
  expect(await read("documents/linked/a.txt")).toEqual({ reason });
  expect(await readDocument(folder, "own/a.txt")).toBeDefined();
  expect(await readDocument(folder, "linked/a.txt")).toBeUndefined();
  expect(await readDocument(folder, "../documents/../../elsewhere/a.txt")).toBeUndefined();
});

test("the folder itself may be named by a link", async () => {
  await symlink(folder, join(root, "by-link"));
  const read = await readPlainFile(join(root, "by-link"), "documents/own/a.txt", limits);
  expect(read).toHaveProperty("bytes");
});

const pricesAt = (path: string) => ({ name: "prices.csv", path, kind: priceKind, size: 1 });
const prices = "securityId,date,close\n";

test("a link that has taken the place of a file of records is not followed", async () => {
  await writeFile(join(root, "secret.csv"), `${prices}601,2025-03-04,1\n`);
  await symlink(join(root, "secret.csv"), join(folder, "prices.csv"));
  const batches = await Array.fromAsync(readRows(pricesAt(join(folder, "prices.csv"))));
  expect(batches.flatMap(({ rows }) => rows)).toEqual([
    { line: 1, problems: [{ reason: "This is not a plain file." }] },
  ]);
});

test("a file that is replaced while it is read is read on, and its bad byte is found in it", async () => {
  const path = join(folder, "replaced.csv");
  const row = "601,2025-03-04,1\n";
  const many = 20_000;
  await writeFile(
    path,
    Buffer.concat([Buffer.from(prices + row.repeat(many)), Buffer.from([0xe9])]),
  );
  await writeFile(join(root, "other.csv"), prices);
  const rows: RawRow[] = [];
  for await (const batch of readRows(pricesAt(path))) {
    if (rows.length === 0) await rename(join(root, "other.csv"), path);
    rows.push(...batch.rows);
  }
  expect(rows.length).toBeGreaterThan(many / 2);
  expect(rows.at(-1)).toMatchObject({ line: many + 2, problems: [{ value: "é" }] });
});
