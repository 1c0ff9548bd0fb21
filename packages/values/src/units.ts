// Exact whole numbers: shares in 0.00001, prices in 0.000001, money in cents, and the three ways in
// which a figure is rounded or shared. (docs/tax-lots.md, "Cents and shares")
import assert from "node:assert/strict";
import type { Decimal } from "./decimal.ts";

/** Places of shares, prices and money. */
export const places = { shares: 5, price: 6, money: 2 } as const;

/** The divisor by which a price in 0.000001 times shares in 0.00001 becomes cents. */
export const centsDivisor = 1_000_000_000n;

const zeros = Array.from({ length: 21 }, (_, count) => "0".repeat(count));

/** Texts of at most this length with their zeros write whole numbers below 10^15, which are safe. */
const safeLength = 15;

const powers = Array.from({ length: safeLength + 1 }, (_, count) => 10 ** count);

/** The smaller of two whole numbers. */
export function leastOf(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** An amount of money as cents. */
export function centsOf(amount: string): bigint {
  return unitsOf(amount as Decimal, places.money);
}

/** The sum of a list. */
export function sumOf(list: readonly bigint[]): bigint {
  return list.reduce((sum, each) => sum + each, 0n);
}

/** A decimal as a whole number of its smallest unit; digits beyond the places must be zeros. */
export function unitsOf(value: Decimal, to: number): bigint {
  const safe = safeUnitsOf(value, to);
  if (safe !== undefined) return BigInt(safe);
  const point = value.indexOf(".");
  if (point === -1) return BigInt(value + zeros[to]);
  const written = value.length - point - 1;
  if (written <= to) {
    return BigInt(value.slice(0, point) + value.slice(point + 1) + zeros[to - written]);
  }
  assert(fitsPlaces(value, to), "a figure has more places than its kind");
  return BigInt(value.slice(0, point) + value.slice(point + 1, point + 1 + to));
}

/** The same as a safe integer, where the length of the text proves that it is one; else undefined. */
export function safeUnitsOf(value: Decimal, to: number): number | undefined {
  const { length } = value;
  if (length + to > safeLength) return undefined;
  const isNegative = value.charCodeAt(0) === minus;
  let units = 0;
  let point = length;
  for (let at = isNegative ? 1 : 0; at < length; at += 1) {
    const digit = value.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === pointBelowZero && point === length) point = at;
    else return undefined;
  }
  const written = point === length ? 0 : length - point - 1;
  if (written > to) return undefined;
  units *= powers[to - written] as number;
  // A zero has no sign.
  return isNegative ? 0 - units : units;
}

const zero = "0".charCodeAt(0);
const minus = "-".charCodeAt(0);
const pointBelowZero = ".".charCodeAt(0) - zero;

/** Whether all digits beyond the places are zeros. */
export function fitsPlaces(value: Decimal, to: number): boolean {
  if (value.charCodeAt(value.length - to - 1) === zero + pointBelowZero) return true;
  const point = value.indexOf(".");
  if (point === -1 || value.length - point - 1 <= to) return true;
  return !/[1-9]/.test(value.slice(point + 1 + to));
}

/** A whole number of units as decimal text with that many places. */
export function textOf(units: bigint, from: number): string {
  const safe = Number(units);
  // A number that is not safe comes out of this as one that is not safe either.
  if (Number.isSafeInteger(safe) && isWrittenSafely(from)) return safeTextOf(safe, from);
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(from + 1, "0");
  const point = digits.length - from;
  return from === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Whether a safe integer with this number of places is written by `safeTextOf`. */
export function isWrittenSafely(from: number): boolean {
  return from > 0 && from < safeLength;
}

/** The same of a safe integer, with 1 to 14 places. */
export function safeTextOf(units: number, from: number): string {
  const magnitude = units < 0 ? -units : units;
  const text =
    magnitude < smallBelow ? smallTextOf(magnitude | 0, from) : safeDigitsOf(magnitude, from);
  return units < 0 ? `-${text}` : text;
}

/** The rest, the difference and its quotient are whole and exact. */
function safeDigitsOf(units: number, from: number): string {
  const scale = powers[from] as number;
  const rest = units % scale;
  return `${(units - rest) / scale}.${`${scale + rest}`.slice(1)}`;
}

/** Whole numbers below it have 31 bits, and are divided without a double. */
const smallBelow = 2 ** 31;

/** Money, shares and prices as cents and the digits behind them. */
function smallTextOf(units: number, from: number): string {
  if (from === places.money) return centsText(units);
  if (from === places.shares) {
    const cents = (units / 1000) | 0;
    return centsText(cents) + thousandths[units - cents * 1000];
  }
  if (from !== places.price) return safeDigitsOf(units, from);
  const thousands = (units / 1000) | 0;
  const cents = (thousands / 10) | 0;
  return `${centsText(cents)}${thousands - cents * 10}${thousandths[units - thousands * 1000]}`;
}

function centsText(cents: number): string {
  const whole = (cents / 100) | 0;
  return `${whole}${hundredths[cents - whole * 100]}`;
}

const hundredths = Array.from({ length: 100 }, (_, rest) => `.${`${rest}`.padStart(2, "0")}`);
const thousandths = Array.from({ length: 1000 }, (_, rest) => `${rest}`.padStart(3, "0"));

/** Shares as text. */
export function sharesText(shares: bigint): string {
  return textOf(shares, places.shares);
}

/** Money as text. */
export function moneyText(cents: bigint): string {
  return textOf(cents, places.money);
}

/** The nearest whole number to a fraction, a half away from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -nearest(-numerator, denominator);
  return (2n * numerator + denominator) / (2n * denominator);
}

/** The nearest whole number to a fraction that is not negative, a half to the even one. */
export function nearestEven(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  const twice = 2n * (numerator - below * denominator);
  const isUp = twice > denominator || (twice === denominator && below % 2n === 1n);
  return isUp ? below + 1n : below;
}

/** Shares times price in cents, half up. */
export function amountOf(shares: bigint, price: bigint): bigint {
  return nearest(shares * price, centsDivisor);
}

/** The piece's part of an amount that is split in two: nearest unit, a half to the piece. */
export function pieceOf(amount: bigint, taken: bigint, whole: bigint): bigint {
  return taken === whole ? amount : nearest(amount * taken, whole);
}

/**
 * Shares a total over weights by largest remainder, ties to the earlier weight where nothing else is
 * said, so that the parts add to the total; a negative total is shared as its opposite.
 */
export function shareOut(
  total: bigint,
  weights: readonly bigint[],
  ties = (a: number, b: number) => a - b,
): bigint[] {
  if (weights.length === 1) return [total];
  if (total < 0n) return shareOut(-total, weights, ties).map((part) => -part);
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let left = total;
  const parts = weights.map((weight, index) => {
    const part = (total * weight) / whole;
    left -= part;
    return { index, part, remainder: total * weight - part * whole };
  });
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? ties(a.index, b.index) : a.remainder > b.remainder ? -1 : 1,
  );
  for (const entry of byRemainder) {
    if (left === 0n) break;
    entry.part += 1n;
    left -= 1n;
  }
  return parts.map(({ part }) => part);
}
