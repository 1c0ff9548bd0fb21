// Days as whole numbers since 1970, so that windows and holding periods are sums.
import type { Day } from "../../../values/src/dates.ts";

const msPerDay = 86_400_000;

/** The days from 1970 on of which something is remembered: to 2079. */
const daysRemembered = 40_000;

/** The place of a date that is not known: before every day there is. */
export const unknownDay = -1_000_000_000;

/** 0001-01-01, before which no adjusted date goes. */
export const earliestDay = Date.parse("0001-01-01") / msPerDay;

/**
 * Days from 1970-01-01 to a day. Counted from 1 March, a leap day ends its year, and 153 days are five
 * months; four hundred years have 146,097 days.
 */
export function dayNumber(day: Day): number {
  const month = digitsAt(day, 5);
  const isLate = month > 2;
  const year = digitsAt(day, 0) * 100 + digitsAt(day, 2) - (isLate ? 0 : 1);
  const inYear = Math.floor((153 * (month + (isLate ? -3 : 9)) + 2) / 5) + digitsAt(day, 8) - 1;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + inYear - marchToEpoch;
}

/** Days from 1 March of the year 0 to 1970-01-01. */
const marchToEpoch = 719_468;

/** The number that two digits write. */
function digitsAt(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
}

const zero = "0".charCodeAt(0);

/** The day with that number. */
export const dayOf = memoized(
  (number) => new Date(number * msPerDay).toISOString().slice(0, 10) as Day,
);

/** The year of the day with that number. */
export const yearOf = memoized((number) => dayOf(number).slice(0, 4));

/**
 * The first day on which what was acquired on a day is long-term: the same date one year after the
 * day that follows, or the first of the next month where there is none. (26 USC 1222; Rev. Rul. 66-7)
 */
export const longFrom = memoized((acquired) => {
  const next = new Date((acquired + 1) * msPerDay);
  return next.setUTCFullYear(next.getUTCFullYear() + 1) / msPerDay;
});

/** The same date a year later, or the first of the next month where there is none. */
export function yearAfter(day: number): number {
  const date = new Date(day * msPerDay);
  return date.setUTCFullYear(date.getUTCFullYear() + 1) / msPerDay;
}

/** Memoizes a function of a day, since there are few days and millions of lots. */
function memoized<To>(compute: (day: number) => To): (day: number) => To {
  const known: (To | undefined)[] = new Array(daysRemembered).fill(undefined);
  return (day) => {
    if (day < 0 || day >= daysRemembered) return compute(day);
    let to = known[day];
    if (to === undefined) {
      to = compute(day);
      known[day] = to;
    }
    return to;
  };
}
