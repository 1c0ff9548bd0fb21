// The days on which banks of the United States rest by rule: weekends, and the holidays of the Federal
// Reserve. (docs/performance.md, "Settlement days")
import { dateOf, monday, nthWeekday, sunday, thursday, weekdaysBut } from "@bursar/values/weekdays";

/** Whether banks are open on a day by the rules of the Federal Reserve alone. */
export const isRegularBankingDay = weekdaysBut(holidays);

function holidays(year: number): Temporal.PlainDate[] {
  return [
    kept(dateOf(year, 1, 1)),
    ...(year >= 1986 ? [nthWeekday(3, monday, dateOf(year, 1, 1))] : []), // Martin Luther King's day
    nthWeekday(3, monday, dateOf(year, 2, 1)), // Presidents' day
    nthWeekday(1, monday, dateOf(year, 5, 25)), // Memorial day, the last Monday of May
    ...(year >= 2022 ? [kept(dateOf(year, 6, 19))] : []), // Juneteenth
    kept(dateOf(year, 7, 4)), // Independence day
    nthWeekday(1, monday, dateOf(year, 9, 1)), // Labor day
    nthWeekday(2, monday, dateOf(year, 10, 1)), // Columbus day
    kept(dateOf(year, 11, 11)), // Veterans day
    nthWeekday(4, thursday, dateOf(year, 11, 1)), // Thanksgiving
    kept(dateOf(year, 12, 25)), // Christmas
  ];
}

/** A holiday on a Sunday is kept on the Monday; one on a Saturday closes no bank on another day. */
function kept(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.dayOfWeek === sunday ? date.add({ days: 1 }) : date;
}
