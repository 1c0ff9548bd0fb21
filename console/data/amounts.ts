// Amounts as users type them, and as the service expects them: plain digits, no arithmetic.

/** A sign, a dollar sign, digits with optional thousands separators, a fraction, and a percent
 * sign. */
const typedAmount = /^([-−]?)\s*\$?\s*(\d+|\d{1,3}(?:([,\s])\d{3})(?:\3\d{3})*)?(?:\.(\d*))?\s*%?$/;

/** `$10,000` becomes `10000`. Other text stays as typed, for the service to reject. */
export function plainAmount(typed: string): string {
  const [, sign = "", whole = "", , fraction = ""] = typedAmount.exec(typed.trim()) ?? [];
  if (whole === "" && fraction === "") return typed.trim();
  const digits = whole.replace(/\D/g, "") || "0";
  return `${sign === "" ? "" : "-"}${digits}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Whether a plain text is an amount. */
export function isAmount(plain: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(plain);
}

/** The order of two amounts as the service writes them. */
export function compareAmounts(a: string, b: string): number {
  const places = Math.max(placesOf(a), placesOf(b));
  const difference = scaled(a, places) - scaled(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function placesOf(amount: string): number {
  return amount.split(".")[1]?.length ?? 0;
}

function scaled(amount: string, places: number): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** The exact sum of money as the service writes it, in dollars with 2 places. */
export function sumOfMoney(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + scaled(amount, 2), 0n);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
