// The routing number of a bank in the United States: nine digits, the last of which checks the
// others.

const weights = [3n, 7n, 1n, 3n, 7n, 1n, 3n, 7n, 1n];

/** Whether the text is nine digits whose weighted sum is a multiple of ten. */
export function isAbaNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = weights.reduce((total, weight, at) => total + weight * BigInt(text.charAt(at)), 0n);
  return sum % 10n === 0n;
}
