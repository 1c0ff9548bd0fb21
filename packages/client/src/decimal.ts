// Exact decimals as text, as the service writes and reads them: digits in, digits out, never a
// JavaScript number.

/** The rounding of a number between two values: to the nearest, a half to the even digit or away
 * from zero; or always towards zero, or away from it. */
export type Rounding = "half-even" | "half-up" | "down" | "up";

interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

/** a + b, with as many places as the longer of the two. */
export function add(a: string, b: string): string {
  const [x, y, scale] = aligned(a, b);
  return written({ units: x + y, scale });
}

/** a - b, with as many places as the longer of the two. */
export function subtract(a: string, b: string): string {
  const [x, y, scale] = aligned(a, b);
  return written({ units: x - y, scale });
}

/** a × b exactly, with the places of both. */
export function multiply(a: string, b: string): string {
  const x = read(a);
  const y = read(b);
  return written({ units: x.units * y.units, scale: x.scale + y.scale });
}

/** a ÷ b to the given number of places, rounded as you say. */
export function divide(a: string, b: string, places: number, rounding: Rounding): string {
  const x = read(a);
  const y = read(b);
  if (y.units === 0n) throw new RangeError("a decimal cannot be divided by zero");
  // Scaled so that whole units of the quotient are its last place.
  const by = places + y.scale - x.scale;
  const [over, under] = by >= 0 ? [x.units * power(by), y.units] : [x.units, y.units * power(-by)];
  return written({ units: quotient(over, under, rounding), scale: places });
}

/** The value with exactly that number of places, padded, or rounded as you say. */
export function round(a: string, places: number, rounding: Rounding): string {
  const { units, scale } = read(a);
  if (scale <= places) return written({ units: units * power(places - scale), scale: places });
  return written({ units: quotient(units, power(scale - places), rounding), scale: places });
}

/** The order by value, however many places each is written with: -1, 0 or 1. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = aligned(a, b);
  if (x === y) return 0;
  return x < y ? -1 : 1;
}

/** The sum of a list, with as many places as its longest; of none `0`. */
export function sum(list: Iterable<string>): string {
  let total = "0";
  for (const item of list) total = add(total, item);
  return total;
}

/** The shown form of a decimal. */
export interface Format {
  /** Exactly this number of places, a half rounded to even; without it those it is written with. */
  readonly places?: number;
  /** Between groups of three digits; a comma where nothing is said. */
  readonly group?: string;
  /** Before the places; a point where nothing is said. */
  readonly point?: string;
  /** Whether a value above zero has a plus sign. */
  readonly plus?: boolean;
}

/** The decimal as people read it, with a true minus sign: `−1,234.50`. */
export function format(a: string, how: Format = {}): string {
  const { places, group = ",", point = ".", plus = false } = how;
  const text = places === undefined ? written(read(a)) : round(a, places, "half-even");
  const [whole = "", part] = text.replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const isAbove = plus && compare(text, "0") > 0;
  const sign = text.startsWith("-") ? "\u2212" : isAbove ? "+" : "";
  return `${sign}${grouped}${part === undefined ? "" : `${point}${part}`}`;
}

function read(text: string): Scaled {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`not a decimal: ${text}`);
  const point = text.indexOf(".");
  return {
    units: BigInt(text.replace(".", "")),
    scale: point === -1 ? 0 : text.length - point - 1,
  };
}

function written({ units, scale }: Scaled): string {
  const sign = units < 0n ? "-" : "";
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, "0");
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function aligned(a: string, b: string): [bigint, bigint, number] {
  const x = read(a);
  const y = read(b);
  const scale = Math.max(x.scale, y.scale);
  return [x.units * power(scale - x.scale), y.units * power(scale - y.scale), scale];
}

/** The whole quotient, rounded. */
function quotient(over: bigint, under: bigint, rounding: Rounding): bigint {
  const n = absolute(over);
  const d = absolute(under);
  const below = n / d;
  const rest = n % d;
  const nearest = below + (goesUp(rounding, { below, rest, of: d }) ? 1n : 0n);
  return over < 0n === under < 0n ? nearest : -nearest;
}

interface Between {
  readonly below: bigint;
  readonly rest: bigint;
  readonly of: bigint;
}

function goesUp(rounding: Rounding, { below, rest, of }: Between): boolean {
  if (rounding === "down" || rest === 0n) return false;
  if (rounding === "up" || rest * 2n > of) return true;
  return rest * 2n === of && (rounding === "half-up" || below % 2n === 1n);
}

const power = (places: number) => 10n ** BigInt(places);
const absolute = (of: bigint) => (of < 0n ? -of : of);
