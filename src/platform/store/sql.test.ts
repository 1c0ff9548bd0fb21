// The placeholders of a statement as PostgreSQL receives them.
import { expect, test } from "vitest";
import { part, type SqlPart, sql } from "./sql.ts";

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

test("a call site keeps its text and name from call to call", () => {
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

test("a call site whose text varies is refused", () => {
  const inOrder = (order: unknown) => sql`select name from member order by ${order}`;
  expect(inOrder(part`name`).text).toBe("select name from member order by name");
  expect(inOrder(part`name`).text).toBe("select name from member order by name");
  expect(() => inOrder(part`login_id`)).toThrow("varies");
  expect(() => inOrder("name")).toThrow("varies");

  const named = (name: unknown) => sql`select from member where name = ${name}`;
  expect(named("x").values).toEqual(["x"]);
  expect(() => named(part`name`)).toThrow("varies");
});

test("a statement or part whose text is not a template in the code is refused", () => {
  const text = "select 1";
  const forged = Object.assign([text], { raw: [text] });
  for (const strings of [text, [text], forged] as unknown as TemplateStringsArray[]) {
    expect(() => sql(strings)).toThrow("template");
    expect(() => part(strings)).toThrow("template");
  }
});

test("a part is made of parts alone", () => {
  for (const value of ["name", 1, undefined, { text: "name" }] as unknown as SqlPart[]) {
    expect(() => part`select ${value}`).toThrow(TypeError);
  }
});
