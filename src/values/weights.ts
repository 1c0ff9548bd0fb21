// Weights of values in percent, which always add up. (docs/positions.md)

const hundredPercent = 10_000n;

/** Each value's share of their sum, in hundredths of a percent: rounded down, with what is missing
 * from 100.00 given to the largest remainders, ties to the earlier. Undefined where a value is not
 * known or the sum is not above 0. */
export function weightsOf(values: readonly (bigint | undefined)[]): bigint[] | undefined {
  const known = values.filter((value) => value !== undefined);
  const whole = known.reduce((sum, value) => sum + value, 0n);
  if (known.length < values.length || whole <= 0n) return undefined;
  const parts = known.map((value, index) => {
    // Cash can be below 0, so that the remainder is made positive.
    const remainder = (((value * hundredPercent) % whole) + whole) % whole;
    return { index, remainder, weight: (value * hundredPercent - remainder) / whole };
  });
  let left = parts.reduce((rest, { weight }) => rest - weight, hundredPercent);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.weight += 1n;
    left -= 1n;
  }
  return parts.map(({ weight }) => weight);
}
