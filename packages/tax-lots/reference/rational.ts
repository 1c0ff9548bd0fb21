// Fractions, for the slow and obvious second implementation: nothing is rounded unless requested.

/** A fraction whose denominator is above zero. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const zero: Rational = { n: 0n, d: 1n };
export const one: Rational = { n: 1n, d: 1n };

/** A decimal text as a fraction. */
export function read(text: string): Rational {
  const [whole = "", part = ""] = text.split(".");
  return reduced(BigInt(whole + part), 10n ** BigInt(part.length));
}

export const plus = (a: Rational, b: Rational) => reduced(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational) => reduced(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational) => reduced(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational) => reduced(a.n * b.d, a.d * b.n);
export const order = (a: Rational, b: Rational) => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const isSame = (a: Rational, b: Rational) => order(a, b) === 0;
export const isLess = (a: Rational, b: Rational) => order(a, b) < 0;
export const least = (a: Rational, b: Rational) => (isLess(a, b) ? a : b);
export const most = (a: Rational, b: Rational) => (isLess(a, b) ? b : a);
export const total = (list: readonly Rational[]) => list.reduce(plus, zero);

/** Digits below the last place are dropped. */
export function down(a: Rational, places: number): Rational {
  const scale = 10n ** BigInt(places);
  const units = (a.n * scale) / a.d;
  return reduced(units * a.d * scale > a.n * scale * scale ? units - 1n : units, scale);
}

/** Rounded to places; a half goes up, down, or to the even one. */
export function rounded(a: Rational, places: number, half: "up" | "down" | "even"): Rational {
  const below = down(a, places);
  const unit = reduced(1n, 10n ** BigInt(places));
  const side = order(times(minus(a, below), { n: 2n, d: 1n }), unit);
  const isOdd = over(below, unit).n % 2n !== 0n;
  const isUp = side > 0 || (side === 0 && (half === "up" || (half === "even" && isOdd)));
  return isUp ? plus(below, unit) : below;
}

/** With exactly that many places, for a fraction that has no more. */
export function write(a: Rational, places: number): string {
  const units = (a.n * 10n ** BigInt(places)) / a.d;
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Parts of a total by weight: each rounded down, with one more unit where the remainders are
 * largest. */
export function shared(whole: Rational, weights: readonly Rational[], places: number): Rational[] {
  const sum = total(weights);
  const exact = weights.map((weight) => over(times(whole, weight), sum));
  const parts = exact.map((part) => down(part, places));
  const unit = reduced(1n, 10n ** BigInt(places));
  while (isLess(total(parts), whole)) {
    let best = 0;
    for (const at of parts.keys()) {
      if (isLess(rest(exact, parts, best), rest(exact, parts, at))) best = at;
    }
    parts[best] = plus(parts[best] ?? zero, unit);
  }
  return parts;
}

function rest(exact: readonly Rational[], parts: readonly Rational[], at: number): Rational {
  return minus(exact[at] ?? zero, parts[at] ?? zero);
}

function reduced(n: bigint, d: bigint): Rational {
  if (d < 0n) return reduced(-n, -d);
  let a = n < 0n ? -n : n;
  let b = d;
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { n: 0n, d: 1n } : { n: n / a, d: d / a };
}
