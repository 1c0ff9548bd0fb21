// Amounts as people type them, and as the service takes them: digits alone, computed by nobody.

/** A sign, a dollar, digits with their thousands apart or not, a fraction, and percent. */
const typedAmount = /^([-−]?)\s*\$?\s*(\d+|\d{1,3}(?:([,\s])\d{3})(?:\3\d{3})*)?(?:\.(\d*))?\s*%?$/;

/** `$10,000` becomes `10000`; what is no amount stays as it was typed, for the service to judge. */
export function plainAmount(typed: string): string {
  const [, sign = "", whole = "", , fraction = ""] = typedAmount.exec(typed.trim()) ?? [];
  if (whole === "" && fraction === "") return typed.trim();
  const digits = whole.replace(/\D/g, "") || "0";
  return `${sign === "" ? "" : "-"}${digits}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Whether a text is an amount once it is plain. */
export function isAmount(plain: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(plain);
}
