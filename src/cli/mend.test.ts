// What `bursar load --mend` prints of the readings of a file.
import { expect, test } from "vitest";
import { linesOf } from "./mend.ts";

const buy = {
  column: "transactionType",
  given: "buy",
  read: "BUY",
  has: "letters of another case",
};
const day = { column: "tradeDate", given: "45720", read: "2025-03-04", has: "a serial number" };

test("an equal reading is told once, with how many rows have it, and drowns no other", () => {
  const readings = [
    { has: "the encoding Windows-1252" },
    ...[2, 3, 4].map((line) => ({ ...buy, line })),
    { ...day, line: 3 },
    { line: 5, has: "empty cells alone, and is left out" },
    { line: 6, has: "empty cells alone, and is left out" },
  ];
  expect(linesOf({ file: "transactions.csv", from: "t.csv", rows: 3, readings })).toEqual([
    "transactions.csv: 3 rows, 7 readings",
    "  it has the encoding Windows-1252",
    '  2:transactionType: "buy" read as "BUY"; it has letters of another case; and in 2 more rows',
    '  3:tradeDate: "45720" read as "2025-03-04"; it has a serial number',
    "  5: it has empty cells alone, and is left out",
    "  6: it has empty cells alone, and is left out",
  ]);
});
