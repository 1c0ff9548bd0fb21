// The search over rows that a page has, and their CSV.
import { expect, test } from "vitest";
import { csvText } from "./csv-text.ts";
import { matchesWords } from "./match-words.ts";

test.each([
  ["", true],
  ["  ", true],
  ["grace", true],
  ["ADMIN lin", true],
  ["grace park", false],
])("the search %j finds a row: %s", (search, expected) => {
  expect(matchesWords(["Grace Lin", null, undefined, "Administrator"], search)).toBe(expected);
});

test("rows become CSV under their titles, quoted and safe in a spreadsheet", () => {
  const list = [
    { name: "Lin, Grace", note: null },
    { name: "=1+1", note: "x" },
  ];
  const csv = csvText(list, [
    ["Name", ({ name }) => name],
    ["Note", ({ note }) => note],
  ]);
  expect(csv).toBe('Name,Note\r\n"Lin, Grace",\r\n\'=1+1,x\r\n');
});
