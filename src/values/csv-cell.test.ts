// The cells that a spreadsheet would change, and the apostrophe that keeps them.
import { expect, test } from "vitest";
import { csvCell, withoutFormulaMarks } from "./csv-cell.ts";

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
  ["\nx", '"\'\nx"'],
  [" =1+1", "' =1+1"],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠sum", "'＠sum"],
  ["a;b", '"a;b"'],
  ["a;=1+1", `"a;'=1+1"`],
  ["=1;; ＠x", `"'=1;; '＠x"`],
  ["a\n=1+1", `"a\n'=1+1"`],
  ["a|-1", "a|'-1"],
  ["a-1 + b=c", "a-1 + b=c"],
  ["a,b", '"a,b"'],
  ['a"b', '"a""b"'],
])("%s is written as %s", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  ["'=1+1", "=1+1"],
  ["''=1", "'=1"],
  ["a; '=1;\t'@x", "a; =1;\t@x"],
  ["'later' - it's", "'later' - it's"],
  ["'", "'"],
])("the cell %j of a file that is loaded says %j", (cell, text) => {
  expect(withoutFormulaMarks(cell)).toBe(text);
});
