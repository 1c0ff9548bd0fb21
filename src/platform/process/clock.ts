// The clock of the process: everything else is given the time.
import { sameTimeLater } from "@bursar/values/dates";

/** The business time of a store whose own clock is a number of days of New York ahead. */
export function businessTime(realNow: Date, daysAhead: number): Date {
  return daysAhead === 0 ? realNow : sameTimeLater(realNow, daysAhead);
}

/** The time now. */
export function clock(): Date {
  return new Date();
}
