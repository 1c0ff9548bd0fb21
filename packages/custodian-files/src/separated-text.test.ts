// Records of separated text, however it is quoted.
import { expect, test } from "vitest";
import { recordsOf } from "./separated-text.ts";

const read = (text: string) =>
  [...recordsOf(text, ",")].map(({ line, cells }) => `${line}: ${cells.join(" | ")}`);

test("a quoted cell may have separators, doubled quotes and line ends, which count as lines", () => {
  expect(read('"a, ""b""\r\nc",d\ne,f')).toEqual(['1: a, "b"\r\nc | d', "3: e | f"]);
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
