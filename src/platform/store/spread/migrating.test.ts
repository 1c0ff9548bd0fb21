// Where a migration is divided, so that a table can be placed before anything refers to it.
import { expect, test } from "vitest";
import { partsOf } from "./migrating.ts";

const made = (table: string) => `create table ${table} (\n  id bigint primary key\n);`;

test("a migration is divided behind each table that it makes", () => {
  const text = `-- Two tables; of one account.\n${made("one")}\n\nalter table one add b text;\n${made("two")}\n`;
  expect(partsOf(text)).toEqual([
    { table: "one", statements: `-- Two tables; of one account.\n${made("one")}` },
    { table: "two", statements: `\n\nalter table one add b text;\n${made("two")}` },
  ]);
});

test("what comes behind the last table, and a migration that makes none, stay whole", () => {
  const rest = "\ncreate index on one (id);\n";
  expect(partsOf(made("one") + rest).at(-1)).toEqual({ table: undefined, statements: rest });
  expect(partsOf(rest)).toEqual([{ table: undefined, statements: rest }]);
});
