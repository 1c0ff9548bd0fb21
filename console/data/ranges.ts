// Spans of days: of the calendar alone, ending at the last day that has a value.

/** A span of days, both included, as the service takes them. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/** The spans that are offered by name. */
export const spanNames = ["MTD", "QTD", "YTD", "1Y", "3Y", "5Y", "All"] as const;

export type SpanName = (typeof spanNames)[number];

/** What a name means in words. */
export const spanTitles: Readonly<Record<SpanName, string>> = {
  MTD: "Month to date",
  QTD: "Quarter to date",
  YTD: "Year to date",
  "1Y": "One year",
  "3Y": "Three years",
  "5Y": "Five years",
  All: "Since inception",
};

/** The same of the service's standard periods, which say `SI` of what begins with the account. */
export const periodTitles: Readonly<Record<Exclude<SpanName, "All"> | "SI", string>> = {
  ...spanTitles,
  SI: spanTitles.All,
};

/** A named span; a period begins from the last value before it, so its first day is the one before. */
export function spanOf(name: SpanName, begun: string, last: string): Span {
  const [year = 0, month = 0, date = 0] = last.split("-").map(Number);
  const firsts: Readonly<Record<SpanName, string>> = {
    MTD: dayOf(year, month, 0),
    QTD: dayOf(year, month - ((month - 1) % 3), 0),
    YTD: dayOf(year, 1, 0),
    "1Y": dayOf(year - 1, month, date),
    "3Y": dayOf(year - 3, month, date),
    "5Y": dayOf(year - 5, month, date),
    All: begun,
  };
  const first = firsts[name];
  return { first: first < begun ? begun : first, last };
}

function dayOf(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** Where a day stands on an axis, in seconds. */
export function secondsOf(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 1_000;
}
