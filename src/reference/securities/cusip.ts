// CUSIPs as spreadsheets leave them: a cell of digits alone has lost its zeros at the beginning.

/** A CUSIP with the zeros that it has lost, where its check digit says that they are these. */
export function withLostZeros(cell: string): string | undefined {
  if (!/^\d{4,8}$/.test(cell)) return undefined;
  const whole = cell.padStart(9, "0");
  return checkDigit(whole.slice(0, 8)) === whole.slice(8) ? whole : undefined;
}

/** The ninth digit, by twice the value of every second of the eight before it. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (const [at, digit] of [...digits].entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return String((10 - (sum % 10)) % 10);
}
