// The sample firm's files: those that are kept are those that are drawn, and later days only follow.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addDays } from "@bursar/values/dates";
import { beforeAll, expect, test } from "vitest";
import { csvRows } from "./csv-rows.ts";
import { type SampleFiles, sampleFiles, writtenOn } from "./sample-files.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "samples");

let written: SampleFiles;
let later: SampleFiles;
beforeAll(async () => {
  written = await sampleFiles(folder, writtenOn);
  later = await sampleFiles(folder, addDays(writtenOn, 51));
});

/** The rows of a file as lines, with what they are. */
function rowsOf(files: SampleFiles, name: string) {
  return csvRows(files.get(name) ?? "").map((row) => ({ row, text: JSON.stringify(row) }));
}

test("the files that are kept are those that `npm run sample` writes", async () => {
  for (const [name, text] of written) {
    const isKept = (await readFile(join(folder, name), "utf8")) === text;
    expect(isKept, `${name} differs: run npm run sample`).toBe(true);
  }
});

test("closes end on the day before, and a later firm has the same ones before its own", () => {
  const closes = rowsOf(written, "prices.csv");
  const after = new Set(rowsOf(later, "prices.csv").map(({ text }) => text));
  expect(closes.filter(({ text }) => !after.has(text))).toEqual([]);
  // The day before is a holiday.
  expect(
    closes
      .map(({ row }) => row.date ?? "")
      .toSorted()
      .at(-1),
  ).toBe("2026-11-25");
});

test("a later firm has the same transactions, and more", () => {
  const after = new Set(rowsOf(later, "transactions.csv").map(({ text }) => text));
  const rows = rowsOf(written, "transactions.csv");
  // The fees of the last quarter are taken once it is billed; what follows them may differ by their cents.
  const before = rows.filter(({ row }) => (row.tradeDate ?? "") < "2026-10-15");
  expect(before.filter(({ text }) => !after.has(text))).toEqual([]);
  expect(after.size).toBeGreaterThan(rows.length);
});

test("the README shows days on which every later firm has the same values", async () => {
  const [rows, after] = [written, later].map((files) => rowsOf(files, "transactions.csv"));
  const texts = new Set(rows?.map(({ text }) => text));
  const others = (after ?? []).filter(({ text }) => !texts.has(text));
  const [first = ""] = others.map(({ row }) => row.tradeDate ?? "").toSorted();
  // The service takes the last billed quarter's fees, and later ones are drawn: they may differ by a cent.
  expect(first).not.toBe("");
  const readme = await readFile(join(folder, "..", "README.md"), "utf8");
  const [, shown = ""] = /daterange=[\d-]+,([\d-]+)/.exec(readme) ?? [];
  expect(shown).not.toBe("");
  expect(shown < first, `${shown} is before ${first}`).toBe(true);
});

test("securities pay on days of their own, and a fee run takes the last quarter's fees", () => {
  const rows = rowsOf(written, "transactions.csv").map(({ row }) => row);
  const recent = rows.filter(({ exDate = "" }) => exDate > "2026-01-01");
  const bySecurity = Map.groupBy(recent, ({ securityId }) => securityId);
  const days = [...bySecurity.values()].map(([row]) => row?.exDate?.slice(8));
  expect(new Set(days).size).toBeGreaterThan(5);
  const fees = rows.filter(({ transactionType }) => transactionType === "FEE");
  const lastOf = (firm: string) =>
    fees
      .filter(({ accountNumber = "" }) => accountNumber.startsWith(firm))
      .map(({ tradeDate }) => tradeDate ?? "")
      .toSorted()
      .at(-1);
  expect([lastOf("RA"), lastOf("RB")]).toEqual(["2026-04-15", "2026-07-15"]);
});

test("what was new is new again, by whole weeks, and the past stays", () => {
  // 51 days later are seven weeks later.
  expect(written.get("transfers.csv")).toContain("2026-11-25T09:30:00.000-05:00");
  expect(later.get("transfers.csv")).toContain("2027-01-13T09:30:00.000-05:00");
  expect(later.get("transfers.csv")).toContain("2024-03-07T14:22:55.563-05:00");
});
