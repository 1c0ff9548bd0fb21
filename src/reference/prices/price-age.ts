// The age of a close, in trading days.
import { addDays, type Day } from "@bursar/values/dates";
import type { Calendar } from "../settlement/queries.ts";

/** The trading days after a day until another. */
export function tradingDaysSince({ isTradingDay }: Calendar, since: Day, today: Day): number {
  let days = 0;
  for (let on = addDays(since, 1); on <= today; on = addDays(on, 1))
    if (isTradingDay(on)) days += 1;
  return days;
}

/** The first day whose close is not older than the given number of trading days. */
export function firstNotOlder({ isTradingDay }: Calendar, age: number, today: Day): Day {
  let on = today;
  for (let left = age; ; on = addDays(on, -1)) {
    if (!isTradingDay(on)) continue;
    if (left === 0) break;
    left -= 1;
  }
  return on;
}
