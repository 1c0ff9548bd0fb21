// Checks what composed SQL may be made of.
import { expect, test } from "vitest";
import { declared, joined, literal } from "./declared-sql.ts";
import { part, partText } from "./sql.ts";

const columns = ["account_number", "tax_year"];

test("names, parts and whole numbers can be composed", () => {
  const key = joined(columns.map((column) => `t.${column}`));
  const text = declared`select ${key} from ${"lot"} t where ${part`t.sold`} limit ${20}`;
  expect(partText(text)).toBe(
    "select t.account_number, t.tax_year from lot t where t.sold limit 20",
  );
  expect(partText(joined([part`a`, declared`b`], " and "))).toBe("a and b");
});

test.each([
  ["a statement", "lot; drop table lot"],
  ["a condition", "true or true"],
  ["a name in quotes", '"lot"'],
  ["a name in capitals", "Lot"],
  ["a schema's table's column", "a.b.c"],
  ["nothing", ""],
  ["a name that PostgreSQL would cut", "x".repeat(64)],
  ["a name with a line after it", "lot\n"],
  ["a fraction", 0.5],
  ["no number", Number.NaN],
  ["an absent value", undefined],
  ["null", null],
  ["an object that looks like a part", { text: "lot" }],
  ["a list", ["lot"]],
])("%s is refused", (_, place) => {
  expect(() => declared`select from ${place as string}`).toThrow(TypeError);
  expect(() => joined([place as string])).toThrow(TypeError);
});

test("a text passed to the tag as to a function is refused", () => {
  const text = "drop table lot";
  const forged = Object.assign([text], { raw: [text] });
  for (const strings of [text, [text], forged]) {
    expect(() => declared(strings as unknown as TemplateStringsArray)).toThrow(TypeError);
  }
});

test("a literal is quoted, and contains nothing that a server's settings could change the meaning of", () => {
  expect(partText(literal("reported-years"))).toBe("'reported-years'");
  expect(partText(literal("the account's"))).toBe("'the account''s'");
  expect(() => literal("\\' or true --")).toThrow(TypeError);
  expect(() => literal("\0")).toThrow(TypeError);
});
