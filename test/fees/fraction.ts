// Fractions as they are taught in school: the slow, obvious arithmetic that the calculation is compared with.

/** A numerator over a denominator above 0, in lowest terms. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Over ÷ under. */
export function fraction(over: bigint, under = 1n): Fraction {
  if (under < 0n) return fraction(-over, -under);
  const common = commonDivisor(over < 0n ? -over : over, under);
  return { over: over / common, under: under / common };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}

export const none = fraction(0n);

export const plus = (a: Fraction, b: Fraction) =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under);
export const minus = (a: Fraction, b: Fraction) => plus(a, fraction(-b.over, b.under));
export const times = (...list: Fraction[]) =>
  list.reduce((a, b) => fraction(a.over * b.over, a.under * b.under), fraction(1n));
export const dividedBy = (a: Fraction, b: Fraction) => fraction(a.over * b.under, a.under * b.over);
export const sumOf = (list: readonly Fraction[]) => list.reduce(plus, none);
export const isBelow = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under;
export const smaller = (a: Fraction, b: Fraction) => (isBelow(a, b) ? a : b);
export const larger = (a: Fraction, b: Fraction) => (isBelow(a, b) ? b : a);

/** The largest whole number that is not above it. */
export function floorOf({ over, under }: Fraction): bigint {
  const whole = over / under;
  return whole * under > over ? whole - 1n : whole;
}

/** The nearest whole number, a half up. */
export const halfUp = (value: Fraction) => floorOf(plus(value, fraction(1n, 2n)));
