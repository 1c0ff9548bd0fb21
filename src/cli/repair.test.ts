// The output of `bursar load --mend` for the readings of a file.
import { expect, test } from "vitest";
import { fileLines } from "./repair.ts";

const buy = {
  column: "transactionType",
  given: "buy",
  read: "BUY",
  has: "letters of another case",
};
const day = { column: "tradeDate", given: "45720", read: "2025-03-04", has: "a serial number" };

test("a line a column and kind comes first, then each reading, an equal one once", () => {
  const other = { ...day, given: "45721", read: "2025-03-05" };
  const readings = [
    { has: "the encoding Windows-1252" },
    ...[2, 3, 4].map((line) => ({ ...buy, line })),
    { ...day, line: 3 },
    { ...other, line: 4 },
    { ...day, line: 5 },
    { line: 5, has: "empty cells alone, and is left out" },
    { line: 6, has: "empty cells alone, and is left out" },
    { line: 7, column: "amount", given: "1,5", read: "1.5", has: "a decimal comma" },
  ];
  expect(fileLines({ file: "transactions.csv", from: "t.csv", rows: 3, readings })).toEqual([
    "transactions.csv: 3 rows, 10 readings",
    "  it has the encoding Windows-1252",
    '  transactionType: 3 times letters of another case, such as "buy" read as "BUY", first on line 2',
    '  tradeDate: 3 times a serial number, such as "45720" read as "2025-03-04", first on line 3',
    "  2 times empty cells alone, and is left out, first on line 5",
    '  7:amount: "1,5" read as "1.5"; it has a decimal comma',
    "  Each of them:",
    '    2:transactionType: "buy" read as "BUY"; it has letters of another case; and in 2 more rows',
    '    3:tradeDate: "45720" read as "2025-03-04"; it has a serial number; and in 1 more row',
    '    4:tradeDate: "45721" read as "2025-03-05"; it has a serial number',
  ]);
});

test("thousands of readings are printed as a hundred, behind the line of their kind", () => {
  const readings = Array.from({ length: 6_787 }, (_, n) => ({
    ...day,
    line: n + 2,
    given: `${n}`,
  }));
  const lines = fileLines({ file: "transactions.csv", from: "t.csv", rows: 6_787, readings });
  expect(lines).toHaveLength(104);
  expect(lines[1]).toMatch(/^ {2}tradeDate: 6787 times a serial number/);
  expect(lines.at(-1)).toBe("    And 6687 more readings; --json has all.");
});

test("the name of a file that breaks lines or turns the writing is printed with its escapes", () => {
  const has = "another name: p\nrices\u202e.csv";
  const [, line] = fileLines({ file: "prices.csv", from: "", rows: 0, readings: [{ has }] });
  expect(line).toBe("  it has another name: p\\u{a}rices\\u{202e}.csv");
});
