// A return as a yearly rate: an irrational number, computed in whole numbers to far more places than are
// published. (docs/performance.md, 5)
import { divide } from "./chain.ts";

const one = 10n ** 40n;
const hundred = 10n ** 7n;

/**
 * The yearly rate of a return, both in units of 10^-5 percent: (1 + return) ^ (365 / days) − 1, half even.
 * A total loss stays one.
 */
export function annualised(rate: bigint, days: number): bigint {
  const factor = hundred + rate;
  if (factor <= 0n) return -hundred;
  const power = (logarithm(factor, hundred) * 365n) / BigInt(days);
  return divide(exponential(power) * hundred, one) - hundred;
}

/** The natural logarithm of a positive fraction, times `one`. */
function logarithm(numerator: bigint, denominator: bigint): bigint {
  let over = numerator;
  let under = denominator;
  let twos = 0n;
  for (; over * 2n > under * 3n; twos += 1n) under *= 2n;
  for (; over * 4n < under * 3n; twos -= 1n) over *= 2n;
  return halfLogarithm(over - under, over + under) * 2n + twos * logOfTwo;
}

/** atanh(a / b) = a / b + (a / b)³ / 3 + (a / b)⁵ / 5 + …, for fractions up to a third. */
function halfLogarithm(a: bigint, b: bigint): bigint {
  let power = (a * one) / b;
  let sum = 0n;
  for (let place = 1n; power !== 0n; place += 2n) {
    sum += power / place;
    power = (power * a * a) / (b * b);
  }
  return sum;
}

const logOfTwo = halfLogarithm(1n, 3n) * 2n;

/** e to a power that is given times `one`, times `one`. */
function exponential(power: bigint): bigint {
  const twos = divide(power, logOfTwo);
  const rest = power - twos * logOfTwo;
  let term = one;
  let sum = 0n;
  for (let place = 1n; term !== 0n; place += 1n) {
    sum += term;
    term = (term * rest) / (one * place);
  }
  return twos >= 0n ? sum << twos : sum >> -twos;
}
