// Checks that a large firm is the same for the same seed, whole, and loads without a problem.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase } from "../../../test/database.ts";
import {
  fixtureFolder,
  testContext,
  lastDayOfSample as today,
} from "../../../test/sample-template.ts";
import { loadOrder } from "../../loading/load-order.ts";
import { loadFolder } from "../../platform/bulk/apply/load-folder.ts";
import { drawsFor } from "./draws.ts";
import { valuedDays } from "./unit-value-rows.ts";
import { writeFirm } from "./write-firm.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-large-"));
});
afterAll(() => rm(root, { recursive: true }));

async function written(seed: string, accounts = 120, folioValues = false) {
  const out = await mkdtemp(join(root, "firm-"));
  const files = await writeFirm(
    { accounts, days: valuedDays(12), seed, folioValues },
    fixtureFolder,
    out,
  );
  return { out, files: files || [] };
}

async function digestOf(folder: string): Promise<string> {
  const digest = createHash("sha256");
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === "documents") continue;
    digest.update(`${name}\n`).update(await readFile(join(folder, name)));
  }
  return digest.digest("hex");
}

test("the same seed gives the same bytes, another seed different ones", async () => {
  const [one, again, other] = await Promise.all([written("7"), written("7"), written("8")]);
  expect(await digestOf(again.out)).toBe(await digestOf(one.out));
  expect(await digestOf(other.out)).not.toBe(await digestOf(one.out));
});

test("a firm loads into a store with the sample of a later day: it has no standing breaks", async () => {
  expect(await readdir(fixtureFolder)).toContain("reconciliation-breaks.csv");
  const { out } = await written("7", 10);
  expect(await readdir(out)).not.toContain("reconciliation-breaks.csv");
});

test("a seed draws the same numbers on every machine", () => {
  const draws = drawsFor("1", "a purpose");
  expect([1, 2, 3, 4, 5, 6].map(() => draws.below(1000))).toMatchInlineSnapshot(`
    [
      430,
      742,
      446,
      988,
      943,
      929,
    ]
  `);
});

test("a firm of fewer accounts is the beginning of a larger one", async () => {
  const small = await written("7", 60);
  const large = await written("7", 90);
  const text = await readFile(join(small.out, "unit-values.csv"), "utf8");
  const longer = await readFile(join(large.out, "unit-values.csv"), "utf8");
  expect(longer.startsWith(text)).toBe(true);
});

test("a year has 252 valued days, none of them on a weekend", () => {
  const days = valuedDays(252);
  expect([days.length, days[0], days.at(-1)]).toMatchInlineSnapshot(`
    [
      252,
      "2025-09-30",
      "2026-09-30",
    ]
  `);
  const weekend = days.filter((day) => Temporal.PlainDate.from(day).dayOfWeek > 5);
  expect(weekend).toEqual([]);
});

test("every file of records loads without a problem, and a second time without a change", async () => {
  const { out, files } = await written("7", 120, true);
  const store = await newDatabase();
  try {
    const ctx = testContext(store.database);
    const report = await loadFolder(ctx, loadOrder, out, { today });
    expect(report.map(({ file }) => file).toSorted()).toEqual(files.map(({ file }) => file));
    const values = report.find(({ file }) => file === "unit-values.csv");
    const sample = await readFile(join(fixtureFolder, "unit-values.csv"), "utf8");
    expect(values?.added).toBe(120 * 12 * 2 + sample.trimEnd().split("\n").length - 1);
    const again = await loadFolder(ctx, loadOrder, out, { today });
    expect(again.filter(({ added, changed }) => added + changed > 0)).toEqual([]);
  } finally {
    await store.drop();
  }
});

test("a folder that is not empty is left alone", async () => {
  const out = await mkdtemp(join(root, "full-"));
  await writeFile(join(out, "mine.txt"), "mine");
  const plan = { accounts: 1, days: valuedDays(1), seed: "7", folioValues: false };
  expect(await writeFirm(plan, fixtureFolder, out)).toBe(false);
  expect(await readdir(out)).toEqual(["mine.txt"]);
});
