// How old a close is, in trading days over weekends and holidays.
import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { openCalendar } from "../settlement/calendar.ts";
import { firstNotOlder, tradingDaysSince } from "./price-age.ts";

const calendar = openCalendar();

test.each([
  // Thursday 26 November 2026 is Thanksgiving.
  ["2026-11-30", "2026-11-30", 0],
  ["2026-11-29", "2026-11-30", 1],
  ["2026-11-27", "2026-11-30", 1],
  ["2026-11-25", "2026-11-30", 2],
  ["2026-11-25", "2026-11-26", 0],
  ["2026-12-01", "2026-11-30", 0],
])("a close of %s is on %s %d trading days old", (since, today, age) => {
  expect(tradingDaysSince(calendar, since as Day, today as Day)).toBe(age);
});

test("the first day that is not older is that whose close has this age", () => {
  expect([0, 1, 2].map((age) => firstNotOlder(calendar, age, "2026-11-29" as Day))).toEqual([
    "2026-11-27",
    "2026-11-25",
    "2026-11-24",
  ]);
});
