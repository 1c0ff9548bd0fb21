// The days on which the New York exchange is closed by rule: weekends, and its holidays as
// observed. (docs/performance.md, "Valuation days")
import { dateOf, monday, nthWeekday, saturday, sunday, thursday, weekdaysBut } from "./weekdays.ts";

/** Whether the exchange trades on a day by its rules alone, without special closings. */
export const isRegularTradingDay = weekdaysBut(holidays);

function holidays(year: number): Temporal.PlainDate[] {
  const newYear = dateOf(year, 1, 1);
  return [
    // On a Saturday it is not observed on the Friday before, on which the year's books end.
    ...(newYear.dayOfWeek === saturday ? [] : [observed(newYear)]),
    ...(year >= 1998 ? [nthWeekday(3, monday, dateOf(year, 1, 1))] : []), // Martin Luther King's day
    nthWeekday(3, monday, dateOf(year, 2, 1)), // Presidents' day
    easterSunday(year).subtract({ days: 2 }), // Good Friday
    nthWeekday(1, monday, dateOf(year, 5, 25)), // Memorial day, the last Monday of May
    ...(year >= 2022 ? [observed(dateOf(year, 6, 19))] : []), // Juneteenth
    observed(dateOf(year, 7, 4)), // Independence day
    nthWeekday(1, monday, dateOf(year, 9, 1)), // Labor day
    nthWeekday(4, thursday, dateOf(year, 11, 1)), // Thanksgiving
    observed(dateOf(year, 12, 25)), // Christmas
  ];
}

/** A holiday on a Saturday is observed the day before, one on a Sunday the day after. */
function observed(date: Temporal.PlainDate): Temporal.PlainDate {
  if (date.dayOfWeek === saturday) return date.subtract({ days: 1 });
  return date.dayOfWeek === sunday ? date.add({ days: 1 }) : date;
}

/** Easter of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const whole = (a: number, b: number) => Math.floor(a / b);
  const golden = year % 19;
  const century = whole(year, 100);
  const ofCentury = year % 100;
  const moonShift = whole(century - whole(century + 8, 25) + 1, 3);
  const epact = (19 * golden + century - whole(century, 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * whole(ofCentury, 4) - epact - (ofCentury % 4)) % 7;
  const late = whole(golden + 11 * epact + 22 * weekday, 451);
  const place = epact + weekday - 7 * late + 114;
  return dateOf(year, whole(place, 31), (place % 31) + 1);
}
