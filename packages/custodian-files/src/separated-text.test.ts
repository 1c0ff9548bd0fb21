// Records of separated text, however it is quoted.
import { expect, test } from "vitest";
import { cellText, recordsOf } from "./separated-text.ts";

const read = (text: string) =>
  [...recordsOf(text, ",")].map(({ line, cells }) => `${line}: ${cells.join(" | ")}`);

test("a quoted cell may have separators, doubled quotes and line ends, which count as lines", () => {
  expect(read('"a, ""b""\r\nc",d\ne,f')).toEqual(['1: a, "b" c | d', "3: e | f"]);
});

test("a quote within a cell is text, and one that nobody closed swallows no rows", () => {
  expect(read('5" pipe,1\n"x" y,2\n"z,3\n"w",4')).toEqual([
    '1: 5" pipe | 1',
    '2: "x" y | 2',
    '3: "z | 3',
    "4: w | 4",
  ]);
  expect(read('a,"b\nc,d')).toEqual(['1: a | "b', "2: c | d"]);
});

test("a cell is one line of at most 1,000 units, and never half a character", () => {
  expect(cellText(" Broker\r\n Code\u0007 ")).toBe("Broker Code");
  expect(cellText("two  blanks")).toBe("two  blanks");
  const long = cellText(`${"x".repeat(999)}\u{1f600}`);
  expect([long.length, long.isWellFormed()]).toEqual([1_000, true]);
});
