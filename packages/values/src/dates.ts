// Days and instants on the wire: New York wall time with daylight saving. (interface 1)
import assert from "node:assert/strict";

declare const dayBrand: unique symbol;

/** A calendar day from 0001-01-01 to 9999-12-31 as `YYYY-MM-DD`; text order is time order. */
export type Day = string & { readonly [dayBrand]: true };

/** The day before which nothing is recorded. */
export const earliestDay = "1900-01-01" as Day;

const zone = "America/New_York";
const date = /^(\d{4}-\d{2}-\d{2})/;
const time = /(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)/;
const offset = /(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/;
const dateTime = new RegExp(`${date.source}(?:${time.source}${offset.source}|$)`);

/**
 * Reads an ISO 8601 date or date-time, or returns undefined; one with an offset means its day in
 * New York, one without means the day as written. A day that does not exist is undefined.
 */
export function decodeDay(text: string): Day | undefined {
  // A day without a time is the usual form, and a load reads millions.
  if (text.length === 10) return exists(text) ? text : undefined;
  const parts = dateTime.exec(text);
  if (parts === null) return undefined;
  const [, day, wallTime, , , , zoneOffset] = parts;
  if (day === undefined || !exists(day)) return undefined;
  if (zoneOffset === undefined) return day;
  const instant = Temporal.Instant.from(`${day}${wallTime}${zoneOffset}`);
  const there = instant.toZonedDateTimeISO(zone).toPlainDate().toString();
  return exists(there) ? there : undefined;
}

/** The day in New York at an instant. */
export function newYorkDay(at: Date): Day {
  const time = at.getTime();
  // Almost every request asks for the same day as the one before; working it out takes a tenth of a read.
  if (!(time >= lastAsked.from && time < lastAsked.until)) lastAsked = dayAt(at);
  return lastAsked.day;
}

/** The calendar year in New York at an instant. */
export function newYorkYear(at: Date): number {
  return digitsIn(newYorkDay(at), 0, 4);
}

/** A day in New York, from its first millisecond to that of the next. */
interface DaySpan {
  readonly day: Day;
  readonly from: number;
  readonly until: number;
}

let lastAsked: DaySpan = { day: "0001-01-01" as Day, from: Number.NaN, until: Number.NaN };

function dayAt(at: Date): DaySpan {
  const wallTime = wallTimeAt(at);
  const midnight = wallTime.startOfDay();
  return {
    day: checked(wallTime.toPlainDate()),
    from: midnight.epochMilliseconds,
    until: midnight.add({ days: 1 }).epochMilliseconds,
  };
}

/** The later of two instants. */
export function laterOf(one: Date, other: Date): Date {
  return one < other ? other : one;
}

/** The same time of day in New York `n` days later, by a clock that never goes back. It stands
 * still while New York repeats an hour, and in place of an hour that New York skips on the later
 * day. */
export function sameTimeLater(at: Date, n: number): Date {
  const time = wallTimeAt(at).toPlainDateTime();
  const hourBefore = wallTimeAt(new Date(at.getTime() - 3_600_000)).toPlainDateTime();
  const isRepeated = time.equals(hourBefore);
  const hourEnd = { minute: 59, second: 59, millisecond: 999 };
  const later = (isRepeated ? time.with(hourEnd) : time).add({ days: n });
  // A time that is skipped comes out an hour later.
  const there = later.toZonedDateTime(zone);
  const isSkipped = there.hour !== later.hour;
  const known = isSkipped ? there.round({ smallestUnit: "hour", roundingMode: "floor" }) : there;
  return new Date(known.epochMilliseconds);
}

/** An instant as New York wall time with its offset: `2014-03-07T14:22:55.563-05:00`. */
export function encodeInstant(at: Date): string {
  return wallTimeAt(at).toString({ fractionalSecondDigits: 3, timeZoneName: "never" });
}

/** Midnight of a day in New York with its offset: `2014-03-07T00:00:00.000-05:00`. */
export function encodeDay(day: Day): string {
  return day + midnightOf(day).newYork;
}

/** Midnight of a day in New York, written in UTC: `2012-12-31T05:00:00.000+0000`. */
export function encodeDayUtc(day: Day): string {
  return day + midnightOf(day).utc;
}

/** The instant of a time of a day in New York: `06:00`. */
export function newYorkInstant(day: Day, time: string): Date {
  const plain = Temporal.PlainDateTime.from(`${day}T${time}`);
  return new Date(plain.toZonedDateTime(zone).epochMilliseconds);
}

/** The last millisecond of a day in New York. */
export function endOfDay(day: Day): Date {
  const plainTime = Temporal.PlainTime.from("23:59:59.999");
  const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime });
  return new Date(at.epochMilliseconds);
}

/** The day `n` days later, or earlier where n is negative. */
export function addDays(day: Day, n: number): Day {
  // Most stay in their month; for these Temporal would take ten times as long.
  const ofMonth = digitsIn(day, 8, 10) + n;
  if (ofMonth >= 1 && ofMonth <= shortestMonth) {
    return `${day.slice(0, 8)}${String(ofMonth).padStart(2, "0")}` as Day;
  }
  return checked(Temporal.PlainDate.from(day).add({ days: n }));
}

const shortestMonth = 28;

/** The days from one to the other; negative when the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

/** The number of a day in the calendar whose years begin on the first of March. */
function dayNumber(day: Day): number {
  const month = digitsIn(day, 5, 7);
  const year = digitsIn(day, 0, 4) - (month <= 2 ? 1 : 0);
  const leaps = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const months = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return 365 * year + leaps + months + digitsIn(day, 8, 10);
}

/** The first day of a day's quarter. */
export function quarterOf(day: Day): Day {
  return `${day.slice(0, 5)}${firstMonths[day.slice(5, 7)]}-01` as Day;
}

const firstMonths: Readonly<Record<string, string>> = {
  "01": "01",
  "02": "01",
  "03": "01",
  "04": "04",
  "05": "04",
  "06": "04",
  "07": "07",
  "08": "07",
  "09": "07",
  "10": "10",
  "11": "10",
  "12": "10",
};

/** The same day `n` months later or earlier, or that month's last day if it has no such day. */
export function addMonths(day: Day, n: number): Day {
  return checked(Temporal.PlainDate.from(day).add({ months: n }));
}

/** The last day of the year before that of a day, with whose end the year begins. */
export function endOfPreviousYear(day: Day): Day {
  return addDays(`${day.slice(0, 4)}-01-01` as Day, -1);
}

/** The last day of a day's quarter. */
export function endOfQuarter(day: Day): Day {
  return `${day.slice(0, 5)}${lastDays[day.slice(5, 7)]}` as Day;
}

const lastDays: Readonly<Record<string, string>> = {
  "01": "03-31",
  "02": "03-31",
  "03": "03-31",
  "04": "06-30",
  "05": "06-30",
  "06": "06-30",
  "07": "09-30",
  "08": "09-30",
  "09": "09-30",
  "10": "12-31",
  "11": "12-31",
  "12": "12-31",
};

function exists(text: string): text is Day {
  if (text.length !== 10 || text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash)
    return false;
  const year = digitsIn(text, 0, 4);
  const month = digitsIn(text, 5, 7);
  const day = digitsIn(text, 8, 10);
  // A value that is no number is not at least one.
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (day <= 28) return true;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return day <= (leap ? 29 : 28);
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
}

/** The number that digits of a text write; NaN if there is anything else. */
function digitsIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - zero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const [zero, dash] = ["0".charCodeAt(0), "-".charCodeAt(0)] as const;

function checked(date: Temporal.PlainDate): Day {
  assert(date.year >= 1 && date.year <= 9999, "a day lies in the years 0001 to 9999");
  return date.toString() as Day;
}

function wallTimeAt(at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}

/** The text that follows the day in the two forms of its midnight, from a first day on. */
interface Midnight {
  readonly from: Day;
  readonly newYork: string;
  readonly utc: string;
}

// A series writes thousands of days, so each year's offsets are looked up once.
const midnightsByYear = new Map<string, readonly Midnight[]>();

function midnightOf(day: Day): Midnight {
  const year = day.slice(0, 4);
  let midnights = midnightsByYear.get(year);
  if (midnights === undefined) {
    midnights = midnightsIn(`${year}-01-01` as Day);
    midnightsByYear.set(year, midnights);
  }
  const midnight = midnights.find(({ from }) => from <= day);
  assert(midnight !== undefined, "a year's midnights begin on its first day");
  return midnight;
}

function midnightsIn(newYear: Day): Midnight[] {
  const first = Temporal.PlainDate.from(newYear);
  const found: Midnight[] = [];
  let next: Temporal.ZonedDateTime | null = first.toZonedDateTime(zone);
  while (next !== null && next.year === first.year) {
    const start = next.startOfDay();
    // A change after midnight counts from the next day on.
    const from: Temporal.ZonedDateTime = start.equals(next) ? start : start.add({ days: 1 });
    if (from.year === first.year) found.unshift(midnight(from));
    next = next.getTimeZoneTransition("next");
  }
  return found;
}

function midnight(at: Temporal.ZonedDateTime): Midnight {
  // New York lies west of Greenwich, so midnight there falls on the same day in UTC.
  const time = at.toInstant().toString({ fractionalSecondDigits: 3 }).slice(10, -1);
  const newYork = at.toString({ fractionalSecondDigits: 3, timeZoneName: "never" }).slice(10);
  return { from: at.toPlainDate().toString() as Day, newYork, utc: `${time}+0000` };
}

/** How many birthdays somebody born on a day has had by another. */
export function yearsBetween(born: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}
