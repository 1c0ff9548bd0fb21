// Holds what a statement's places become.
import { expect, test } from "vitest";
import { part, sql } from "./sql.ts";

const columns = part`name, ${part`first, last`}`;
const statementOf = (name: string) =>
  sql`select ${columns} from member where name = ${name} and ${columns} is not null and ${1}`;

test("a value is a parameter, a part is text, and parameters are counted without parts", () => {
  expect(statementOf("x")).toEqual({
    name: expect.stringMatching(/^b_[\w-]{22}$/),
    text: "select name, first, last from member where name = $1 and name, first, last is not null and $2",
    values: ["x", 1],
  });
});

test("a place keeps its text and name from call to call", () => {
  expect(statementOf("y")).toEqual({ ...statementOf("x"), values: ["y", 1] });
});

test("statements of one text have one name", () => {
  expect(sql`select ${1}`.name).toBe(sql`select ${2}`.name);
  expect(sql`select ${part`a`}`).toMatchObject({ text: "select a", values: [] });
  expect(sql`select a`.name).toBe(sql`select ${part`a`}`.name);
});

test("what a caller sends is never a part", () => {
  for (const value of [
    "part",
    { part: "x" },
    JSON.parse('{"Symbol(part)":"x"}'),
    null,
    undefined,
  ]) {
    expect(sql`select ${value}`).toMatchObject({ text: "select $1", values: [value] });
  }
});
