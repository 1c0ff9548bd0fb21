// Days as whole numbers since 1970, so that windows and holding periods are sums.
import type { Day } from "../../values/dates.ts";

const msPerDay = 86_400_000;

/** The place of a date that is not known: before every day there is. */
export const unknownDay = -1_000_000_000;

/** 0001-01-01, before which no adjusted date goes. */
export const earliestDay = Date.parse("0001-01-01") / msPerDay;

/** Days from 1970-01-01 to a day. */
export const dayNumber = remembered((day: Day) => Date.parse(day) / msPerDay);

/** The day with that number. */
export const dayOf = remembered(
  (number: number) => new Date(number * msPerDay).toISOString().slice(0, 10) as Day,
);

/**
 * The first day on which what was acquired on a day is long-term: the same date one year after the
 * day that follows, or the first of the next month where there is none. (26 USC 1222; Rev. Rul. 66-7)
 */
export const longFrom = remembered((acquired: number) => {
  const next = new Date((acquired + 1) * msPerDay);
  return next.setUTCFullYear(next.getUTCFullYear() + 1) / msPerDay;
});

/** Remembers what was worked out: there are few days, and one is asked for several times in a row. */
function remembered<From, To>(workOut: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  let last: From | undefined;
  let lastTo: To | undefined;
  return (from) => {
    if (last !== from || lastTo === undefined) {
      last = from;
      lastTo = known.get(from);
      if (lastTo === undefined) {
        lastTo = workOut(from);
        known.set(from, lastTo);
      }
    }
    return lastTo;
  };
}
