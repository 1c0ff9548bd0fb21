// Spans of days, and how the service's standard periods are called.

/** A span of days, both included, as the service takes them. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/** The standard periods in words. */
export const periodTitles = {
  MTD: "Month to date",
  QTD: "Quarter to date",
  YTD: "Year to date",
  "1Y": "One year",
  "3Y": "Three years",
  "5Y": "Five years",
  SI: "Since inception",
  OWN: "Custom range",
} as const;

/** What is short for a period; `All` for the one since inception. */
export function shortTitle(code: keyof typeof periodTitles): string {
  return code === "SI" ? "All" : code;
}

/** Where a day stands on an axis, in seconds. */
export function secondsOf(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 1_000;
}
