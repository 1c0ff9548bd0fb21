// Whole numbers of units that are mostly small: a safe integer while it is one, else a bigint. Most sums
// then take no memory of their own, and none loses a digit: of every step on numbers it is proven that
// it is exact, else the step of `units.ts` is taken. (docs/adr/0009-numbers.md)
import type { Decimal } from "./decimal.ts";
import * as big from "./units.ts";
import { places, safeTextOf, safeUnitsOf } from "./units.ts";

/** A whole number: always a number up to 2^53 - 1, always a bigint beyond it, so that equal ones are
 * identical, and any two are compared by `<` and `>`. */
export type Whole = number | bigint;

/** The divisor by which a price in 0.000001 times shares in 0.00001 becomes cents. */
export const centsDivisor = 1_000_000_000;

const greatest = Number.MAX_SAFE_INTEGER;

/** Whether a sum, a difference or a product of safe integers is exact: had it been rounded, it would
 * not be below 2^53. */
function isExact(result: number): boolean {
  return result <= greatest && result >= -greatest;
}

/** A bigint in the form that its size asks for. */
export function wholeOf(value: bigint): Whole {
  return value <= greatest && value >= -greatest ? Number(value) : value;
}

/** a + b. */
export function plus(a: Whole, b: Whole): Whole {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (isExact(sum)) return sum;
  }
  return wholeOf(BigInt(a) + BigInt(b));
}

/** a - b. */
export function minus(a: Whole, b: Whole): Whole {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (isExact(difference)) return difference;
  }
  return wholeOf(BigInt(a) - BigInt(b));
}

/** a × b. */
export function times(a: Whole, b: Whole): Whole {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // A zero has no sign.
    if (isExact(product)) return product + 0;
  }
  return wholeOf(BigInt(a) * BigInt(b));
}

/** The smaller of two. */
export function smaller(a: Whole, b: Whole): Whole {
  return b < a ? b : a;
}

/** The sum of a list. */
export function sumOf(list: readonly Whole[]): Whole {
  return list.reduce(plus, 0);
}

/** Text as units; as `units.ts` reads it. */
export function unitsOf(value: Decimal, to: number): Whole {
  return safeUnitsOf(value, to) ?? wholeOf(big.unitsOf(value, to));
}

/** Units as text with that many places. */
export function textOf(units: Whole, from: number): string {
  return typeof units === "number" && big.isWrittenSafely(from)
    ? safeTextOf(units, from)
    : big.textOf(BigInt(units), from);
}

/** Shares as text. */
export function sharesText(shares: Whole): string {
  return textOf(shares, places.shares);
}

/** Money as text. */
export function moneyText(cents: Whole): string {
  return textOf(cents, places.money);
}

/** The nearest whole number to n / d of safe integers, d above 0; a half away from zero. */
function nearest(n: number, d: number): number {
  if (n < 0) return 0 - nearest(-n, d);
  const below = wholePart(n, d);
  const rest = n - below * d;
  return rest >= d - rest ? below + 1 : below;
}

/**
 * The whole part of n / d of safe integers that are not negative, d above 0; a remainder by `%` takes
 * longer. A quotient is rounded up to a whole number k only if k × d is less than n × 2^-53 above n, so
 * by less than one: then it is n, and nothing was rounded.
 */
function wholePart(n: number, d: number): number {
  return Math.floor(n / d);
}

/** The piece's part of an amount that is split in two: nearest unit, a half to the piece. */
export function pieceOf(amount: Whole, taken: Whole, whole: Whole): Whole {
  if (taken === whole) return amount;
  if (typeof amount === "number" && typeof taken === "number" && typeof whole === "number") {
    // A zero has no sign.
    const product = amount * taken + 0;
    if (isExact(product) && whole > 0) return nearest(product, whole);
  }
  return wholeOf(big.pieceOf(BigInt(amount), BigInt(taken), BigInt(whole)));
}

/** The same of what is not negative, with a half to the even one. */
export function evenPieceOf(amount: Whole, taken: Whole, whole: Whole): Whole {
  if (taken === whole) return amount;
  return wholeOf(big.nearestEven(BigInt(amount) * BigInt(taken), BigInt(whole)));
}

/** The whole part of amount × taken / whole of what is not negative. */
export function wholePartOf(amount: Whole, taken: Whole, whole: Whole): Whole {
  return wholeOf((BigInt(amount) * BigInt(taken)) / BigInt(whole));
}

/** Shares times price in cents, half up. */
export function amountOf(shares: Whole, price: Whole): Whole {
  if (typeof shares === "number" && typeof price === "number" && shares >= 0 && price >= 0) {
    const safe = safeAmountOf(shares, price);
    if (safe !== undefined) return safe;
  }
  return wholeOf(big.amountOf(BigInt(shares), BigInt(price)));
}

/**
 * The same of safe integers, where every step is one. Shares × price is often beyond 2^53, so the
 * price is taken in two parts, a = 1000 b + c. Shares × b is whole millions and a rest. In shares ×
 * a these are whole billions, and what remains is 1000 × rest + shares × c.
 */
function safeAmountOf(shares: number, price: number): number | undefined {
  const fine = price % 1000;
  const coarse = shares * ((price - fine) / 1000);
  const rest = coarse % 1e6;
  const remainder = rest * 1000 + shares * fine;
  if (!isExact(coarse) || !isExact(remainder)) return undefined;
  return (coarse - rest) / 1e6 + nearest(remainder, centsDivisor);
}

/** The order of two places that have the same remainder. */
type Ties = (a: number, b: number) => number;

const earlier: Ties = (a, b) => a - b;

/**
 * Shares a total over weights by largest remainder, ties to the earlier weight where nothing else is
 * said, so that the parts add to the total; a negative total is shared as its opposite.
 */
export function shareOut(total: Whole, weights: readonly Whole[], ties = earlier): Whole[] {
  if (weights.length === 1) return [total];
  if (total < 0) return shareOut(minus(0, total), weights, ties).map((part) => minus(0, part));
  const [one, other] = weights;
  if (weights.length === 2 && one !== undefined && other !== undefined) {
    const isFirst = ties(0, 1) <= 0;
    const part = pieceOf(total, isFirst ? one : other, plus(one, other));
    const rest = minus(total, part);
    return isFirst ? [part, rest] : [rest, part];
  }
  const whole = sumOf(weights);
  // No weight is above their sum, so that no product is above this one.
  if (typeof total === "number" && typeof whole === "number" && isExact(total * whole) && whole > 0)
    return shareOutSafely({ total, whole }, weights as readonly number[], ties);
  return big.shareOut(BigInt(total), weights.map(BigInt), ties).map(wholeOf);
}

function shareOutSafely(
  { total, whole }: { readonly total: number; readonly whole: number },
  weights: readonly number[],
  ties: Ties,
): number[] {
  const parts = weights.map((weight) => wholePart(total * weight, whole));
  const left = parts.reduce((rest, part) => rest - part, total);
  if (left === 0) return parts;
  const rests = weights.map((weight, at) => total * weight - (parts[at] as number) * whole);
  const places = rests.map((_, at) => at);
  places.sort((a, b) => (rests[b] as number) - (rests[a] as number) || ties(a, b));
  for (let next = 0; next < left; next += 1) {
    const at = places[next] as number;
    parts[at] = (parts[at] as number) + 1;
  }
  return parts;
}
