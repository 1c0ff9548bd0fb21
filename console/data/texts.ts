// How texts of the service are formatted. Amounts stay texts: digits are grouped, never computed.

/** An amount with thousands separators and a true minus. Trailing zeros are cut to the given number
 * of places. */
export function grouped(amount: string, leastPlaces = 2): string {
  const [, sign = "", whole = "", , fraction = ""] = /^(-?)(\d+)(\.(\d+))?$/.exec(amount) ?? [];
  if (whole === "") return amount;
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const decimals = fraction.slice(0, leastPlaces) + fraction.slice(leastPlaces).replace(/0+$/, "");
  return `${sign === "-" ? "−" : ""}${digits}${decimals === "" ? "" : `.${decimals}`}`;
}

/** An amount with fewer places, rounded half away from zero, on digits. */
export function rounded(amount: string, places: number): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(amount) ?? [];
  if (fraction.length <= places) return amount;
  const truncated = BigInt(whole + fraction.slice(0, places));
  const digits = (fraction.charAt(places) >= "5" ? truncated + 1n : truncated)
    .toString()
    .padStart(places + 1, "0");
  const at = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  return /[1-9]/.test(text) ? sign + text : text;
}

/** Money, in dollars. */
export function money(amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return none;
  const text = grouped(amount);
  return text.startsWith("−") ? `−$${text.slice(1)}` : `$${text}`;
}

/** Shown where a value is unknown. */
export const none = "–";

/** The sign of an amount. */
export function directionOf(amount: string): "up" | "down" | "even" {
  if (!/[1-9]/.test(amount)) return "even";
  return amount.startsWith("-") ? "down" : "up";
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The date of a day or a timestamp from the service. */
export function dayIn(text: string): string {
  return text.slice(0, 10);
}

/** A day in words: Mar 4, 2025. */
export function day(text: string | null | undefined): string {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text ?? "") ?? [];
  return year === "" ? none : `${months[Number(month) - 1]} ${Number(date)}, ${year}`;
}

/** The month of a day in words: Mar 2025. */
export function month(text: string): string {
  return day(text).replace(/ \d+,/, "");
}

/** The latest of several days; undefined for none. */
export function latestOf(days: readonly (string | null | undefined)[]): string | undefined {
  return days
    .filter((each) => typeof each === "string")
    .toSorted()
    .at(-1);
}

/** A timestamp in words, in the service's time zone: Mar 4, 2025, 09:45. */
export function instant(text: string | null | undefined): string {
  const [, time] = /T(\d\d:\d\d)/.exec(text ?? "") ?? [];
  return time === undefined ? day(text) : `${day(text)}, ${time}`;
}

/** A sum as the service writes it, in figures and days as pages show them. */
export function sumText(sum: string): string {
  return sum
    .replace(/\d{4}-\d\d-\d\d/g, (found) => day(found))
    .replace(/-?\d+\.\d+/g, (found) => grouped(found, /\.\d{5}$/.test(found) ? 0 : 2))
    .replace(/ - /g, " − ");
}

/** Splits a compound name: LONG_TERM becomes Long term, missingTransaction Missing transaction. */
export function words(name: string): string {
  const apart = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}

/** A client's login id as a name: ada.whitfield becomes Ada Whitfield. Those of staff begin with their firm. */
export function personOf(loginId: string): string {
  return loginId
    .split(/[._-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}
