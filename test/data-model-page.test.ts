// docs/data-model.md names every table and constraint of the migrations, and no other.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/data-model.md");
const sql = globSync("migrations/*.sql", { cwd: root }).map(read).join("\n");

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name).toSorted();

test("each table of the migrations has a section", () => {
  // The table of migrations is created before the first of them.
  const tables = [...namesIn(sql, /^create table (\w+)/gm), "migration"].toSorted();
  expect(namesIn(page, /^### `(\w+)`$/gm)).toEqual(tables);
});

test("each named constraint and unique index is on the page", () => {
  const constraints = namesIn(sql, /(?<!drop )\bconstraint (\w+)/g);
  const indexes = namesIn(sql, /^create unique index (\w+)/gm);
  // Names with capitals are the operations whose audit entries the page describes.
  const rows = namesIn(page, /^\| `([a-z_0-9]+)` \| .*\|$/gm);
  const narrow = ["audit_head", "migration"];
  expect(rows.filter((name) => !narrow.includes(name))).toEqual(
    [...constraints, ...indexes].toSorted(),
  );
});

test("each error code on the page is a code of the service", () => {
  const errors = read("docs/errors.md");
  const codes = namesIn(page, /`((?:account|offer|restriction|invalid)(?:\.[a-z]+){2,})`/g);
  expect(codes.length).toBeGreaterThan(9);
  expect(codes.filter((code) => !errors.includes(`\`${code}\``))).toEqual([]);
});
