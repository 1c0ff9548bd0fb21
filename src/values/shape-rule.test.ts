// The rules of the shape stage apply to everything that is sound.
import { describe, expect, test } from "vitest";
import { fieldProblem, type Problem, ruleProblem, syntax, unrecognized } from "./problem.ts";
import { checkShape, entryRules, matchesPath, shapeRules } from "./shape-rule.ts";

interface Body {
  readonly low?: string;
  readonly high?: string;
  readonly entries?: readonly { readonly name?: string; readonly parts?: readonly string[] }[];
  readonly words?: readonly string[];
  readonly reason?: { readonly code: string; readonly name?: string };
}

const codes = ["range", "entries", "always"].map((code) => ({ code, sentence: "No." }));
const [range, entries, always] = codes.map((code) => [ruleProblem(code)] as const);
const rule = shapeRules<Body>();
const rules = [
  rule(["low", "high"], () => range ?? []),
  rule(["entries"], () => entries ?? []),
  rule([], () => always ?? []),
];
const requestFacts = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: {},
  query: {},
  firmKind: "institutional",
} as const;

const unknown = (field: string) => syntax(field, unrecognized);
const wrong = (field: string) => fieldProblem(field, { code: "x", sentence: "X." });

test.each<[string, readonly Problem[], readonly string[]]>([
  ["nothing failed", [], ["range", "entries", "always"]],
  ["one of its fields failed", [wrong("low")], ["entries", "always"]],
  ["the other failed", [syntax("high", "No.")], ["entries", "always"]],
  ["its list failed", [wrong("entries")], ["range", "always"]],
  ["an entry of its list failed", [wrong("entries[3]")], ["range", "entries", "always"]],
  ["a field of an entry failed", [wrong("entries[0].name")], ["range", "entries", "always"]],
  ["a field within it failed", [wrong("low.code")], ["entries", "always"]],
  ["a field that starts alike failed", [wrong("lowest")], ["range", "entries", "always"]],
  ["an unknown field was sent", [unknown("other")], ["range", "entries", "always"]],
  ["its name is that of a field", [unknown("low")], ["range", "entries", "always"]],
  ["its name looks like a path", [unknown("low.code")], ["range", "entries", "always"]],
  ["a rule failed", [...(range ?? [])], ["range", "entries", "always"]],
  ["several failed", [wrong("low"), wrong("entries")], ["always"]],
])("where %s", (_, found, expected) => {
  const problemsFound = checkShape(rules, {}, requestFacts, found);
  expect(problemsFound.map((problem) => ("errorCode" in problem ? problem.errorCode : ""))).toEqual(
    expected,
  );
});

test.each([
  [{}, []],
  [{ low: "7" }, []],
  [{ low: "8" }, ["uri.matching.rule"]],
])("an id in the body is that of the path: %j", (body, expected) => {
  const facts = { ...requestFacts, params: { oid: "7" } };
  const found = checkShape([matchesPath<Body>("low", "oid")], body, facts, []);
  expect(found.map((problem) => ("errorCode" in problem ? problem.errorCode : ""))).toEqual(
    expected,
  );
  const failed = [wrong("low")];
  expect(checkShape([matchesPath<Body>("low", "oid")], body, facts, failed)).toEqual([]);
});

test("a rule receives the body and the facts of the request", () => {
  const seen = shapeRules<Body>()(["low"], ({ low }, { params }) => {
    expect([low, params.accountnumber]).toEqual(["1", "RA00000001"]);
    return [];
  });
  const params = { accountnumber: "RA00000001" };
  expect(checkShape([seen], { low: "1" }, { ...requestFacts, params }, [])).toEqual([]);
});

test.each<[string, readonly Problem[], boolean]>([
  ["nothing failed", [], true],
  ["the field failed", [wrong("reason.code")], false],
  ["a field next to it failed", [wrong("reason.name")], true],
  ["the object failed", [syntax("reason", "No.")], false],
])("a rule over a field of an object, where %s", (_, found, applies) => {
  const ofCode = shapeRules<Body>()(["reason.code"], () => range ?? []);
  expect(checkShape([ofCode], {}, requestFacts, found)).toEqual(applies ? range : []);
});

test("no rule is applied once more has been found than a response lists", () => {
  const found = (count: number) => Array.from({ length: count }, (_, at) => wrong(`x${at}`));
  expect(checkShape(rules, {}, requestFacts, found(1_000))).toHaveLength(3);
  expect(checkShape(rules, {}, requestFacts, found(1_001))).toEqual([]);
});

test("a problem found by two rules is reported once", () => {
  expect(checkShape([...rules, ...rules], {}, requestFacts, [])).toHaveLength(3);
});

describe("a rule over the entries of a list", () => {
  const body = { entries: [{ name: "a" }, { name: "b" }], words: ["x", "y"] };
  const list = entryRules<Body>();

  /** The entries as seen by a rule that reads the names. */
  function seen(found: readonly Problem[], of: object = body): unknown {
    let entriesSeen: unknown;
    const names = list("entries", ["name"], (entries) => {
      entriesSeen = entries;
      return [];
    });
    checkShape([names], of, requestFacts, found);
    return entriesSeen;
  }

  test.each<[string, readonly Problem[], unknown]>([
    ["all are sound", [], [{ name: "a" }, { name: "b" }]],
    ["a field that it reads failed", [wrong("entries[0].name")], [undefined, { name: "b" }]],
    ["something in that field failed", [wrong("entries[0].name.x")], [undefined, { name: "b" }]],
    [
      "a list in that field has a bad entry",
      [wrong("entries[1].name[2]")],
      [{ name: "a" }, undefined],
    ],
    ["an entry is none", [syntax("entries[1]", "No.")], [{ name: "a" }, undefined]],
    ["another field failed", [wrong("entries[0].parts[1]")], [{ name: "a" }, { name: "b" }]],
    ["an unknown field was sent", [syntax("entries[0].no", "No.")], [{ name: "a" }, { name: "b" }]],
    [
      "another entry's number starts alike",
      [wrong("entries[10].name")],
      [{ name: "a" }, { name: "b" }],
    ],
  ])("where %s", (_, found, expected) => {
    expect(seen(found)).toEqual(expected);
  });

  test("does not run where the list is absent or failed", () => {
    expect(seen([], {})).toBeUndefined();
    expect(seen([wrong("entries")], {})).toBeUndefined();
  });

  test.each<[string, readonly Problem[], boolean]>([
    ["nothing failed", [], true],
    ["another field failed", [wrong("high")], true],
    ["a field that starts alike failed", [wrong("lowest")], true],
    ["the field failed", [wrong("low")], false],
    ["something in it failed", [wrong("low.x")], false],
    ["an entry of it failed", [wrong("low[1]")], false],
  ])("reads a field next to the list: where %s", (_, found, applies) => {
    const besides = list(
      "words",
      [],
      (_entries, _about, { low }) => {
        expect(low).toBe("1");
        return range ?? [];
      },
      ["low"],
    );
    const whole = { ...body, low: "1" };
    expect(checkShape([besides], whole, requestFacts, found)).toEqual(applies ? range : []);
  });

  test("sees entries that are not objects as they are", () => {
    const words = list("words", [], (entries) => {
      expect(entries).toEqual([undefined, "y"]);
      return range ?? [];
    });
    expect(checkShape([words], body, requestFacts, [wrong("words[0]")])).toEqual(range);
  });
});
