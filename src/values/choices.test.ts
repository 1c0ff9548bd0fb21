// Code lists with some rows, and read in any spelling.
import { expect, test } from "vitest";
import { anySpelling, only } from "./choices.ts";

const rows = [
  { code: "SELF_EMPLOYED", name: "Self-employed" },
  { code: "II", name: "The second" },
];
const list = {
  name: "sample",
  rows,
  takesNames: false,
  codeOf: (value: string) => rows.find(({ code }) => code === value)?.code,
};

test.each([
  ["SELF_EMPLOYED", "SELF_EMPLOYED"],
  ["self employed", "SELF_EMPLOYED"],
  ["Self-Employed", "SELF_EMPLOYED"],
  ["ii", "II"],
  ["the second", "II"],
  ["i", undefined],
  ["", undefined],
])("in any spelling %j is %s", (sent, code) => {
  expect(anySpelling(list).codeOf(sent)).toBe(code);
});

test("a part of a list has no other code", () => {
  const part = only("part", list, ({ code }) => code === "II");
  expect(part.rows).toEqual([rows[1]]);
  expect(["II", "SELF_EMPLOYED", "x"].map((each) => part.codeOf(each))).toEqual([
    "II",
    undefined,
    undefined,
  ]);
});
