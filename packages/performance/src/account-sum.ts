// An account's raw performance data: the sum over its folios. (docs/performance.md, 2.1)
import type { Day } from "../../values/src/dates.ts";
import { endValueOf, flowOf, type RawDay } from "./chain.ts";

/** The flows and the valuation of a folio on a day; without a valuation there are flows or fees
 * alone. */
export interface FolioDay {
  readonly on: Day;
  readonly cashFlows: bigint;
  readonly securityFlows: bigint;
  readonly fees: bigint;
  /** Whether shares have flowed that count, at its prices, on the next day with a valuation. */
  readonly isWaiting: boolean;
  /** Whether shares have flowed at a marked price. */
  readonly hasEstimatedFlows: boolean;
  readonly valuation: FolioValuation | undefined;
}

/** The value of a folio; estimated where a position has a marked price. */
type FolioValuation = Pick<RawDay, "marketValue" | "accrued" | "cash" | "advances" | "isEstimated">;

/** The flows and fees of days that wait for the next day with a valuation. */
type Waiting = Pick<FolioDay, "cashFlows" | "securityFlows" | "fees" | "hasEstimatedFlows">;

const nothing: Waiting = {
  cashFlows: 0n,
  securityFlows: 0n,
  fees: 0n,
  hasEstimatedFlows: false,
};

function addWaiting(a: Waiting, b: Waiting): Waiting {
  return {
    cashFlows: a.cashFlows + b.cashFlows,
    securityFlows: a.securityFlows + b.securityFlows,
    fees: a.fees + b.fees,
    hasEstimatedFlows: a.hasEstimatedFlows || b.hasEstimatedFlows,
  };
}

/** The raw data of a day from what is there and what has flowed until then. */
function rawDay(on: Day, valuation: FolioValuation, waiting: Waiting): RawDay {
  const { hasEstimatedFlows, ...flows } = waiting;
  const isEstimated = valuation.isEstimated || hasEstimatedFlows;
  return { on, ...valuation, ...flows, isEstimated };
}

/** A folio's raw data: flows and fees of a day without valuation count on the next that has one. */
export function rawDaysOf(days: readonly FolioDay[]): RawDay[] {
  const raw: RawDay[] = [];
  let waiting = nothing;
  for (const day of days) {
    waiting = addWaiting(waiting, day);
    if (day.valuation === undefined) continue;
    raw.push(rawDay(day.on, day.valuation, waiting));
    waiting = nothing;
  }
  return raw;
}

/** A folio's days from the last one of a history brought from another system on: that day is a base,
 * whatever has flowed until its end. */
export function daysFrom<Each extends FolioDay>(days: readonly Each[], on: Day): Each[] {
  return days
    .filter((day) => day.on >= on)
    .map((day) => (day.on === on ? { ...day, ...nothing, isWaiting: false } : day));
}

interface FolioState {
  readonly days: readonly FolioDay[];
  next: number;
  hasStarted: boolean;
  /** The last value is not 0, or a flow has come since. */
  holds: boolean;
  waiting: Waiting;
}

/**
 * The account's raw data from its folios' days, each in order. A day counts when every folio that
 * holds something has a valuation on it. The base day of a folio that comes later, or on a day
 * with flows, enters as a security flow of its value: it is new to the account, not earned by it.
 *
 * `values` are given to go on after a day of the account at which nothing waits: each folio's value
 * on it, in cents, undefined for one that has not started.
 */
export function sumOfFolios(
  folios: readonly (readonly FolioDay[])[],
  values?: readonly (bigint | undefined)[],
): RawDay[] {
  const states = folios.map((days, index) => stateAt(days, values?.[index]));
  const raw: RawDay[] = [];
  let hasStarted = values !== undefined;
  let waiting = nothing;
  let bases = nothing;
  for (const on of daysOf(folios)) {
    const today = states.map((state) => stepOf(state, on));
    waiting = today.reduce((total, { flows }) => addWaiting(total, flows), waiting);
    bases = today.reduce((total, { base }) => addWaiting(total, base), bases);

    const valued = today.flatMap(({ valuation }) => (valuation ? [valuation] : []));
    const isWhole = today.every(({ valuation }, index) => valuation || !states[index]?.holds);
    if (valued.length === 0 || !isWhole) continue;
    const valuation = {
      marketValue: valued.reduce((total, each) => total + each.marketValue, 0n),
      accrued: valued.reduce((total, each) => total + each.accrued, 0n),
      cash: valued.reduce((total, { cash = 0n }) => total + cash, 0n),
      advances: valued.reduce((total, { advances = 0n }) => total + advances, 0n),
      isEstimated: valued.some((each) => each.isEstimated),
    };
    // The account's own base day needs no flow: all that its folios hold is there from the start.
    const isNew = hasStarted || flowOf(waiting) !== 0n;
    raw.push(rawDay(on, valuation, isNew ? addWaiting(waiting, bases) : waiting));
    hasStarted = true;
    waiting = nothing;
    bases = nothing;
  }
  return raw;
}

function stateAt(days: readonly FolioDay[], value: bigint | undefined): FolioState {
  const hasStarted = value !== undefined;
  return { days, next: 0, hasStarted, holds: hasStarted && value !== 0n, waiting: nothing };
}

function daysOf(folios: readonly (readonly FolioDay[])[]): Day[] {
  return [...new Set(folios.flatMap((days) => days.map(({ on }) => on)))].toSorted();
}

interface Step {
  readonly flows: Waiting;
  /** The value of a folio's base day, as a flow; nothing on any other. */
  readonly base: Waiting;
  readonly valuation: FolioDay["valuation"];
}

const still: Step = { flows: nothing, base: nothing, valuation: undefined };

function stepOf(state: FolioState, on: Day): Step {
  const day = state.days[state.next];
  if (day?.on !== on) return still;
  state.next += 1;
  state.waiting = addWaiting(state.waiting, day);
  const { valuation } = day;
  if (valuation === undefined) {
    state.holds ||= day.isWaiting || day.cashFlows !== 0n || day.securityFlows !== 0n;
    return { flows: day, base: nothing, valuation };
  }
  const isBase = !state.hasStarted && flowOf(state.waiting) === 0n;
  state.hasStarted = true;
  state.holds = endValueOf(valuation) !== 0n;
  state.waiting = nothing;
  return { flows: day, base: isBase ? baseOf(valuation) : nothing, valuation };
}

function baseOf(valuation: FolioValuation): Waiting {
  const securityFlows = endValueOf(valuation);
  return { ...nothing, securityFlows, hasEstimatedFlows: valuation.isEstimated };
}
