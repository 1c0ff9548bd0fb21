// The chain of unit values: each day's from the day before, gross and net of fees.
// (docs/performance.md, 2.2)
import type { Day } from "../../values/dates.ts";
import { nearestEven } from "../../values/units.ts";

/** The raw performance data of a day; amounts in cents, flows positive into the folio. */
export interface RawDay {
  readonly on: Day;
  readonly marketValue: bigint;
  readonly accrued: bigint;
  readonly cashFlows: bigint;
  readonly securityFlows: bigint;
  /** Taken from the account; never negative. */
  readonly fees: bigint;
}

/** A day's unit value and return: units of 10^-18, returns in units of 10^-5 percent. */
export interface UnitDay {
  readonly on: Day;
  /** Undefined while not available. */
  readonly gross: bigint | undefined;
  readonly net: bigint | undefined;
  readonly grossReturn: bigint | undefined;
  readonly netReturn: bigint | undefined;
}

/** Where a chain stands after a day; a later day continues from it. */
export interface ChainState {
  /** Whether a day has been: before the first one, the value is 0 and the unit 100. */
  readonly hasStarted: boolean;
  /** Market value and accrued of the last day, in cents. */
  readonly value: bigint;
  readonly gross: bigint;
  readonly net: bigint;
  /** Whether nothing follows until an earlier day is repaired. */
  readonly isBroken: boolean;
}

/** One unit, 10^18 of its stored parts. */
export const unitScale = 10n ** 18n;

/** The state before the first day. */
export const beforeFirstDay: ChainState = {
  hasStarted: false,
  value: 0n,
  gross: 100n * unitScale,
  net: 100n * unitScale,
  isBroken: false,
};

/** The state after the last day of a history that another system brought. */
export function afterBroughtHistory(last: RawDay, gross: bigint, net: bigint): ChainState {
  return {
    hasStarted: true,
    value: endValueOf(last),
    gross,
    net,
    isBroken: gross === 0n || net === 0n,
  };
}

/** Market value and accrued of a day, in cents. */
export function endValueOf(day: Pick<RawDay, "marketValue" | "accrued">): bigint {
  return day.marketValue + day.accrued;
}

/** The external flows of a day, in cents, fees left out. */
export function flowOf(day: Pick<RawDay, "cashFlows" | "securityFlows">): bigint {
  return day.cashFlows + day.securityFlows;
}

/** Continues a chain over days in order; answers each day's units and the state after the last. */
export function chainDays(
  start: ChainState,
  days: Iterable<RawDay>,
): { readonly units: UnitDay[]; readonly end: ChainState } {
  const units: UnitDay[] = [];
  let state = start;
  for (const day of days) {
    const next = chainDay(state, day);
    units.push(next.unit);
    state = next.state;
  }
  return { units, end: state };
}

function chainDay(before: ChainState, day: RawDay): { unit: UnitDay; state: ChainState } {
  const value = endValueOf(day);
  const flow = flowOf(day);
  if (before.isBroken) return notAvailable(before, day);
  if (!before.hasStarted && flow === 0n) return available(before, day, noReturn);

  const inflow = flow > 0n ? flow : 0n;
  const outflow = flow < 0n ? -flow : 0n;
  const from = before.value + inflow;
  const net = value + outflow;
  const gross = net + day.fees;
  if (from === 0n && gross === 0n && net === 0n) return available(before, day, noReturn);
  if (from <= 0n || gross < 0n || net < 0n) return notAvailable(before, day);
  return available(before, day, { gross, net, from });
}

/** The growth of a day as two fractions over what was there from its start. */
interface Growth {
  readonly gross: bigint;
  readonly net: bigint;
  readonly from: bigint;
}

const noReturn: Growth = { gross: 1n, net: 1n, from: 1n };

function available(before: ChainState, day: RawDay, growth: Growth) {
  const gross = divide(before.gross * growth.gross, growth.from);
  const net = divide(before.net * growth.net, growth.from);
  const unit: UnitDay = {
    on: day.on,
    gross,
    net,
    grossReturn: returnOf(growth.gross, growth.from),
    netReturn: returnOf(growth.net, growth.from),
  };
  const isBroken = gross === 0n || net === 0n;
  return { unit, state: { hasStarted: true, value: endValueOf(day), gross, net, isBroken } };
}

function notAvailable(before: ChainState, { on, ...day }: RawDay) {
  const nothing = {
    gross: undefined,
    net: undefined,
    grossReturn: undefined,
    netReturn: undefined,
  };
  const state = { ...before, hasStarted: true, value: endValueOf(day), isBroken: true };
  return { unit: { on, ...nothing }, state };
}

const returnScale = 10n ** 7n;

/** (to / from − 1) in percent with 5 places. */
function returnOf(to: bigint, from: bigint): bigint {
  return divide((to - from) * returnScale, from);
}

/** a / b to the nearest whole number, a half to the even one; b is positive. */
export function divide(a: bigint, b: bigint): bigint {
  return a < 0n ? -nearestEven(-a, b) : nearestEven(a, b);
}

const publishedStep = 10n ** 13n;

/** A unit as it is published: 5 places, half even, in units of 10^-5. */
export function published(unit: bigint): bigint {
  return divide(unit, publishedStep);
}
