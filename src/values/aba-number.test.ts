// Routing numbers with a good check digit, and others.
import { expect, test } from "vitest";
import { isAbaNumber } from "./aba-number.ts";

test.each([
  ["021000021", true], // 3·0 + 7·2 + 1 + 3·0 + 7·0 + 0 + 3·0 + 7·2 + 1 = 30
  ["999900004", true],
  ["011401533", true],
  ["021000012", false],
  ["121000021", false],
  ["02100002", false],
  ["0210000210", false],
  ["02100002x", false],
  ["", false],
])("%s: %s", (text, isGood) => {
  expect(isAbaNumber(text)).toBe(isGood);
});
