// The results of a range of days: returns, flows, first and last value. (docs/performance.md, 2.3)
import { type Day, daysBetween } from "../../values/src/dates.ts";
import {
  beginsAnew,
  divide,
  endValueOf,
  flowOf,
  hasReturn,
  published,
  type RawDay,
  type UnitDay,
  type UnitPair,
} from "./chain.ts";
import { type CashPeriod, moneyWeightedReturn, type NoRate } from "./money-weighted.ts";

/** A valued day: its raw data and its units. */
export interface ValuedDay {
  readonly raw: RawDay;
  readonly unit: UnitDay;
}

/** The start of a range: its value in cents and its units. */
export interface RangeStart extends UnitPair {
  readonly on: Day;
  readonly value: bigint;
  /** The value left from before a chain that begins again on the first day: it counts as an inflow
   * of that day. */
  readonly left?: bigint;
}

/** Why a range has no time-weighted return. */
export type NoReturn =
  | "nothing was held: no day has a return"
  | "the range contains a new beginning"
  | "there is no unit value at the start"
  | "the unit value at the start is 0";

/** A time-weighted return in units of 10^-5 percent, and the unit value that it ends in. */
export interface TimeWeighted {
  readonly rate: bigint | NoReturn;
  readonly endUnit: bigint | undefined;
}

/** Rates in units of 10^-5 percent, amounts in cents. */
export interface Summary {
  readonly timeWeightedReturn: bigint | NoReturn;
  readonly moneyWeightedReturn: bigint | NoRate;
  readonly netFlows: bigint;
  readonly startMarketValue: bigint;
  readonly endMarketValue: bigint;
}

/**
 * Sums up the days after `start`, in order and with at least one; the net view leaves fees in the
 * return, gross takes them as outflows.
 */
export function summarise(
  start: RangeStart,
  days: readonly ValuedDay[],
  view: "gross" | "net",
): Summary {
  const last = days.at(-1);
  const left = start.left ?? 0n;
  const endMarketValue = last === undefined ? start.value : endValueOf(last.raw);
  const flows = days
    .map(({ raw }, index) => flowsOn(start.on, raw, { view, left: index === 0 ? left : 0n }))
    .filter((flow) => flow.in !== 0n || flow.out !== 0n);
  const period: CashPeriod = {
    days: daysBetween(start.on, last === undefined ? start.on : last.raw.on),
    startValue: start.value,
    endValue: endMarketValue,
    flows,
  };
  const units = days.map(({ unit }) => unit);
  return {
    timeWeightedReturn: timeWeighted(start, units, view).rate,
    moneyWeightedReturn: moneyWeightedReturn(period),
    netFlows: days.reduce((total, { raw }) => total + flowOf(raw), left),
    startMarketValue: start.value,
    endMarketValue,
  };
}

function flowsOn(
  startOn: Day,
  raw: RawDay,
  { view, left }: { readonly view: "gross" | "net"; readonly left: bigint },
) {
  const flow = flowOf(raw);
  const fees = view === "gross" ? raw.fees : 0n;
  return {
    day: daysBetween(startOn, raw.on),
    in: (flow > 0n ? flow : 0n) + left,
    out: (flow < 0n ? -flow : 0n) + fees,
  };
}

const percentScale = 10n ** 7n;

/**
 * The return from the start to the last unit value of the days, from the published units, in
 * percent; after a total loss the last one is 0.
 */
export function timeWeighted(
  start: UnitPair,
  units: readonly UnitDay[],
  view: "gross" | "net",
): TimeWeighted {
  const endUnit = units.findLast((unit) => unit[view] !== undefined)?.[view] ?? start[view];
  const rate = (): bigint | NoReturn => {
    if (units.some((unit, index) => beginsAnew(units[index - 1] ?? start, unit))) {
      return "the range contains a new beginning";
    }
    if (start[view] === undefined || endUnit === undefined) {
      return "there is no unit value at the start";
    }
    const from = published(start[view]);
    const to = published(endUnit);
    if (from === 0n) return "the unit value at the start is 0";
    if (units.length > 0 && !units.some(hasReturn)) return "nothing was held: no day has a return";
    return divide((to - from) * percentScale, from);
  };
  return { rate: rate(), endUnit };
}
