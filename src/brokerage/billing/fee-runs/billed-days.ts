// Days of billing as bits of their months, and as stretches. Pure.
import { addDays, addMonths, type Day, daysBetween } from "@bursar/values/dates";

/** Days from one to another, both included. */
export interface Stretch {
  readonly from: Day;
  readonly to: Day;
}

/** The days of a month as bits, the first day as bit 0. */
export interface MonthDays {
  readonly month: Day;
  readonly days: bigint;
}

/** The first day of a day's month. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01` as Day;
}

/** The days of a stretch by month. */
export function monthDaysOf({ from, to }: Stretch): MonthDays[] {
  const months: MonthDays[] = [];
  for (let month = monthOf(from); month <= to; month = addMonths(month, 1)) {
    const end = addDays(addMonths(month, 1), -1);
    const first = from > month ? daysBetween(month, from) : 0;
    const last = daysBetween(month, to < end ? to : end);
    months.push({ month, days: (1n << BigInt(last + 1)) - (1n << BigInt(first)) });
  }
  return months;
}

/** How many days a stretch has. */
export function daysOf({ from, to }: Stretch): number {
  return daysBetween(from, to) + 1;
}

/** The days that two stretches have in common. */
export function common(one: Stretch, other: Stretch): Stretch | undefined {
  const [, from] = [one.from, other.from].toSorted() as [Day, Day];
  const [to] = [one.to, other.to].toSorted() as [Day, Day];
  return from <= to ? { from, to } : undefined;
}

/** The days of a stretch that none of some others has, in order. */
export function without(stretch: Stretch, others: readonly Stretch[]): Stretch[] {
  let rest: Stretch[] = [stretch];
  for (const other of others) {
    rest = rest.flatMap((each) => {
      if (common(each, other) === undefined) return [each];
      return [
        ...(each.from < other.from ? [{ from: each.from, to: addDays(other.from, -1) }] : []),
        ...(other.to < each.to ? [{ from: addDays(other.to, 1), to: each.to }] : []),
      ];
    });
  }
  return rest;
}
