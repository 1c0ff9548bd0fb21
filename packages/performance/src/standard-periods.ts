// The standard periods that end on a day, and their comparison. (docs/performance.md, 5)
import { addDays, addMonths, type Day, daysBetween, quarterOf } from "../../values/src/dates.ts";
import { isRegularTradingDay } from "../../values/src/exchange-holidays.ts";
import { annualised } from "./annualised.ts";
import { hasReturn, type UnitDay } from "./chain.ts";
import { endOfMonth, endsMonth, type IsBusinessDay } from "./months.ts";

/** The codes of the standard periods, shortest first. */
export const periodCodes = ["MTD", "QTD", "YTD", "1Y", "3Y", "5Y", "10Y", "SI"] as const;

/** A standard period: to date of month, quarter or year; of whole years; since inception. */
export type PeriodCode = (typeof periodCodes)[number];

/** The code of a period that begins on any day asked for. */
export const ownPeriod = "OWN";

const years: Readonly<Partial<Record<PeriodCode, number>>> = {
  "1Y": 1,
  "3Y": 3,
  "5Y": 5,
  "10Y": 10,
};

/** The day whose last valuation a period starts from; undefined for the one since inception. One of whole
 * years that ends with the business days of a month starts with the last day of that month. */
export function startOfPeriod(
  code: PeriodCode,
  endOn: Day,
  isBusinessDay: IsBusinessDay = isRegularTradingDay,
): Day | undefined {
  const count = years[code];
  if (count !== undefined) {
    const start = addMonths(endOn, -12 * count);
    return endsMonth(endOn, isBusinessDay) ? endOfMonth(start) : start;
  }
  const firsts: Readonly<Partial<Record<PeriodCode, Day>>> = {
    MTD: `${endOn.slice(0, 7)}-01` as Day,
    QTD: quarterOf(endOn),
    YTD: `${endOn.slice(0, 4)}-01-01` as Day,
  };
  const first = firsts[code];
  return first === undefined ? undefined : addDays(first, -1);
}

/** Whether a period is shown only where the series is as old as it: one of whole years. */
export function needsWholeHistory(code: PeriodCode): boolean {
  return years[code] !== undefined;
}

/** How many days of a range lead up to a valuation that has a return: those on which something was held. */
export function daysHeld(startOn: Day, units: readonly UnitDay[]): number {
  let before = startOn;
  let days = 0;
  for (const unit of units) {
    if (hasReturn(unit)) days += daysBetween(before, unit.on);
    before = unit.on;
  }
  return days;
}

/** A return over a number of days as a yearly rate; undefined where something was held for less than 365. */
export function yearlyRate(
  rate: bigint,
  { days, held }: { readonly days: number; readonly held: number },
): bigint | undefined {
  return held < 365 ? undefined : annualised(rate, days);
}
