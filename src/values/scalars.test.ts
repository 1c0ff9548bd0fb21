// How single values of a request are decoded: what is accepted, as what, and how the rest is
// refused.

import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import type { Choices } from "./contract-form.ts";
import { parseJson } from "./json.ts";
import type { Problem } from "./problem.ts";
import { bool, choice, codePoints, day, decimal, id, instant, refused, text } from "./scalars.ts";
import { decode, object } from "./wire.ts";

/** The decoded value, or the code (or `SYNTAX`) of the problem in brackets. */
function read(schema: TSchema, json: string): unknown {
  const problems: Problem[] = [];
  const value: unknown = decode(schema, parseJson(json), problems, "theField");
  if (problems.length === 0) return value;
  return problems.map((each) => ("errorCode" in each ? each.errorCode : each.type));
}

const error = { code: "own.code", sentence: "A code of its own." };

describe("a text", () => {
  const face = "😀";
  test.each([
    ["is taken", text(), '"a"', "a"],
    ["keeps its blanks", text(), '" a "', " a "],
    ["is not composed anew", text(), '"e\\u0301"', "e\u0301"],
    ["may not be empty", text(), '""', ["invalid.the.field"]],
    ["may be empty where that is said", text({ min: 0 }), '""', ""],
    ["of the greatest length", text({ max: 3 }), '"abc"', "abc"],
    ["one letter longer", text({ max: 3 }), '"abcd"', ["invalid.the.field"]],
    ["counts code points", text({ max: 3 }), `"${face.repeat(3)}"`, face.repeat(3)],
    ["counts code points beyond", text({ max: 3 }), `"${face.repeat(4)}"`, ["invalid.the.field"]],
    ["of the least length", text({ min: 2 }), `"${face}${face}"`, face + face],
    ["one letter shorter", text({ min: 2 }), `"${face}"`, ["invalid.the.field"]],
    ["of 255 letters where nothing is said", text(), `"${"x".repeat(255)}"`, "x".repeat(255)],
    ["of 256", text(), `"${"x".repeat(256)}"`, ["invalid.the.field"]],
    ["of its pattern", text({ pattern: /^R\d$/ }), '"R1"', "R1"],
    ["of another pattern", text({ pattern: /^R\d$/ }), '"R"', ["invalid.the.field"]],
    ["of another pattern with a code", text({ pattern: /^R\d$/, error }), '"R"', ["own.code"]],
    ["with U+0000", text(), '"\\u0000"', ["invalid.value"]],
    ["with a line feed", text(), '"a\\n"', ["invalid.value"]],
    ["with DEL", text(), '"\\u007f"', ["invalid.value"]],
    ["with a lone surrogate", text(), '"\\ud800"', ["invalid.value"]],
    ["with a control, too long", text({ max: 1, error }), '"a\\u0001b"', ["invalid.value"]],
    ["is no number", text(), "1", ["SYNTAX"]],
    ["is no truth value", text(), "true", ["SYNTAX"]],
    ["is no list", text(), '["a"]', ["SYNTAX"]],
  ])("%s", (_, schema, json, expected) => {
    expect(read(schema, json)).toEqual(expected);
  });

  test("has a length in code points", () => {
    expect([codePoints(""), codePoints("ab"), codePoints("a😀"), codePoints("e\u0301")]).toEqual([
      0, 2, 2, 2,
    ]);
  });
});

describe("a decimal", () => {
  const rate = decimal({ places: 6, min: "0", max: "100" });
  const amount = decimal({ places: 2, above: "0" });
  const bad = ["invalid.the.field"];
  test.each([
    ["as a text", rate, '"0.1"', "0.1"],
    ["as a number, from its digits", rate, "0.1", "0.1"],
    ["of six places", rate, "33.333333", "33.333333"],
    ["of seven places", rate, "33.3333333", bad],
    ["of the least", rate, "0", "0"],
    ["below the least", rate, "-0.000001", bad],
    ["of the greatest", rate, '"100"', "100"],
    ["above the greatest", rate, "100.000001", bad],
    ["with a negative zero", rate, "-0", "0"],
    ["above the bound", amount, "0.01", "0.01"],
    ["on the bound that it must pass", amount, "0.00", bad],
    ["of fifteen digits", amount, "999999999999999.99", "999999999999999.99"],
    ["of sixteen digits", amount, "1000000000000000", bad],
    ["that is long and exact", amount, '"123456789012345.67"', "123456789012345.67"],
    ["of twenty digits", amount, "12345678901234567890", bad],
    ["with an exponent", amount, "1e2", bad],
    ["with an exponent in a text", amount, '"1E2"', bad],
    ["with a blank", amount, '" 1"', bad],
    ["with a plus", amount, '"+1"', bad],
    ["without a digit before the point", amount, '".5"', bad],
    ["without a digit after the point", amount, '"5."', bad],
    ["with a comma", amount, '"1,000"', bad],
    ["in other digits", amount, '"١"', bad],
    ["that is empty", amount, '""', bad],
    ["with its own code", decimal({ places: 0, error }), "0.5", ["own.code"]],
    ["as a truth value", amount, "true", ["SYNTAX"]],
    ["as an object", amount, "{}", ["SYNTAX"]],
  ])("%s", (_, schema, json, expected) => {
    expect(read(schema, json)).toEqual(expected);
  });
});

describe("an id", () => {
  test.each([
    ['"1"', "1"],
    ["1", "1"],
    ["9007199254740993", "9007199254740993"], // no double holds it
    ['"9223372036854775807"', "9223372036854775807"],
    ["9223372036854775808", ["invalid.the.field"]],
    ["12345678901234567890", ["invalid.the.field"]],
    ["0", ["invalid.the.field"]],
    ["-1", ["invalid.the.field"]],
    ["1.0", ["invalid.the.field"]],
    ["1e3", ["invalid.the.field"]],
    ['"01"', ["invalid.the.field"]],
    ['""', ["invalid.the.field"]],
    ['"1 "', ["invalid.the.field"]],
    ["true", ["SYNTAX"]],
    ["[1]", ["SYNTAX"]],
  ])("%s", (json, expected) => {
    expect(read(id(), json)).toEqual(expected);
  });
});

describe("a day", () => {
  test.each([
    ['"2024-02-29"', "2024-02-29"],
    ['"2024-03-01T03:00:00Z"', "2024-02-29"], // 22:00 of the day before in New York
    ['"2024-07-01T00:00:00-04:00"', "2024-07-01"],
    ['"2024-07-01T23:59:59"', "2024-07-01"], // as written
    ['"2023-02-29"', ["invalid.date"]],
    ['"2024-13-01"', ["invalid.date"]],
    ['"1900-01-01"', "1900-01-01"],
    ['"1899-12-31"', ["invalid.date"]],
    ['"0001-01-01"', ["invalid.date"]],
    ['"9899-12-31"', "9899-12-31"],
    ['"9999-12-31"', ["invalid.date"]],
    ['"20240229"', ["invalid.date"]],
    ['"2024-02-29 "', ["invalid.date"]],
    ['""', ["invalid.date"]],
    ["20240229", ["SYNTAX"]],
  ])("%s", (json, expected) => {
    expect(read(day(), json)).toEqual(expected);
  });
});

describe("an instant", () => {
  test.each([
    ['"2026-03-02T10:00:00.563-05:00"', new Date("2026-03-02T15:00:00.563Z")],
    ['"2026-03-02T15:00:00Z"', new Date("2026-03-02T15:00:00Z")],
    ['"2026-03-02T10:00:00-0500"', new Date("2026-03-02T15:00:00Z")],
    ['"2026-03-02T10:00:00"', ["invalid.date"]],
    ['"2026-03-02"', ["invalid.date"]],
    ['"2026-02-30T10:00:00Z"', ["invalid.date"]],
    ['"2026-03-02T25:00:00Z"', ["invalid.date"]],
    ['"2026-03-02T10:00:00+99:00"', ["invalid.date"]],
    ["1", ["SYNTAX"]],
  ])("%s", (json, expected) => {
    expect(read(instant(), json)).toEqual(expected);
  });
});

describe("a truth value", () => {
  test.each([
    ["true", true],
    ["false", false],
    ['"true"', true],
    ['"False"', false],
    ['"TRUE"', true],
    ['"yes"', ["invalid.the.field"]],
    ['" true"', ["invalid.the.field"]],
    ['""', ["invalid.the.field"]],
    ["1", ["SYNTAX"]],
    ["{}", ["SYNTAX"]],
  ])("%s", (json, expected) => {
    expect(read(bool(), json)).toEqual(expected);
  });
});

describe("a code", () => {
  const rows = [{ code: "P", name: "PART_OR_NONE" }];
  const named = (takesNames: boolean): Choices => ({
    rows,
    takesNames,
    codeOf: (value) =>
      rows.find(({ code, name }) => value === code || (takesNames && value === name))?.code,
  });
  test.each([
    ["its code", choice(named(false)), '"P"', "P"],
    ["its name where names are taken", choice(named(true)), '"PART_OR_NONE"', "P"],
    ["its name where they are not", choice(named(false)), '"PART_OR_NONE"', ["invalid.choice"]],
    ["another case", choice(named(true)), '"p"', ["invalid.choice"]],
    ["another code", choice(named(true)), '"Q"', ["invalid.choice"]],
    ["another code with a code of its own", choice(named(true), { error }), '"Q"', ["own.code"]],
    ["no text", choice(named(true)), "1", ["SYNTAX"]],
  ])("is given by %s", (_, schema, json, expected) => {
    expect(read(schema, json)).toEqual(expected);
  });
});

test("a code that is not in its list is refused with the codes that are", () => {
  const rows = [
    { code: "P", name: "PART" },
    { code: "Q", name: "QUICK" },
  ];
  const codeOf = (value: string) => rows.find(({ code }) => value === code)?.code;
  const problems: Problem[] = [];
  decode(object({ x: choice({ rows, takesNames: false, codeOf }) }), { x: "R" }, problems);
  const message = "The value is not in the field's code list: P, Q.";
  expect(problems).toEqual([
    { type: "VALIDATION_FIELD", field: "x", errorCode: "invalid.choice", message },
  ]);
});

test("a field that may never be sent is refused with its code, whatever it holds", () => {
  for (const json of ['"x"', "1", "[]", "{}", "false"]) {
    expect(read(refused(error), json)).toEqual(["own.code"]);
  }
});
