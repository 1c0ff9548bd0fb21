// The examples of docs/loading.md are files that can be loaded, and make one firm when loaded
// together.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newDatabase } from "../../../test/database.ts";
import { testContext, lastDayOfSample as today } from "../../../test/sample-template.ts";
import { loadOrder } from "../../load-order.ts";
import type { Problem } from "../../values/problem.ts";
import { checkShape } from "../../values/shape-rule.ts";
import { decodeSoundFields } from "../../values/wire.ts";
import { loadFolder } from "./load-folder.ts";
import type { LoadedRow } from "./load-kind.ts";
import { loadingPage } from "./loading-page.ts";
import { readRows } from "./read-rows.ts";

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
      problems.push(...checkShape(kind.rules ?? [], decoded, undefined, found));
      if (found.length === 0) problems.push(...(kind.check?.(decoded) ?? []));
    }
    await rm(folder, { recursive: true });
    expect(problems).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  },
);

test("the examples load together into an empty store, and again without a change", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bursar-examples-"));
  const store = await newDatabase();
  try {
    for (const { name, example } of loadOrder)
      await writeFile(join(folder, `${name}.csv`), example);
    await mkdir(join(folder, "documents"));
    await writeFile(join(folder, "documents", "rwb-ppm-1.0.pdf"), "The memorandum.");
    const ctx = testContext(store.database);
    const report = await loadFolder(ctx, loadOrder, folder, { today });
    expect(report.filter(({ added, rows }) => added === 0 || added !== rows)).toEqual([]);
    const again = await loadFolder(ctx, loadOrder, folder, { today });
    expect(again.filter(({ added, changed }) => added + changed > 0)).toEqual([]);
  } finally {
    await store.drop();
    await rm(folder, { recursive: true });
  }
});

test("every kind has its section, in the order of loading", () => {
  const sections = [...loadingPage(loadOrder).matchAll(/^## (\S+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(loadOrder.map((kind) => kind.name));
});
