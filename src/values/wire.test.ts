// How lists and objects of a request are decoded, and which problems are noted.
import { describe, expect, test } from "vitest";
import { parseJson } from "./json.ts";
import { invalid, type Problem } from "./problem.ts";
import { day, decimal, id, text } from "./scalars.ts";
import {
  codesOf,
  decode,
  decodeSoundFields,
  emptiable,
  kindOf,
  list,
  nullable,
  object,
  optional,
} from "./wire.ts";

const Person = object({
  name: text({ max: 5 }),
  sharePct: optional(decimal({ places: 2 })),
  tags: optional(list(text({ max: 3 }), { max: 2 })),
  firms: optional(list(id(), { nullIsAbsent: true })),
  home: optional(object({ city: text(), movedOn: optional(day()) })),
});

/** The problems that were noted, one word each: `SYNTAX field` or `code field`. */
function faultsOf(json: string): string[] {
  const problems: Problem[] = [];
  decode(Person, parseJson(json), problems);
  return problems.map((problem) => {
    const code = "errorCode" in problem ? problem.errorCode : problem.type;
    return `${code} ${"field" in problem ? problem.field : ""}`;
  });
}

describe("an object", () => {
  test("is decoded field by field; what was not sent is absent", () => {
    const json = '{"name": "Ada", "sharePct": 33.33, "home": {"city": "Buffalo"}, "firms": [7]}';
    const problems: Problem[] = [];
    const decoded = decode(Person, parseJson(json), problems);
    expect([problems, decoded]).toEqual([
      [],
      { name: "Ada", sharePct: "33.33", home: { city: "Buffalo" }, firms: ["7"] },
    ]);
    expect(Object.keys(decoded ?? {})).toEqual(["name", "sharePct", "firms", "home"]);
  });

  test.each([
    ["nothing wrong", '{"name": "Ada"}', []],
    ["a required field left out", "{}", ["null.name name"]],
    ["null for a required field", '{"name": null}', ["null.name name"]],
    ["null for an optional scalar", '{"name": "Ada", "sharePct": null}', []],
    ["null for an optional object", '{"name": "Ada", "home": null}', []],
    ["null for a list", '{"name": "Ada", "tags": null}', ["null.tags tags"]],
    ["null for a list that may be null", '{"name": "Ada", "firms": null}', []],
    ["an unknown field", '{"name": "Ada", "x": 1}', ["SYNTAX x"]],
    ["a field in another case", '{"name": "Ada", "Name": "x"}', ["SYNTAX Name"]],
    ["a name of Object.prototype", '{"name": "Ada", "toString": 1}', ["SYNTAX toString"]],
    [
      "an unknown field further down",
      '{"name": "Ada", "home": {"city": "B", "zip": 1}}',
      ["SYNTAX home.zip"],
    ],
    ["a required field further down", '{"name": "Ada", "home": {}}', ["null.home.city home.city"]],
    ["a list where an object is wanted", '{"name": "Ada", "home": []}', ["SYNTAX home"]],
    ["a number where an object is wanted", '{"name": "Ada", "home": 1}', ["SYNTAX home"]],
    ["an object where a text is wanted", '{"name": {}}', ["SYNTAX name"]],
    ["an object where a list is wanted", '{"name": "Ada", "tags": {}}', ["SYNTAX tags"]],
    ["an entry that is wrong", '{"name": "Ada", "tags": ["a", "long"]}', ["invalid.tags tags[1]"]],
    ["an entry that is null", '{"name": "Ada", "tags": [null]}', ["null.tags tags[0]"]],
    ["an entry of another kind", '{"name": "Ada", "tags": [1]}', ["SYNTAX tags[0]"]],
    ["too many entries", '{"name": "Ada", "tags": ["a", "b", "c"]}', ["invalid.tags tags"]],
    [
      "everything at once",
      '{"x": 1, "tags": null, "home": {"movedOn": "2023-02-29"}, "sharePct": "a"}',
      [
        "SYNTAX x",
        "null.name name",
        "invalid.share.pct sharePct",
        "null.tags tags",
        "null.home.city home.city",
        "invalid.date home.movedOn",
      ],
    ],
  ])("with %s", (_, json, expected) => {
    expect(faultsOf(json)).toEqual(expected);
  });

  test.each(["[]", "null", "1", '"x"', "true"])("is not %s: a problem of the body", (json) => {
    expect(faultsOf(json)).toEqual(["SYNTAX body"]);
  });

  test("with a fault is not decoded, but its sound fields are where rules need them", () => {
    const raw = parseJson('{"name": "too long", "tags": ["a"]}');
    expect(decode(Person, raw, [])).toBeUndefined();
    const problems: Problem[] = [];
    expect(decodeSoundFields(Person, raw, problems)).toEqual({ tags: ["a"] });
    expect(problems).toHaveLength(1);
  });

  test("may accept other spellings", () => {
    const Either = object(
      { name: text() },
      { prepare: ({ title, ...raw }) => (title === undefined ? raw : { ...raw, name: title }) },
    );
    expect(decode(Either, parseJson('{"title": "a"}'), [])).toEqual({ name: "a" });
  });
});

test("null empties a field that can be emptied, and is otherwise the same as leaving it out", () => {
  const Change = object({
    amount: optional(emptiable(decimal({ places: 2 }))),
    price: optional(decimal({ places: 2 })),
  });
  const problems: Problem[] = [];
  const json = parseJson('{"amount": null, "price": null}');
  expect(decode(Change, json, problems)).toEqual({ amount: null });
  expect(decode(Change, parseJson('{"amount": 1.5}'), problems)).toEqual({ amount: "1.5" });
  expect(problems).toEqual([]);
  expect(decode(Change, parseJson('{"amount": "x"}'), problems)).toBeUndefined();
  expect(problems).toEqual([invalid("amount")]);
  expect((Change.properties.amount as { type?: unknown }).type).toEqual([
    "string",
    "number",
    "null",
  ]);
});

test("a list has at most a thousand entries unless stated otherwise", () => {
  const many = (count: number) => parseJson(JSON.stringify(Array(count).fill("a")));
  const problems: Problem[] = [];
  expect(decode(list(text()), many(1000), problems)).toHaveLength(1000);
  expect(decode(list(text()), many(1001), problems, "names")).toBeUndefined();
  expect(problems).toEqual([
    { type: "VALIDATION_FIELD", field: "names", errorCode: "invalid.names" },
  ]);
});

test("every code that decoding can give is known beforehand", () => {
  expect(new Set(codesOf(Person))).toEqual(
    new Set([
      "null.name",
      "invalid.name",
      "invalid.value",
      "invalid.share.pct",
      "null.tags",
      "invalid.tags",
      "null.firms",
      "invalid.firms",
      "null.home.city",
      "invalid.home.city",
      "invalid.date",
    ]),
  );
});

test("the kind of a wire type says how it is written in a cell of a file", () => {
  expect([kindOf(text()), kindOf(list(text())), kindOf(Person)]).toEqual([
    "scalar",
    "list",
    "object",
  ]);
});

test("a schema that cannot decode is a defect, as is a nullable one without a single type", () => {
  expect(() => decode({ type: "string" } as never, "x", [])).toThrow("not a wire type");
  expect(() => nullable({ enum: [1] } as never)).toThrow("one JSON type");
  expect(nullable(text())).toMatchObject({ type: ["string", "null"] });
});

test("a parameter's words are those of its name without the X", () => {
  expect([invalid("taxyear"), invalid("X-Associated-Member-Id")]).toEqual([
    { type: "VALIDATION_FIELD", field: "taxyear", errorCode: "invalid.taxyear" },
    {
      type: "VALIDATION_FIELD",
      field: "X-Associated-Member-Id",
      errorCode: "invalid.associated.member.id",
    },
  ]);
});
