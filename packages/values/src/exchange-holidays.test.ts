// Checks the exchange's holidays against published years.
import { expect, test } from "vitest";
import { addDays, type Day } from "./dates.ts";
import { isRegularTradingDay } from "./exchange-holidays.ts";

function closedWeekdays(year: number): string[] {
  const closed: string[] = [];
  for (let day = `${year}-01-01` as Day; day.startsWith(`${year}`); day = addDays(day, 1)) {
    const isWeekday = Temporal.PlainDate.from(day).dayOfWeek <= 5;
    if (isWeekday && !isRegularTradingDay(day)) closed.push(day.slice(5));
  }
  return closed;
}

test.each([
  // Before Martin Luther King's day; New Year's day and Christmas on a Sunday.
  [1994, "02-21 04-01 05-30 07-04 09-05 11-24 12-26"],
  [1995, "01-02 02-20 04-14 05-29 07-04 09-04 11-23 12-25"],
  [1998, "01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25"],
  // New Year's day of 2011 and of 2022 on a Saturday: the Friday before is no holiday.
  [2010, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24"],
  [2011, "01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26"],
  [2021, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24"],
  // The first Juneteenth, on a Sunday.
  [2022, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26"],
  [2024, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25"],
  [2025, "01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25"],
  [2026, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25"],
  [2027, "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24"],
  [2028, "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25"],
])("the weekdays of %i on which the exchange is closed", (year, days) => {
  expect(closedWeekdays(year).join(" ")).toBe(days);
});

test("it is closed on weekends", () => {
  const week = ["03", "04", "05", "06", "07", "08", "09"].map((day) => `2025-03-${day}` as Day);
  expect(week.map(isRegularTradingDay)).toEqual([true, true, true, true, true, false, false]);
});
