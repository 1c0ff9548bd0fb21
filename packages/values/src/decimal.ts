// Exact decimals: canonical text outside, bigint inside, never a JavaScript number. (interface 1)
import assert from "node:assert/strict";

declare const decimalBrand: unique symbol;

/** A decimal as canonical text: no exponent, no leading zeros, no negative zero. */
export type Decimal = string & { readonly [decimalBrand]: true };

const grammar = /^(-?)0*(\d+)(\.\d{1,20})?$/;
const written = /^-?\d{1,15}(?:\.|$)/;

/**
 * Reads a decimal of at most 15 digits before the point and 20 after it, or returns undefined.
 * Trailing zeros stay as written; leading zeros and the sign of a zero go.
 */
export function decodeDecimal(text: string): Decimal | undefined {
  if (isPlain(text)) return text as Decimal;
  if (!written.test(text)) return undefined;
  const parts = grammar.exec(text);
  if (parts === null) return undefined;
  const magnitude = `${parts[2]}${parts[3] ?? ""}`;
  const negative = parts[1] === "-" && /[1-9]/.test(magnitude);
  return (negative ? `-${magnitude}` : magnitude) as Decimal;
}

const [zero, point] = ["0".charCodeAt(0), ".".charCodeAt(0)] as const;

/** Whether a text is a decimal as it is: with neither sign nor leading zeros, which most are. */
function isPlain(text: string): boolean {
  let whole = 0;
  let places = -1;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - zero;
    const isDigit = digit >= 0 && digit <= 9;
    if (isDigit && places === -1) whole += 1;
    else if (isDigit) places += 1;
    else if (digit + zero === point && places === -1) places = 0;
    else return false;
  }
  const isCanonical = text.charCodeAt(0) !== zero || whole === 1;
  return whole >= 1 && whole <= 15 && places !== 0 && places <= 20 && isCanonical;
}

interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

/** The order of two decimals by value: -1, 0 or 1. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const isBelow = a.startsWith("-");
  const isOtherBelow = b.startsWith("-");
  if (isBelow !== isOtherBelow) return isBelow ? -1 : 1;
  return isBelow ? orderOf(b.slice(1), a.slice(1)) : orderOf(a, b);
}

/** The order of two texts without sign: more digits before the point, or the later text. */
function orderOf(a: string, b: string): -1 | 0 | 1 {
  const whole = wholeDigits(a);
  const otherWhole = wholeDigits(b);
  if (whole !== otherWhole) return whole < otherWhole ? -1 : 1;
  const length = Math.max(a.length, b.length);
  const [x, y] = a.length === b.length ? [a, b] : [lengthened(a, length), lengthened(b, length)];
  if (x === y) return 0;
  return x < y ? -1 : 1;
}

function wholeDigits(text: string): number {
  const point = text.indexOf(".");
  return point === -1 ? text.length : point;
}

function lengthened(text: string, length: number): string {
  return (text.includes(".") ? text : `${text}.`).padEnd(length, "0");
}

/** Whether two decimals have the same value, however many trailing zeros each is written with. */
export function sameValue(a: Decimal, b: Decimal): boolean {
  return compare(a, b) === 0;
}

/** Whether the value is zero. */
export function isZero(a: Decimal): boolean {
  return !/[1-9]/.test(a);
}

/** a - b, with as many places as the longer of the two. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = aligned(a, b);
  return format({ units: x - y, scale });
}

/** The sum of a list, with as many places as its longest; an empty list sums to 0. */
export function sum(list: Iterable<Decimal>): Decimal {
  let units = 0n;
  let scale = 0;
  for (const item of list) {
    const next = parse(item);
    const wider = Math.max(scale, next.scale);
    units = widened({ units, scale }, wider) + widened(next, wider);
    scale = wider;
  }
  return format({ units, scale });
}

/** The text for a response: exactly `places` places, padded, or rounded half even. */
export function fixed(a: Decimal, places: number): string {
  const scaled = rounded(parse(a), places);
  return format({ units: widened(scaled, places), scale: places });
}

/** The number of digits after the point as written, trailing zeros included. */
export function placesOf(a: Decimal): number {
  const point = a.indexOf(".");
  return point === -1 ? 0 : a.length - point - 1;
}

function parse(a: Decimal): Scaled {
  return { units: BigInt(a.replace(".", "")), scale: placesOf(a) };
}

function format({ units, scale }: Scaled): Decimal {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  if (scale === 0) return `${sign}${digits}` as Decimal;
  const point = digits.length - scale;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}` as Decimal;
}

function widened({ units, scale }: Scaled, to: number): bigint {
  return to === scale ? units : units * 10n ** BigInt(to - scale);
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const x = parse(a);
  const y = parse(b);
  const scale = Math.max(x.scale, y.scale);
  return [widened(x, scale), widened(y, scale), scale];
}

/** The nearest value of at most `places` places, a half to the even one. */
function rounded(value: Scaled, places: number): Scaled {
  assert(Number.isInteger(places) && places >= 0, "places are a whole number, zero or more");
  if (value.scale <= places) return value;
  const step = 10n ** BigInt(value.scale - places);
  const magnitude = value.units < 0n ? -value.units : value.units;
  const below = magnitude / step;
  const twice = (magnitude % step) * 2n;
  const up = twice > step || (twice === step && below % 2n === 1n);
  const nearest = up ? below + 1n : below;
  return { units: value.units < 0n ? -nearest : nearest, scale: places };
}
