// Figures and days as papers write them.

/** Money with commas between thousands and a minus sign; a dash where nothing is known. */
export function money(amount: string | null): string {
  return amount === null ? "—" : grouped(amount);
}

/** A number of any places with commas and a minus sign. */
export function grouped(text: string): string {
  const [whole = "", places] = text.replace(/^-/, "").split(".");
  const commas = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${isBelowZero(text) ? "−" : ""}${places === undefined ? commas : `${commas}.${places}`}`;
}

/** Whether a number is below 0; a zero has no sign. */
function isBelowZero(text: string): boolean {
  return text.startsWith("-") && /[1-9]/.test(text);
}

/** A number without the zeros behind its last digit that says something. */
export function trimmed(text: string): string {
  return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

/** A price with two places at least, and more where they say something. */
export function price(text: string): string {
  const [whole = "", places = ""] = text.split(".");
  return grouped(`${whole}.${places.replace(/0+$/, "").padEnd(2, "0")}`);
}

/** Percent with two places from five, half away from zero. */
export function percent(rate: string | null): string {
  if (rate === null) return "—";
  const [whole = "0", digits = ""] = rate.replace(/^-/, "").split(".");
  const units = BigInt(whole + digits.padEnd(5, "0").slice(0, 5));
  const hundredths = (units + 500n) / 1000n;
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
  return `${grouped(rate.startsWith("-") ? `-${text}` : text)}%`;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

function monthOf(day: string): string {
  return months[Number(day.slice(5, 7)) - 1] ?? "";
}

const dayOfMonth = (day: string) => String(Number(day.slice(8, 10)));

/** A day in words: March 31, 2026. */
export function longDay(day: string): string {
  return `${monthOf(day)} ${dayOfMonth(day)}, ${day.slice(0, 4)}`;
}

/** A day in figures: 03/31/2026; a dash where there is none. */
export function shortDay(day: string | null): string {
  return day === null ? "—" : `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

/** A month in short: Mar 2026. */
export function shortMonth(day: string): string {
  return `${monthOf(day).slice(0, 3)} ${day.slice(0, 4)}`;
}

/** A span of days in words: March 1 – 31, 2026. */
export function daySpan(from: string, to: string): string {
  if (from.slice(0, 7) === to.slice(0, 7)) {
    return `${monthOf(from)} ${dayOfMonth(from)} – ${dayOfMonth(to)}, ${to.slice(0, 4)}`;
  }
  const first =
    from.slice(0, 4) === to.slice(0, 4) ? `${monthOf(from)} ${dayOfMonth(from)}` : longDay(from);
  return `${first} – ${longDay(to)}`;
}
