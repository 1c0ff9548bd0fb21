// Amounts as users type them, and as the service expects them: plain digits.
import { sum } from "@bursar/client/decimal";

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

/** The exact sum of money as the service writes it, in dollars with 2 places. */
export function sumOfMoney(amounts: readonly string[]): string {
  return sum(["0.00", ...amounts]);
}
