// An account's raw performance data: the sum over its folios. (docs/performance.md, 2.1)
import type { Day } from "../../values/dates.ts";
import { endValueOf, flowOf, type RawDay } from "./chain.ts";

/** What happened in a folio on a day; without a valuation there are flows or fees alone. */
export interface FolioDay {
  readonly on: Day;
  readonly cashFlows: bigint;
  readonly securityFlows: bigint;
  readonly fees: bigint;
  /** Whether shares have flowed that count, at its prices, on the next day with a valuation. */
  readonly isWaiting: boolean;
  readonly valuation: { readonly marketValue: bigint; readonly accrued: bigint } | undefined;
}

/** The flows and fees of days that wait for the next day with a valuation. */
type Waiting = Pick<RawDay, "cashFlows" | "securityFlows" | "fees">;

const nothing: Waiting = { cashFlows: 0n, securityFlows: 0n, fees: 0n };

function together(a: Waiting, b: Waiting): Waiting {
  return {
    cashFlows: a.cashFlows + b.cashFlows,
    securityFlows: a.securityFlows + b.securityFlows,
    fees: a.fees + b.fees,
  };
}

/** A folio's raw data: flows and fees of a day without valuation count on the next that has one. */
export function rawDaysOf(days: readonly FolioDay[]): RawDay[] {
  const raw: RawDay[] = [];
  let waiting = nothing;
  for (const day of days) {
    waiting = together(waiting, day);
    if (day.valuation === undefined) continue;
    raw.push({ on: day.on, ...day.valuation, ...waiting });
    waiting = nothing;
  }
  return raw;
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
  let bases = 0n;
  for (const on of daysOf(folios)) {
    const today = states.map((state) => stepOf(state, on));
    waiting = today.reduce((total, { flows }) => together(total, flows), waiting);
    bases = today.reduce((total, { base }) => total + base, bases);

    const valued = today.flatMap(({ valuation }) => (valuation ? [valuation] : []));
    const isWhole = today.every(({ valuation }, index) => valuation || !states[index]?.holds);
    if (valued.length === 0 || !isWhole) continue;
    const marketValue = valued.reduce((total, each) => total + each.marketValue, 0n);
    const accrued = valued.reduce((total, each) => total + each.accrued, 0n);
    // The account's own base day needs no flow: all that its folios hold is there from the start.
    const added = hasStarted || flowOf(waiting) !== 0n ? bases : 0n;
    const securityFlows = waiting.securityFlows + added;
    raw.push({ on, marketValue, accrued, ...waiting, securityFlows });
    hasStarted = true;
    waiting = nothing;
    bases = 0n;
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
  /** The value of a folio's base day; 0 on any other. */
  readonly base: bigint;
  readonly valuation: FolioDay["valuation"];
}

const still: Step = { flows: nothing, base: 0n, valuation: undefined };

function stepOf(state: FolioState, on: Day): Step {
  const day = state.days[state.next];
  if (day?.on !== on) return still;
  state.next += 1;
  state.waiting = together(state.waiting, day);
  const { valuation } = day;
  if (valuation === undefined) {
    state.holds ||= day.isWaiting || day.cashFlows !== 0n || day.securityFlows !== 0n;
    return { flows: day, base: 0n, valuation };
  }
  const isBase = !state.hasStarted && flowOf(state.waiting) === 0n;
  state.hasStarted = true;
  state.holds = endValueOf(valuation) !== 0n;
  state.waiting = nothing;
  return { flows: day, base: isBase ? endValueOf(valuation) : 0n, valuation };
}
