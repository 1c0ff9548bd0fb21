// Date ranges, and the names of the standard periods.

/** A date range, both days included, in the service's format. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/** Names of the standard periods. */
export const periodTitles = {
  MTD: "Month to date",
  QTD: "Quarter to date",
  YTD: "Year to date",
  "1Y": "One year",
  "3Y": "Three years",
  "5Y": "Five years",
  "10Y": "Ten years",
  SI: "Since inception",
  OWN: "Custom range",
} as const;

/** The short name of a period; `All` since inception. */
export function shortTitle(code: keyof typeof periodTitles): string {
  return code === "SI" ? "All" : code;
}

/** The position of a day on the time axis, in seconds. */
export function secondsOf(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 1_000;
}
