// The names of accounts that count as the same name.
import { expect, test } from "vitest";
import { foldedName } from "./folded-name.ts";

test("case, outer blanks and the form of an accent do not make another name", () => {
  const everyday = foldedName("Everyday é");
  expect(foldedName("  EVERYDAY É ")).toBe(everyday);
  expect(foldedName("everyday e\u0301")).toBe(everyday);
  expect(foldedName("STRASSE")).toBe(foldedName("straße"));
});

test("inner blanks and accents do", () => {
  expect(foldedName("Every day")).not.toBe(foldedName("Everyday"));
  expect(foldedName("cafe")).not.toBe(foldedName("café"));
});
