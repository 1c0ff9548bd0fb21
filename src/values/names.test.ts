// The characters that a name may contain; invisible ones are refused.
import { expect, test } from "vitest";
import { anyName, fileName, loginIdForm, nameWithoutSlash, personName } from "./names.ts";

const names = { anyName, nameWithoutSlash, fileName, personName, loginIdForm };

test.each([
  ["Zoë O’Neil-St. Cyr", "anyName nameWithoutSlash fileName personName"],
  ["अनुष्का", "anyName nameWithoutSlash fileName personName loginIdForm"],
  ["李小龍", "anyName nameWithoutSlash fileName personName loginIdForm"],
  ["Omega & Söhne #1 €", "anyName nameWithoutSlash fileName"],
  ["𝔸 ☂ 2", "anyName nameWithoutSlash fileName"],
  ["A/B", "anyName loginIdForm"],
  ["3", "anyName nameWithoutSlash fileName loginIdForm"],
  [".", "anyName nameWithoutSlash"],
  ["..", "anyName nameWithoutSlash"],
  ["a\\b", "anyName nameWithoutSlash loginIdForm"],
  ["../a.pdf", "anyName loginIdForm"],
  [".1", "anyName nameWithoutSlash fileName loginIdForm"],
  ["bob:AM", "anyName nameWithoutSlash fileName"],
  ["bob:amy", "anyName nameWithoutSlash fileName loginIdForm"],
  [" ", ""],
  ["", ""],
])("%j is %s", (name, kinds) => {
  const fitting = Object.entries(names).filter(([, pattern]) => pattern.test(name));
  expect(fitting.map(([kind]) => kind).join(" ")).toBe(kinds);
});

const unseen = [
  "\u00ad",
  "\u034f",
  "\u061c",
  "\u115f",
  "\u1160",
  "\u17b4",
  "\u180b",
  "\u180e",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u202a",
  "\u202e",
  "\u2060",
  "\u2066",
  "\u2069",
  "\u206a",
  "\u2800",
  "\u3164",
  "\ufe0f",
  "\ufeff",
  "\uffa0",
  "\ufff9",
  "\u{1d173}",
  "\u{e0001}",
  "\u{e0041}",
  "\u{e0100}",
  // Spaces other than the ordinary one, and line ends.
  "\u00a0",
  "\u1680",
  "\u2003",
  "\u2028",
  "\u2029",
  "\u202f",
  "\u3000",
  "\t",
  "\n",
];

test.each(Object.entries(names))("%s has no invisible character", (_kind, pattern) => {
  const taken = unseen.filter((character) => pattern.test(`An${character}n`));
  expect(taken.map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
});
