// Days of a month that a calendar of holidays names by their weekday.

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
