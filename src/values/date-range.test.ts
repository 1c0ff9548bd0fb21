// The ranges of days that a query may name, and the days that they mean.
import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { dateRange, daysOfRange } from "./date-range.ts";
import type { Problem } from "./problem.ts";
import { decode } from "./wire.ts";

function read(text: string, today = "2026-11-25") {
  const problems: Problem[] = [];
  const range = decode(dateRange(), text, problems, "daterange");
  const days = range && daysOfRange(range, today as Day);
  return days ? `${days.from} ${days.to}` : problems;
}

test.each([
  ["01-02-2026,03-04-2026", "2026-01-02 2026-03-04"],
  ["2026-01-02,2026-01-02", "2026-01-02 2026-01-02"],
  ["2016-11-25,2026-11-25", "2016-11-25 2026-11-25"],
  ["3d", "2026-11-23 2026-11-25"],
  ["2W", "2026-11-12 2026-11-25"],
  ["6m", "2026-05-26 2026-11-25"],
  ["10Y", "2016-11-26 2026-11-25"],
])("%s means %s", (text, days) => {
  expect(read(text)).toBe(days);
});

test("a month that ends sooner has its last day", () => {
  expect(read("1m", "2026-03-31")).toBe("2026-03-01 2026-03-31");
});

test.each([
  "02-31-2026,03-04-2026",
  "2026-03-04,2026-01-02",
  "2016-11-24,2026-11-25",
  "1899-12-31,1900-01-01",
  "9990-01-01,9999-12-31",
  "2026-01-02",
  "2026-01-02,2026-01-03,2026-01-04",
  "2026-01-02T00:00:00Z,2026-01-03",
  "0d",
  "11y",
  "121m",
  "3651d",
  "3 d",
  "",
])("%j is refused", (text) => {
  expect(read(text)).toEqual([
    { type: "VALIDATION_FIELD", field: "daterange", errorCode: "invalid.daterange" },
  ]);
});
