// Where a migration is divided, so that a table can be placed before anything refers to it, and how a
// table is changed in steps.
import { expect, test } from "vitest";
import { splitParts, splitSteps } from "./migrating.ts";

const made = (table: string) => `create table ${table} (\n  id bigint primary key\n);`;

test("a migration is divided behind each table that it makes", () => {
  const text = `-- Two tables; of one account.\n${made("one")}\n\nalter table one add b text;\n${made("two")}\n`;
  expect(splitParts(text)).toEqual([
    { table: "one", statements: `-- Two tables; of one account.\n${made("one")}` },
    { table: "two", statements: `\n\nalter table one add b text;\n${made("two")}` },
  ]);
});

test("what comes behind the last table, and a migration that makes none, stay whole", () => {
  const rest = "\ncreate index on one (id);\n";
  expect(splitParts(made("one") + rest).at(-1)).toEqual({ table: undefined, statements: rest });
  expect(splitParts(rest)).toEqual([{ table: undefined, statements: rest }]);
});

test("statements are made one by one, and a change of a table that adds a constraint in steps", () => {
  const change = [
    "-- What there is of one.",
    "alter table one",
    "  add column b numeric(3, 1),",
    "  -- No foreign key: others come first.",
    "  add column c text,",
    "  add constraint one_check check (",
    "    b is null",
    "    or c in ('d', 'e'));",
  ].join("\n");
  const head = "-- What there is of one.\nalter table one\n";
  const index = "create index on one (b);";
  const columns = "alter table one\n  add column b text,\n  add column c text;";
  expect(splitSteps(`${change}\n${index}\n\n${columns}\n`)).toEqual([
    `${head}  add column b numeric(3, 1)`,
    `${head}  -- No foreign key: others come first.\n  add column c text`,
    `${head}  add constraint one_check check (\n    b is null\n    or c in ('d', 'e'));`,
    index,
    `\n${columns}`,
  ]);
  const made = "create function one() returns trigger as $$\nbegin\n  new.a := 1;\nend;\n$$;\n";
  expect(splitSteps(made)).toEqual([made]);
});

test("the check of a column that is added is a step of its own, named as PostgreSQL names it", () => {
  const change = [
    "alter table one",
    "  -- Null where it is not known.",
    "  add column b text check (b in ('c', 'd')),",
    "  add column e numeric",
    "    check (e >= 0);",
  ].join("\n");
  expect(splitSteps(`${change}\n`)).toEqual([
    "alter table one\n  -- Null where it is not known.\n  add column b text",
    "alter table one\n  add constraint one_b_check check (b in ('c', 'd'))",
    "alter table one\n  add column e numeric",
    "alter table one\n  add constraint one_e_check check (e >= 0);",
  ]);
});
