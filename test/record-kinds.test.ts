// The examples of docs/loading.md are files that can be loaded, and make one firm when loaded
// together.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kindSections } from "../scripts/docs/record-kinds.ts";
import { useOfColumn } from "../src/brokerage/books/transactions/column-rules.ts";
import { transactionKind } from "../src/brokerage/books/transactions/load.ts";
import { requestRules } from "../src/loading/load-by-request.ts";
import { loadOrder, smallestFirm } from "../src/loading/load-order.ts";
import { loadFolder } from "../src/platform/bulk/apply/load-folder.ts";
import type { LoadedRow } from "../src/platform/bulk/load-kind.ts";
import { readRows } from "../src/platform/bulk/read/read-rows.ts";
import type { Problem } from "../src/values/problem.ts";
import { checkShape } from "../src/values/shape-rule.ts";
import { decodeSoundFields } from "../src/values/wire.ts";
import { newDatabase } from "./database.ts";
import { loadFiles } from "./held-load.ts";
import { testContext, lastDayOfSample as today } from "./sample-template.ts";

test.each(loadOrder.map((kind) => [kind.name, kind] as const))(
  "the example of %s has rows without a problem",
  async (_name, kind) => {
    const folder = await mkdtemp(join(tmpdir(), "bursar-example-"));
    const file = { name: `${kind.name}.csv`, path: join(folder, "example.csv"), kind, size: 0 };
    await writeFile(file.path, kind.example);
    const problems: unknown[] = [];
    const batches = await Array.fromAsync(readRows(file));
    const rows = batches.flatMap((batch) => batch.rows);
    for (const row of rows) {
      const found: Problem[] = [];
      const decoded = decodeSoundFields(kind.schema, row.fields ?? {}, found) as LoadedRow;
      problems.push(...row.problems, ...found);
      problems.push(...checkShape(kind.rules ?? [], decoded, { today }, found));
    }
    await rm(folder, { recursive: true });
    expect(problems).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  },
);

test.each([
  // A decision is on a line, which no file brings.
  ["all", loadOrder.filter(({ name }) => name !== "corporate-event-lines")],
  ["those of the smallest firm", loadOrder.filter(({ name }) => smallestFirm.has(name))],
])(
  "the examples load together into an empty store, and again without a change: %s",
  async (_, kinds) => {
    const folder = await mkdtemp(join(tmpdir(), "bursar-examples-"));
    const store = await newDatabase();
    try {
      for (const { name, example } of kinds) await writeFile(join(folder, `${name}.csv`), example);
      await mkdir(join(folder, "documents"));
      await writeFile(join(folder, "documents", "rwb-ppm-1.0.pdf"), "The memorandum.");
      for (const name of ["statement-2026-01.pdf", "passport.pdf"]) {
        await writeFile(join(folder, "documents", name), `%PDF-1.4 ${name}`);
      }
      const ctx = testContext(store.database);
      const report = await loadFolder(ctx, loadOrder, folder, { today });
      expect(report).toHaveLength(kinds.length);
      expect(report.filter(({ added, rows }) => added === 0 || added !== rows)).toEqual([]);
      const again = await loadFolder(ctx, loadOrder, folder, { today });
      expect(again.filter(({ added, changed }) => added + changed > 0)).toEqual([]);
    } finally {
      await store.drop();
      await rm(folder, { recursive: true });
    }
  },
);

test("the columns of each type of transaction are on the page as the rules have them", () => {
  const lines = kindSections(loadOrder, requestRules).split("\n");
  const head = lines.find((line) => line.startsWith("| Column | BUY |")) ?? "";
  const types = cellsOf(head).slice(1);
  expect(types).toContain("CXL");
  const rows = lines.slice(lines.indexOf(head) + 2).map(cellsOf);
  const uses = { R: "required", o: "optional", "": "refused" } as const;
  for (const column of Object.keys(transactionKind.schema.properties)) {
    const [, ...signs] = rows.find(([name]) => name === `\`${column}\``) ?? [];
    const columns = signs.map((sign) => uses[sign as keyof typeof uses]);
    expect(columns, column).toEqual(types.map((type) => useOfColumn(type, column)));
  }
});

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test("every kind has its section, in the order of loading", () => {
  const sections = [...kindSections(loadOrder, requestRules).matchAll(/^## (\S+)$/gm)].map(
    ([, name]) => name,
  );
  expect(sections).toEqual(loadOrder.map((kind) => kind.name));
});

test("the rows to copy load behind the smallest firm, and are of every type that needs one", async () => {
  const page = await readFile(new URL("../docs/loading.md", import.meta.url), "utf8");
  const [, section = ""] = page.split("## Rows to copy\n");
  const [, text = ""] = /```csv\n([\s\S]*?)```/.exec(section) ?? [];
  const store = await newDatabase();
  try {
    const own = loadOrder.filter(({ name }) => smallestFirm.has(name));
    const examples = own.map(({ name, example }) => [`${name}.csv`, example] as const);
    await loadFiles(store.database, Object.fromEntries(examples), loadOrder, { today });
    const files = { "transactions.csv": text };
    const [report] = await loadFiles(store.database, files, loadOrder, { today });
    expect(report?.added).toBe(text.trim().split("\n").length - 1);
  } finally {
    await store.drop();
  }
  const types = text.split("\n").map((line) => line.split(",")[2]);
  const added = ["MRG", "EXR", "BAS", "STU", "AVE", "AVR", "AVX", "INT", "RDM", "CIL", "SPO"];
  expect(types).toEqual(expect.arrayContaining(added));
});
