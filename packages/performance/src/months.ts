// The last day of a month, and its last weekday. (docs/performance.md, 5)
import { addDays, addMonths, type Day } from "../../values/src/dates.ts";

/** The last day of the month of a day. */
export function endOfMonth(day: Day): Day {
  const first = `${day.slice(0, 7)}-01` as Day;
  return addDays(addMonths(first, 1), -1);
}

/** The end of the last month that is over on a day: its last weekday has come. */
export function lastWholeMonth(lastOn: Day): Day {
  const end = endOfMonth(lastOn);
  return lastWeekday(end) <= lastOn ? end : endOfMonth(addMonths(lastOn, -1));
}

function lastWeekday(day: Day): Day {
  const ofWeek = new Date(day).getUTCDay();
  return addDays(day, ofWeek === 6 ? -1 : ofWeek === 0 ? -2 : 0);
}
