// Which rules of the shape stage are judged: those whose fields are all sound.
import { expect, test } from "vitest";
import { fieldProblem, type Problem, ruleProblem, syntax } from "./problem.ts";
import { judgeShape, shapeRules } from "./shape-rule.ts";

interface Body {
  readonly low?: string;
  readonly high?: string;
  readonly entries?: readonly string[];
}

const codes = ["range", "entries", "always"].map((code) => ({ code, sentence: "No." }));
const [range, entries, always] = codes.map((code) => [ruleProblem(code)] as const);
const rule = shapeRules<Body>();
const rules = [
  rule(["low", "high"], () => range ?? []),
  rule(["entries"], () => entries ?? []),
  rule([], () => always ?? []),
];
const asked = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: {},
  query: {},
  firmKind: "institutional",
} as const;

const wrong = (field: string) => fieldProblem(field, { code: "x", sentence: "X." });

test.each<[string, readonly Problem[], readonly string[]]>([
  ["nothing failed", [], ["range", "entries", "always"]],
  ["one of its fields failed", [wrong("low")], ["entries", "always"]],
  ["the other failed", [syntax("high", "No.")], ["entries", "always"]],
  ["an entry of its list failed", [wrong("entries[3]")], ["range", "always"]],
  ["a field of an entry failed", [wrong("entries[0].name")], ["range", "always"]],
  ["a field within it failed", [wrong("low.code")], ["entries", "always"]],
  ["a field that starts alike failed", [wrong("lowest")], ["range", "entries", "always"]],
  ["an unknown field was sent", [syntax("other", "No.")], ["range", "entries", "always"]],
  ["a rule failed", [...(range ?? [])], ["range", "entries", "always"]],
  ["several failed", [wrong("low"), wrong("entries")], ["always"]],
  ["the body could not be read", [syntax("body", "No.")], []],
])("where %s", (_, found, expected) => {
  const judged = judgeShape(rules, {}, asked, found);
  expect(judged.map((problem) => ("errorCode" in problem ? problem.errorCode : ""))).toEqual(
    expected,
  );
});

test("a rule is given the body and what was asked", () => {
  const seen = shapeRules<Body>()(["low"], ({ low }, { params }) => {
    expect([low, params.accountnumber]).toEqual(["1", "RA00000001"]);
    return [];
  });
  const params = { accountnumber: "RA00000001" };
  expect(judgeShape([seen], { low: "1" }, { ...asked, params }, [])).toEqual([]);
});
