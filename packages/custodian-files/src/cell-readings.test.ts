// Numbers and days as custodians write them.
import { expect, test } from "vitest";
import { readDay, readNumber } from "./cell-readings.ts";

test.each([
  ["1,234.50", "1234.50"],
  ["$1,234.50", "1234.50"],
  ["-$12.50", "-12.50"],
  ["$-12.50", "-12.50"],
  ["(12.50)", "-12.50"],
  ["$(12.50)", "-12.50"],
  ["($12.50)", "-12.50"],
  ["12.50-", "-12.50"],
  ["+3", "3"],
  ["12.50 USD", "12.50"],
  [".5", "0.5"],
  ["12,50", undefined],
  ["1,2345", undefined],
  ["1.234,50", undefined],
  ["-(3)", undefined],
  ["1e5", undefined],
  ["12 EUR", undefined],
  [".", undefined],
])("the number %s is %s", (cell, figure) => {
  expect(readNumber(cell, ".")).toBe(figure);
});

test.each([
  ["1.234,50", "1234.50"],
  ["1 234,50", "1234.50"],
  ["12,5-", "-12.5"],
  ["1,234.50", undefined],
])("under a decimal comma the number %s is %s", (cell, figure) => {
  expect(readNumber(cell, ",")).toBe(figure);
});

test.each([
  ["2026-08-03", { ymd: "2026-08-03" }],
  ["2026/8/3", { ymd: "2026-08-03" }],
  ["20260803;120000", { ymd: "2026-08-03" }],
  ["2026-08-03T12:00:00Z", { ymd: "2026-08-03" }],
  ["08/13/2026", { mdy: "2026-08-13" }],
  ["13.08.2026", { dmy: "2026-08-13" }],
  ["08/03/2026", { mdy: "2026-08-03", dmy: "2026-03-08" }],
  ["01/02/2027 as of 12/31/2026", { mdy: "2026-12-31" }],
  ["3-Aug-2026", { ymd: "2026-08-03" }],
  ["Aug 3, 2026", { ymd: "2026-08-03" }],
  ["02/30/2026", {}],
  ["08/03/26", {}],
  ["45720", {}],
])("the day %s reads as %o", (cell, readings) => {
  expect(readDay(cell)).toEqual(readings);
});
