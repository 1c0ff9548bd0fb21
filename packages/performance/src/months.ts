// The last day of a month, and whether its business days are over. (docs/performance.md, 5)
import { addDays, addMonths, type Day } from "../../values/src/dates.ts";

/** The last day of the month of a day. */
export function endOfMonth(day: Day): Day {
  const first = `${day.slice(0, 7)}-01` as Day;
  return addDays(addMonths(first, 1), -1);
}

/** Says of a day whether business is done on it. */
export type IsBusinessDay = (day: Day) => boolean;

/** Whether no business day of its month follows a day. */
export function endsMonth(day: Day, isBusinessDay: IsBusinessDay): boolean {
  const last = endOfMonth(day);
  for (let next = addDays(day, 1); next <= last; next = addDays(next, 1)) {
    if (isBusinessDay(next)) return false;
  }
  return true;
}

/** The end of the last month that is over on a day: no business day of it follows. */
export function lastWholeMonth(lastOn: Day, isBusinessDay: IsBusinessDay): Day {
  return endOfMonth(endsMonth(lastOn, isBusinessDay) ? lastOn : addMonths(lastOn, -1));
}
