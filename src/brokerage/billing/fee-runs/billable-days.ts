// The part of an account's value that is billed on each day, with its exclusions. (docs/billing.md,
// 1)
import { addDays, type Day } from "@bursar/values/dates";
import type { AccountDay } from "../../books/performance/reads.ts";
import type { Stretch } from "./billed-days.ts";
import { billableValue } from "./calculation/billable-value.ts";
import type { DatedValue, DayFlow } from "./calculation/value-days.ts";
import type { Exclusion } from "./unit-facts-queries.ts";

/** An account's days, and what excluded securities are worth on them, by id. */
export interface ValuedAccount {
  readonly days: readonly AccountDay[];
  readonly exclusions: readonly Exclusion[];
  readonly worth: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
}

/** The last valuation on or before a day. */
export function valuationAt(days: readonly AccountDay[], on: Day): AccountDay | undefined {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as AccountDay).on <= on) low = middle + 1;
    else high = middle;
  }
  return days[low - 1];
}

/** The billed value of an account on a day, in cents; 0 before its first valuation. */
export function billableAt(
  { days, exclusions, worth }: ValuedAccount,
  on: Day,
  excludesCash: boolean,
): bigint {
  const day = valuationAt(days, on);
  if (day === undefined) return 0n;
  const inForce = exclusions.filter(({ from, to }) => from <= on && (to === null || on <= to));
  const isCashExcluded = excludesCash || inForce.some(({ excluded }) => excluded === "cash");
  const excluded = inForce.map((each) => worth.get(each.excluded)?.get(day.on) ?? 0n);
  return billableValue({ value: day.value, cash: day.cash, excluded }, isCashExcluded);
}

/** The billed value on the days of a stretch, from each day on which it may change. */
export function billableValues(
  account: ValuedAccount,
  { from, to }: Stretch,
  excludesCash: boolean,
): DatedValue[] {
  const changes = [
    from,
    ...account.days.map(({ on }) => on),
    ...account.exclusions.flatMap((each) => [each.from, ...(each.to ? [addDays(each.to, 1)] : [])]),
  ];
  const days = [...new Set(changes)].filter((on) => on >= from && on <= to).toSorted();
  return days.map((on) => ({ on, cents: billableAt(account, on, excludesCash) }));
}

/** The flows of the days of a stretch. */
export function flowsIn({ days }: Pick<ValuedAccount, "days">, { from, to }: Stretch): DayFlow[] {
  return days
    .filter(({ on, flow }) => on >= from && on <= to && flow !== 0n)
    .map(({ on, flow }) => ({ on, cents: flow }));
}
