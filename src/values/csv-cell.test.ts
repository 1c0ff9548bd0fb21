// What a spreadsheet would change of a cell, and the apostrophe that keeps it.
import { expect, test } from "vitest";
import { csvCell } from "./csv-cell.ts";

test.each([
  ["2813163411684026465", "'2813163411684026465"],
  ["123456789012345", "123456789012345"],
  ["1234567890123456", "'1234567890123456"],
  ["037833100", "'037833100"],
  ["0", "0"],
  ["0.00", "0.00"],
  ["99905E100", "'99905E100"],
  ["1e5", "'1e5"],
  ["-334.50", "-334.50"],
  ["-1+1", "'-1+1"],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["@sum", "'@sum"],
  ["\tx", "'\tx"],
  ["a,b", '"a,b"'],
  ['a"b', '"a""b"'],
])("%s is written as %s", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
