// Weekdays less the holidays of a calendar, and the days of a month that such a calendar names by their weekday.
import type { Day } from "./dates.ts";

export const monday = 1;
export const thursday = 4;
export const friday = 5;
export const saturday = 6;
export const sunday = 7;

/** The date of a year, a month and a day. */
export function dateOf(year: number, month: number, day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day });
}

/** The nth such weekday from a date on. */
export function nthWeekday(
  count: number,
  weekday: number,
  from: Temporal.PlainDate,
): Temporal.PlainDate {
  return from.add({ days: ((weekday - from.dayOfWeek + 7) % 7) + 7 * (count - 1) });
}

/** A test whether a day is a weekday and none of the holidays, which are worked out once a year. */
export function weekdaysBut(
  holidays: (year: number) => readonly Temporal.PlainDate[],
): (day: Day) => boolean {
  const known = new Map<number, ReadonlySet<string>>();
  return (day) => {
    const { dayOfWeek, year } = Temporal.PlainDate.from(day);
    const ofYear = known.get(year) ?? new Set(holidays(year).map(String));
    known.set(year, ofYear);
    return dayOfWeek <= friday && !ofYear.has(day);
  };
}
