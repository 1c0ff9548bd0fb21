// docs/data-model.md names every table and constraint of the migrations, and no other.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/data-model.md");
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name).toSorted();

const written = globSync("migrations/*.sql", { cwd: root })
  .map((path) => read(path).replace(/^--.*$/gm, ""))
  .join("\n");
const dropped = namesIn(written, /^drop table (\w+);$/gm);
/** The migrations without the tables that a later one drops. */
const sql = written.replace(/^create table (\w+) \([\s\S]*?^\);$/gm, (made, table) =>
  dropped.includes(table) ? "" : made,
);

test("each table of the migrations has a section", () => {
  // The table of migrations is created before the first of them. Partitions belong to their table.
  const tables = [...namesIn(sql, /^create table (\w+)(?! partition)\b/gm), "migration"].toSorted();
  expect(namesIn(page, /^### `(\w+)`$/gm)).toEqual(tables);
});

test("each named constraint and unique index is on the page", () => {
  const made = namesIn(sql, /(?<!drop |comment on )\bconstraint (\w+)/g);
  const gone = namesIn(sql, /\bdrop constraint (\w+)/g);
  const times = (names: readonly string[], name: string) =>
    names.filter((each) => each === name).length;
  const constraints = made.filter((name) => times(made, name) > times(gone, name));
  const indexes = namesIn(sql, /^create unique index (\w+)/gm);
  // Names with capitals are the operations whose audit entries the page describes.
  const rows = namesIn(page, /^\| `([a-z_0-9]+)` \| .*\|$/gm);
  const narrow = ["audit_head", "document_content", "event", "migration"];
  expect(rows.filter((name) => !narrow.includes(name))).toEqual(
    [...new Set([...constraints, ...indexes])].toSorted(),
  );
});

/** The error codes that each constraint names in its last comment. */
const commentOf = new Map(
  [...sql.matchAll(/^comment on (?:constraint|index) (\w+)(?: on \w+)? is\s+'([^']+)';$/gm)].map(
    ([, constraint = "", codes = ""]) => [constraint, codes.split(", ")],
  ),
);
const comments = [...commentOf].map(([constraint, codes]) => ({ constraint, codes }));

test("each constraint that backs error codes names them, as the page does", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| .* \| (`.+`) \|$/gm)]
    .map(([, constraint = "", cell = ""]) => ({ constraint, codes: namesIn(cell, /`([^`]+)`/g) }))
    .filter(({ codes }) => codes.every((code) => code.includes(".")));
  const named = comments.map(({ constraint }) => constraint);
  expect(rows.map(({ constraint }) => constraint).toSorted()).toEqual(named.toSorted());
  for (const { constraint, codes } of comments) {
    const row = rows.find((each) => each.constraint === constraint);
    const shown = (row?.codes ?? []).map((code) => code.split("…"));
    const isShown = (code: string) =>
      shown.some(([start = "", end = ""]) => code.startsWith(start) && code.endsWith(end));
    expect(codes.filter((code) => !isShown(code))).toEqual([]);
  }
});

test("each code that a constraint names is one of the service, whose rule names the constraint", () => {
  const errors = read("docs/errors.md");
  const sources = globSync("src/brokerage/*/*/{rules,schema}.ts", { cwd: root }).map(read);
  for (const { constraint, codes } of comments) {
    expect(codes.filter((code) => !errors.includes(`\`${code}\``))).toEqual([]);
    expect(sources.filter((text) => text.includes(`\`${constraint}\``))).toHaveLength(1);
  }
});

test("each error code on the page is a code of the service", () => {
  const errors = read("docs/errors.md");
  const codes = namesIn(page, /`((?:account|offer|restriction|invalid)(?:\.[a-z]+){2,})`/g);
  expect(codes.length).toBeGreaterThan(9);
  expect(codes.filter((code) => !errors.includes(`\`${code}\``))).toEqual([]);
});
