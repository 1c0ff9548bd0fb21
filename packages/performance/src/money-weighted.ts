// The money-weighted return: a period's internal rate, found by bracketing. (docs/performance.md, 2.3)
import { divide } from "./chain.ts";

/** Amounts in cents over a period in days, from day 0, the start, to its last day. */
export interface CashPeriod {
  readonly days: number;
  readonly startValue: bigint;
  readonly endValue: bigint;
  /** By day, from 1 to `days`, in order; an inflow counts from the day's start. */
  readonly flows: readonly { readonly day: number; readonly in: bigint; readonly out: bigint }[];
}

/** Why a period has no money-weighted return. */
export type NoRate = "no time passes" | "nothing was there" | "no rate fits";

/** Decimal places that the search keeps of a day's factor and of a balance. */
const places = 40;
const one = 10n ** BigInt(places);
/** The search ends when the factor is known to this many of its units. */
const narrow = 10n ** 6n;
const highest = 10n ** 22n * one;

/**
 * The rate in units of 10^-5 percent, half even, or why there is none. It is the one rate at which
 * the balance, looked at after each day's outflow and before the next day's inflow, is never
 * negative; on all higher rates the balance only grows, so halving an interval finds it.
 */
export function moneyWeightedReturn(period: CashPeriod): bigint | NoRate {
  if (period.days === 0) return "no time passes";
  if (isEmpty(period)) return "nothing was there";
  if (reaches(period, 0n)) return isMet(period, 0n) ? totalLoss : "no rate fits";
  const bracket = firstBracket(period);
  if (bracket === undefined) return "no rate fits";
  let { low, high } = bracket;
  while (high - low > narrow) {
    const middle = (low + high) / 2n;
    if (reaches(period, middle)) high = middle;
    else low = middle;
  }
  // Where the balance is about to turn negative just below, the end may lie above the end value.
  if (!isMet(period, high)) return "no rate fits";
  return rateOf(period.days, (low + high) / 2n);
}

const totalLoss = -10_000_000n;

function isEmpty({ startValue, endValue, flows }: CashPeriod): boolean {
  const isStill = flows.every((flow) => flow.in === 0n && flow.out === 0n);
  return startValue === 0n && endValue === 0n && isStill;
}

function firstBracket(period: CashPeriod): { low: bigint; high: bigint } | undefined {
  let low = 0n;
  for (let high = one; high <= highest; high *= 2n) {
    if (reaches(period, high)) return { low, high };
    low = high;
  }
  return undefined;
}

/** Whether the balance never turns negative and ends at the end value or above. */
function reaches(period: CashPeriod, factor: bigint): boolean {
  const end = endOf(period, factor);
  return end !== undefined && end >= period.endValue * one;
}

/** A billionth of a cent: far above the search's error, far below a real difference. */
const tolerance = one / 10n ** 9n;

function isMet(period: CashPeriod, factor: bigint): boolean {
  const end = endOf(period, factor);
  if (end === undefined) return false;
  const difference = end - period.endValue * one;
  return difference <= tolerance && difference >= -tolerance;
}

/** The balance at the end under a day's factor, or undefined when it turns negative. */
function endOf({ days, startValue, flows }: CashPeriod, factor: bigint): bigint | undefined {
  const grow = growthBy(factor);
  let balance = startValue * one;
  let at = 0;
  if (balance < 0n) return undefined;
  for (const flow of flows) {
    balance = grow(balance, flow.day - 1 - at) + flow.in * one;
    balance = grow(balance, 1) - flow.out * one;
    at = flow.day;
    if (balance < 0n) return undefined;
  }
  return grow(balance, days - at);
}

/** Growth over days; most flows are as far apart as others, so that each power is made once. */
function growthBy(factor: bigint): (balance: bigint, days: number) => bigint {
  const powers = new Map<number, bigint>([[1, factor]]);
  return (balance, days) => {
    if (days === 0 || balance === 0n) return balance;
    const known = powers.get(days) ?? power(factor, days);
    powers.set(days, known);
    return (balance * known) / one;
  };
}

/** Above this a power means "more than any amount", so that no number grows without bound. */
const ceiling = one * 10n ** 100n;

function power(factor: bigint, exponent: number): bigint {
  let result = one;
  let square = factor;
  for (let rest = exponent; rest > 0; rest = (rest - (rest % 2)) / 2) {
    if (rest % 2 === 1) result = capped((result * square) / one);
    square = capped((square * square) / one);
  }
  return result;
}

function capped(value: bigint): bigint {
  return value < ceiling ? value : ceiling;
}

/** The period's rate from a day's factor; what lies within the search's error of a tie is a tie. */
function rateOf(days: number, factor: bigint): bigint {
  const step = one / 10n ** 7n;
  const excess = power(factor, days) - one;
  const fine = step / 10n ** 12n;
  return divide(divide(excess, fine), step / fine);
}
