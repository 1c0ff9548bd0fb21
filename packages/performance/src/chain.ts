// The chain of unit values: each day's from the day before, gross and net of fees.
// (docs/performance.md, 2.2)
import type { Day } from "../../values/src/dates.ts";
import { nearestEven } from "../../values/src/units.ts";

/** The raw performance data of a day; amounts in cents, flows positive into the folio. */
export interface RawDay {
  readonly on: Day;
  readonly marketValue: bigint;
  readonly accrued: bigint;
  readonly cashFlows: bigint;
  readonly securityFlows: bigint;
  /** Fees taken from the account; below 0 on a day of refunds. */
  readonly fees: bigint;
  /** Cash by trade date, a part of the market value; 0 where it is left out. */
  readonly cash?: bigint;
  /** The cash still to come that has been counted as paid in, a part of `accrued`; 0 where left
   * out. */
  readonly advances?: bigint;
  /** Whether a price of it was marked: no close of the day. */
  readonly isEstimated: boolean;
}

/** Both units of a day, in parts of 10^-18; undefined while there are none. */
export interface UnitPair {
  readonly gross: bigint | undefined;
  readonly net: bigint | undefined;
}

/** A day's unit values and returns; returns in units of 10^-5 percent. */
export interface UnitDay extends UnitPair {
  readonly on: Day;
  /** Undefined where the day has no return. */
  readonly grossReturn: bigint | undefined;
  readonly netReturn: bigint | undefined;
  /** Whether the units were brought from another system: what the day returned is in them alone. */
  readonly isImported?: boolean;
}

/** Whether a day has a return: its units are not carried, and not lost before. */
export function hasReturn({ grossReturn, isImported = false }: UnitDay): boolean {
  return isImported || grossReturn !== undefined;
}

/** The state of a chain after a day; a later day continues from it. */
export interface ChainState {
  /** Whether a day has been: before the first one, the value is 0 and the unit 100. */
  readonly hasStarted: boolean;
  /** Market value and accrued of the last day, in cents. */
  readonly value: bigint;
  /** The debit of the last day, in cents; 0 without one. */
  readonly debit: bigint;
  /** Undefined after a unit of 0, until a new beginning. */
  readonly units: Units | undefined;
}

interface Units {
  readonly gross: bigint;
  readonly net: bigint;
}

/** One unit, 10^18 of its stored parts. */
export const unitScale = 10n ** 18n;

/** The unit of 100 with which a chain begins, and begins again. */
export const firstUnit = 100n * unitScale;

const beginning: Units = { gross: firstUnit, net: firstUnit };

/** The state before the first day. */
export const beforeFirstDay: ChainState = {
  hasStarted: false,
  value: 0n,
  debit: 0n,
  units: beginning,
};

/** The state after a day, from its value and its units. */
export function stateAfter(
  day: Pick<RawDay, "marketValue" | "accrued" | "cash" | "advances">,
  units: UnitPair,
): ChainState {
  const debit = debitOf(day);
  return { hasStarted: true, value: endValueOf(day), debit, units: nonZeroUnits(units) };
}

/** The debit of a day, in cents: by how much cash and advances together are below 0. */
export function debitOf({ cash = 0n, advances = 0n }: Pick<RawDay, "cash" | "advances">): bigint {
  const balance = cash + advances;
  return balance < 0n ? -balance : 0n;
}

/** Whether a chain begins again on a day, from the units of the day before and its own. */
export function beginsAnew(before: UnitPair, day: UnitPair): boolean {
  return nonZeroUnits(before) === undefined && day.gross !== undefined;
}

/** Both units, unless one is missing or 0: after a total loss of either no series goes on. */
function nonZeroUnits({ gross, net }: UnitPair): Units | undefined {
  return gross && net ? { gross, net } : undefined;
}

/** Market value and accrued of a day, in cents. */
export function endValueOf(day: Pick<RawDay, "marketValue" | "accrued">): bigint {
  return day.marketValue + day.accrued;
}

/** The external flows of a day, in cents, fees left out. */
export function flowOf(day: Pick<RawDay, "cashFlows" | "securityFlows">): bigint {
  return day.cashFlows + day.securityFlows;
}

/** Continues a chain over days in order; returns each day's units and the state after the last. */
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
  const flow = flowOf(day);
  const isBase = !before.hasStarted && flow === 0n;
  const unit = isBase ? unitAfter(beginning, day, noGrowth) : unitOf(before, day);
  return { unit, state: stateAfter(day, unit) };
}

/** A day with less capital, in cents, has no return: its unit is carried. */
const leastCapital = 100n;

/** The largest of amounts; 0 if none is above. */
export function largestOf(amounts: readonly bigint[]): bigint {
  let largest = 0n;
  for (const each of amounts) if (each > largest) largest = each;
  return largest;
}

/** Nor has a day whose debit exceeds this many times its capital; at maintenance margin it is three times. */
const mostTimes = 20n;

function unitOf({ value, debit, units }: ChainState, day: RawDay): UnitDay {
  const flow = flowOf(day);
  const capital = flow > 0n ? value + flow : value;
  const owed = largestOf([debit, debitOf(day)]);
  if (capital < leastCapital || capital * mostTimes < owed) {
    const carried = { gross: units?.gross, net: units?.net };
    return { on: day.on, ...carried, grossReturn: undefined, netReturn: undefined };
  }
  const outflow = flow < 0n ? -flow : 0n;
  const net = notNegative(endValueOf(day) + outflow);
  const gross = notNegative(endValueOf(day) + outflow + day.fees);
  return unitAfter(units ?? beginning, day, { gross, net, capital });
}

/** A day of which nothing is left is a total loss, however much more is owed. */
function notNegative(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}

/** The growth of a day as two fractions of its capital. */
interface Growth {
  readonly gross: bigint;
  readonly net: bigint;
  readonly capital: bigint;
}

const noGrowth: Growth = { gross: 1n, net: 1n, capital: 1n };

function unitAfter(before: Units, { on }: RawDay, { gross, net, capital }: Growth): UnitDay {
  const unit = divide(before.gross * gross, capital);
  const grossReturn = returnOf(gross, capital);
  // Without fees both are the same, and are divided once.
  const isSame = net === gross;
  return {
    on,
    gross: unit,
    net: isSame && before.net === before.gross ? unit : divide(before.net * net, capital),
    grossReturn,
    netReturn: isSame ? grossReturn : returnOf(net, capital),
  };
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
