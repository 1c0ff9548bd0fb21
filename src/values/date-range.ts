// Ranges of days in a query: two dates, or a span that ends today. (interface 4)
import { addDays, addMonths, type Day, decodeDay, earliestDay } from "@bursar/values/dates";
import type { TUnsafe } from "typebox";
import { latestDay } from "./scalars.ts";
import { type Notes, note, wired, wrongKind } from "./wire.ts";

/** Days from one to another, both among them. */
export interface DateRange {
  readonly from: Day;
  readonly to: Day;
}

/** A range as it was sent: days, or how many days or months before today it begins. */
export type SentRange = DateRange | { readonly days: number } | { readonly months: number };

/** The code of a range that is not accepted, whatever the name under which it was sent. */
export const rangeError = {
  code: "invalid.daterange",
  sentence: "The value is no range of days, or has more than ten years.",
} as const;

const mostMonths = 120;
const mostDays = 3_650;

/** The unit of a span: how many days or months it has. */
const units: Readonly<Record<string, { readonly days: number } | { readonly months: number }>> = {
  d: { days: 1 },
  w: { days: 7 },
  m: { months: 1 },
  y: { months: 12 },
};

/** A range of at most ten years: `MM-dd-yyyy,MM-dd-yyyy`, two ISO dates, or `<n>d`, `<n>w`, `<n>m`, `<n>y`. */
export function dateRange(notes: Notes = {}): TUnsafe<SentRange> {
  return wired<SentRange>(
    {
      type: "string",
      description:
        "`MM-dd-yyyy,MM-dd-yyyy`, two ISO dates, or a span that ends today: a number with `d`, `w`, " +
        "`m` or `y`. At most ten years.",
      ...notes,
    },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a range as text");
        return spanOf(raw) ?? daysOf(raw) ?? note(problems, field, rangeError);
      },
      codes: () => [rangeError.code],
    },
  );
}

/** The days that a range means on a day. */
export function daysOfRange(range: SentRange, today: Day): DateRange {
  if ("from" in range) return range;
  const before = "days" in range ? addDays(today, -range.days) : addMonths(today, -range.months);
  return { from: addDays(before, 1), to: today };
}

/** Whether two ranges mean the same days. */
export function isSameRange(one: SentRange, other: SentRange, today: Day): boolean {
  const { from, to } = daysOfRange(other, today);
  const days = daysOfRange(one, today);
  return days.from === from && days.to === to;
}

function spanOf(text: string): SentRange | undefined {
  const [, number = "", letter = ""] = /^([1-9][0-9]{0,3})([dwmy])$/i.exec(text) ?? [];
  const unit = units[letter.toLowerCase()];
  if (unit === undefined) return undefined;
  const count = Number.parseInt(number, 10);
  if ("days" in unit) return within({ days: count * unit.days });
  return within({ months: count * unit.months });
}

function within(span: Exclude<SentRange, DateRange>): SentRange | undefined {
  const isWithin = "days" in span ? span.days <= mostDays : span.months <= mostMonths;
  return isWithin ? span : undefined;
}

function daysOf(text: string): SentRange | undefined {
  const [first = "", last = "", ...more] = text.split(",");
  const from = dayOf(first);
  const to = dayOf(last);
  if (more.length > 0 || from === undefined || to === undefined) return undefined;
  if (from < earliestDay || from > to || to > latestDay) return undefined;
  return to <= addMonths(from, mostMonths) ? { from, to } : undefined;
}

function dayOf(text: string): Day | undefined {
  const [, month, date, year] = /^([0-9]{2})-([0-9]{2})-([0-9]{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month}-${date}`;
  return decodeDay(iso) === iso ? (iso as Day) : undefined;
}
