// The days on which the exchange closes early by rule. (docs/performance.md, "Settlement days")
import type { Day } from "@bursar/values/dates";

/** When the exchange opens, in New York. */
export const opensAt = "09:30";

/** When it closes, in New York. */
export const regularClose = "16:00";

/** When it closes on an early day. */
export const earlyClose = "13:00";

/** Whether a trading day is an early one by rule: the Friday after Thanksgiving; the eves of Christmas and
 * of Independence day where these fall on a Tuesday to a Friday. */
export function isRegularEarlyDay(tradingDay: Day): boolean {
  const { month, day, dayOfWeek } = Temporal.PlainDate.from(tradingDay);
  // The fourth Thursday of November is from the 22nd to the 28th.
  if (month === 11) return dayOfWeek === friday && day >= 23 && day <= 29;
  const isEve = (month === 12 && day === 24) || (month === 7 && day === 3);
  return isEve && dayOfWeek <= thursday;
}

const thursday = 4;
const friday = 5;
