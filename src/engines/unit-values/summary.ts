// What a range of days comes to: returns, flows, first and last value. (docs/performance.md, 2.3)
import { type Day, daysBetween } from "../../values/dates.ts";
import {
  divide,
  endValueOf,
  flowOf,
  published,
  type RawDay,
  type UnitDay,
  unitScale,
} from "./chain.ts";
import { type CashPeriod, moneyWeightedReturn, type NoRate } from "./money-weighted.ts";

/** A valued day: its raw data and its units. */
export interface ValuedDay {
  readonly raw: RawDay;
  readonly unit: UnitDay;
}

/** Where a range starts: its value in cents and its unit. */
export interface RangeStart {
  readonly on: Day;
  readonly value: bigint;
  readonly unit: bigint | undefined;
}

/** Rates in units of 10^-5 percent, amounts in cents. */
export interface Summary {
  readonly timeWeightedReturn: bigint | undefined;
  readonly moneyWeightedReturn: bigint | NoRate;
  readonly netFlows: bigint;
  readonly startMarketValue: bigint;
  readonly endMarketValue: bigint;
}

/** The unit of 100 with which a chain begins. */
export const firstUnit = 100n * unitScale;

/**
 * Sums up the days after `start`, in order and with at least one; `isNet` leaves fees in the
 * return, gross takes them as outflows.
 */
export function summarise(
  start: RangeStart,
  days: readonly ValuedDay[],
  view: "gross" | "net",
): Summary {
  const last = days.at(-1);
  const endMarketValue = last === undefined ? start.value : endValueOf(last.raw);
  const endUnit = last === undefined ? start.unit : last.unit[view];
  const endOn = last === undefined ? start.on : last.raw.on;
  const flows = days
    .map(({ raw }) => flowsOn(start.on, raw, view))
    .filter((flow) => flow.in !== 0n || flow.out !== 0n);
  const period: CashPeriod = {
    days: daysBetween(start.on, endOn),
    startValue: start.value,
    endValue: endMarketValue,
    flows,
  };
  return {
    timeWeightedReturn: timeWeightedReturn(start.unit, endUnit),
    moneyWeightedReturn: moneyWeightedReturn(period),
    netFlows: days.reduce((total, { raw }) => total + flowOf(raw), 0n),
    startMarketValue: start.value,
    endMarketValue,
  };
}

function flowsOn(startOn: Day, raw: RawDay, view: "gross" | "net") {
  const flow = flowOf(raw);
  const fees = view === "gross" ? raw.fees : 0n;
  return {
    day: daysBetween(startOn, raw.on),
    in: flow > 0n ? flow : 0n,
    out: (flow < 0n ? -flow : 0n) + fees,
  };
}

const percentScale = 10n ** 7n;

/** From the published units, in percent; undefined where one is not available or starts at 0. */
function timeWeightedReturn(start?: bigint, end?: bigint): bigint | undefined {
  if (start === undefined || end === undefined) return undefined;
  const [from, to] = [published(start), published(end)];
  return from === 0n ? undefined : divide((to - from) * percentScale, from);
}
