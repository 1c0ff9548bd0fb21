// Days as whole numbers since 1970, so that windows and holding periods are sums.
import type { Day } from "../../values/dates.ts";

const msPerDay = 86_400_000;

/** The place of a date that is not known: before every day there is. */
export const unknownDay = -1_000_000_000;

/** 0001-01-01, before which no adjusted date goes. */
export const earliestDay = Date.parse("0001-01-01") / msPerDay;

const numbers = new Map<string, number>();

/** Days from 1970-01-01 to a day. */
export function dayNumber(day: Day): number {
  let number = numbers.get(day);
  if (number === undefined) {
    number = Date.parse(day) / msPerDay;
    numbers.set(day, number);
  }
  return number;
}

const days = new Map<number, Day>();

/** The day with that number. */
export function dayOf(number: number): Day {
  let day = days.get(number);
  if (day === undefined) {
    day = new Date(number * msPerDay).toISOString().slice(0, 10) as Day;
    days.set(number, day);
  }
  return day;
}

/**
 * The first day on which what was acquired on a day is long-term: the same date one year after the
 * day that follows, or the first of the next month where there is none. (26 USC 1222; Rev. Rul. 66-7)
 */
export function longFrom(acquired: number): number {
  const next = new Date((acquired + 1) * msPerDay);
  return next.setUTCFullYear(next.getUTCFullYear() + 1) / msPerDay;
}
