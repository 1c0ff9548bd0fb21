// The standard periods that end on a day, and what stands beside them. (docs/performance.md, 5)
import { addDays, addMonths, type Day, daysBetween, quarterOf } from "../../values/src/dates.ts";
import { annualised } from "./annualised.ts";

/** The codes of the standard periods, shortest first. */
export const periodCodes = ["MTD", "QTD", "YTD", "1Y", "3Y", "5Y", "SI"] as const;

/** A standard period: to date of month, quarter or year; of whole years; since inception. */
export type PeriodCode = (typeof periodCodes)[number];

/** The code of a period that begins on any day asked for. */
export const ownPeriod = "OWN";

const years: Readonly<Partial<Record<PeriodCode, number>>> = { "1Y": 1, "3Y": 3, "5Y": 5 };

/** The day whose last valuation a period starts from; undefined for the one since inception. */
export function startOfPeriod(code: PeriodCode, endOn: Day): Day | undefined {
  const count = years[code];
  if (count !== undefined) return addMonths(endOn, -12 * count);
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

/** The yearly rate of a period's return; undefined for one of a year or less. */
export function yearlyRate(
  code: PeriodCode | typeof ownPeriod,
  rate: bigint,
  { startOn, endOn }: { readonly startOn: Day; readonly endOn: Day },
): bigint | undefined {
  const isFixed = code !== "SI" && code !== ownPeriod;
  const isLong = isFixed ? (years[code] ?? 0) > 1 : endOn > addMonths(startOn, 12);
  return isLong ? annualised(rate, daysBetween(startOn, endOn)) : undefined;
}
