// Finding pages and commands by what is typed.
import { expect, test } from "vitest";
import { namedBy, spelledLike } from "./match-names.ts";

const pages = [
  { title: "Back office" },
  { title: "Staff", words: "sign-in link revoke" },
  { title: "Statements" },
];
const titles = (found: readonly { readonly title: string }[]) => found.map(({ title }) => title);

test.each([
  ["", ["Back office", "Staff", "Statements"]],
  ["sta", ["Staff", "Statements"]],
  ["off ba", ["Back office"]],
  ["ffice", []],
  ["revo", ["Staff"]],
])("by the beginnings of words: %o", (typed, expected) => {
  expect(titles(namedBy(pages, typed))).toEqual(expected);
});

test.each([
  ["bkof", ["Back office"]],
  ["stmt", ["Statements"]],
  ["sta", []], // found by their beginnings already
  ["bo", []], // too few letters
  ["office", []], // the first letter is another
  ["stmtx", []],
])("by letters in order: %o", (typed, expected) => {
  expect(titles(spelledLike(pages, typed))).toEqual(expected);
});
