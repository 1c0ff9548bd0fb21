// Checks days and instants against the rules of New York time. (interface 1)
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  decodeDay,
  encodeDay,
  encodeDayUtc,
  encodeInstant,
  endOfQuarter,
  newYorkDay,
  newYorkYear,
  sameTimeLater,
} from "./dates.ts";

function day(text: string): Day {
  const value = decodeDay(text);
  if (value === undefined) throw new Error(`${text} is not a day`);
  return value;
}

test.each([
  ["2014-03-07", "2014-03-07"],
  ["2014-03-07T10:00", "2014-03-07"],
  ["2014-03-07T23:59:59", "2014-03-07"],
  ["2014-03-07T23:59:59.999999999", "2014-03-07"],
  ["2014-03-07T05:00Z", "2014-03-07"],
  ["2014-03-07T04:59:59.999Z", "2014-03-06"],
  ["2014-07-07T04:00Z", "2014-07-07"],
  ["2014-07-07T03:59Z", "2014-07-06"],
  ["2014-03-07T10:00+05:00", "2014-03-07"],
  ["2014-03-07T09:59+05:00", "2014-03-06"],
  ["2014-03-07T09:59+0500", "2014-03-06"],
  ["2014-03-07T09:59+05", "2014-03-06"],
  ["2014-03-07T23:59-05", "2014-03-07"],
  ["2014-03-07T23:59:00.5-0800", "2014-03-08"],
  ["2014-03-07T00:00:00.000-05:00", "2014-03-07"],
  ["2013-12-31T23:00-08:00", "2014-01-01"],
  ["2024-02-29", "2024-02-29"],
  ["2000-02-29", "2000-02-29"],
  ["0001-01-01", "0001-01-01"],
  ["9999-12-31", "9999-12-31"],
])("%s means the day %s", (text, expected) => {
  expect(decodeDay(text)).toBe(expected);
});

test.each([
  "",
  "2023-02-29",
  "2023-02-29T10:00Z",
  "1900-02-29",
  "2024-02-30",
  "2024-04-31",
  "2024-13-01",
  "2024-00-01",
  "2024-01-00",
  "2024-01-32",
  "0000-01-01",
  "0001-01-01T00:00Z",
  "9999-12-31T23:59-12:00",
  "10000-01-01",
  "+002024-01-01",
  "-0001-01-01",
  "24-01-01",
  "2024-1-1",
  "20240101",
  "2024/01/01",
  "01/02/2024",
  "2024-W01-1",
  "2024-001",
  "2024-01",
  "2024",
  "2024-01-01T",
  "2024-01-01Z",
  "2024-01-01T10",
  "2024-01-01T10Z",
  "2024-01-01T1000",
  "2024-01-01 10:00",
  "2024-01-01t10:00",
  "2024-01-01T10:00z",
  "2024-01-01T24:00",
  "2024-01-01T10:60",
  "2016-12-31T23:59:60Z",
  "2024-01-01T10:00:00.",
  "2024-01-01T10:00:00,5",
  "2024-01-01T10:00:00.1234567890",
  "2024-01-01T10:00+5:00",
  "2024-01-01T10:00+5",
  "2024-01-01T10:00+24:00",
  "2024-01-01T10:00+05:60",
  "2024-01-01T10:00+05:00:00",
  "2024-01-01T10:00−05:00",
  "2024-01-01T10:00[America/New_York]",
  "2024-01-01T10:00Z[UTC]",
  "2024-01-01[u-ca=hebrew]",
  " 2024-01-01",
  "2024-01-01 ",
  "2024-01-01\n",
  "٢٠٢٤-٠١-٠١",
])("%j is not a day", (text) => {
  expect(decodeDay(text)).toBeUndefined();
});

test("of all texts in the form of a date, exactly the days of the calendar are read", () => {
  const two = (n: number) => `${n}`.padStart(2, "0");
  const parts = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33));
  fc.assert(
    fc.property(parts, ([year, month, date]) => {
      const text = `${`${year}`.padStart(4, "0")}-${two(month)}-${two(date)}`;
      const at = new Date(`${text}T00:00:00Z`);
      const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
      expect(decodeDay(text)).toBe(exists ? text : undefined);
    }),
    { numRuns: 2000 },
  );
});

// Another source of New York's wall time than the code's own.
const wall = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

function wallTimeOf(at: Date): { day: string; time: string } {
  const part = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  };
}

const instants = fc.date({
  min: new Date("1900-01-01T00:00:00Z"),
  max: new Date("2199-12-31T00:00:00Z"),
  noInvalidDate: true,
});

test("an instant is written as New York's wall time and read back as itself", () => {
  fc.assert(
    fc.property(instants, (at) => {
      const text = encodeInstant(at);
      const there = wallTimeOf(at);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[45]:00$/);
      expect(text.slice(0, 19)).toBe(`${there.day}T${there.time}`);
      expect(new Date(text).getTime()).toBe(at.getTime());
      expect(newYorkDay(at)).toBe(there.day);
      expect(newYorkYear(at)).toBe(Number(there.day.slice(0, 4)));
      expect(decodeDay(text)).toBe(there.day);
      expect(decodeDay(at.toISOString())).toBe(there.day);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["the interface's own", "2014-03-07T19:22:55.563Z", "2014-03-07T14:22:55.563-05:00"],
  ["in summer", "2014-07-07T19:22:55.563Z", "2014-07-07T15:22:55.563-04:00"],
  ["just before clocks go forward", "2024-03-10T06:59:59.999Z", "2024-03-10T01:59:59.999-05:00"],
  ["just after clocks went forward", "2024-03-10T07:00:00.000Z", "2024-03-10T03:00:00.000-04:00"],
  ["in the hour's first pass", "2024-11-03T05:30:00.000Z", "2024-11-03T01:30:00.000-04:00"],
  ["at the end of that pass", "2024-11-03T05:59:59.999Z", "2024-11-03T01:59:59.999-04:00"],
  ["in the hour's second pass", "2024-11-03T06:30:00.000Z", "2024-11-03T01:30:00.000-05:00"],
  ["before the rule of 2007", "2006-04-01T12:00:00.000Z", "2006-04-01T07:00:00.000-05:00"],
  ["without a fraction", "2026-01-01T00:00:00Z", "2025-12-31T19:00:00.000-05:00"],
])("an instant %s keeps its offset", (_, utc, expected) => {
  expect(encodeInstant(new Date(utc))).toBe(expected);
});

test.each([
  ["2014-01-01T04:59:59.999Z", "2013-12-31", 2013],
  ["2014-01-01T05:00:00.000Z", "2014-01-01", 2014],
  ["2024-07-01T03:59:59.999Z", "2024-06-30", 2024],
  ["2024-07-01T04:00:00.000Z", "2024-07-01", 2024],
])("at %s New York has the day %s of %i", (utc, expected, year) => {
  expect(newYorkDay(new Date(utc))).toBe(expected);
  expect(newYorkYear(new Date(utc))).toBe(year);
});

test.each([
  ["2024-03-10", "23 hours", "2024-03-10T05:00:00.000Z", "2024-03-11T04:00:00.000Z"],
  ["2024-11-03", "25 hours", "2024-11-03T04:00:00.000Z", "2024-11-04T05:00:00.000Z"],
])("whatever was asked before, %s has %s", (expected, _, first, end) => {
  const from = Date.parse(first);
  const until = Date.parse(end);
  const dayAt = (time: number) => newYorkDay(new Date(time));
  const inside = [from, until - 1, from + 1];
  for (const before of [...inside, from - 1, until]) {
    for (const time of inside) expect([dayAt(before), dayAt(time)][1]).toBe(expected);
    expect([dayAt(before), dayAt(from - 1)][1]).toBe(addDays(day(expected), -1));
    expect([dayAt(before), dayAt(until)][1]).toBe(addDays(day(expected), 1));
  }
});

test("anything that is not an instant is a defect", () => {
  expect(() => encodeInstant(new Date(Number.NaN))).toThrow(RangeError);
  expect(() => newYorkDay(new Date(Number.NaN))).toThrow(RangeError);
});

test.each([
  ["2012-12-31", "2012-12-31T00:00:00.000-05:00", "2012-12-31T05:00:00.000+0000"],
  ["2012-07-04", "2012-07-04T00:00:00.000-04:00", "2012-07-04T04:00:00.000+0000"],
  ["2024-03-10", "2024-03-10T00:00:00.000-05:00", "2024-03-10T05:00:00.000+0000"],
  ["2024-03-11", "2024-03-11T00:00:00.000-04:00", "2024-03-11T04:00:00.000+0000"],
  ["2024-11-03", "2024-11-03T00:00:00.000-04:00", "2024-11-03T04:00:00.000+0000"],
  ["2024-11-04", "2024-11-04T00:00:00.000-05:00", "2024-11-04T05:00:00.000+0000"],
  ["2006-03-20", "2006-03-20T00:00:00.000-05:00", "2006-03-20T05:00:00.000+0000"],
  ["1974-01-07", "1974-01-07T00:00:00.000-04:00", "1974-01-07T04:00:00.000+0000"],
  ["1943-01-01", "1943-01-01T00:00:00.000-04:00", "1943-01-01T04:00:00.000+0000"],
  ["9999-07-01", "9999-07-01T00:00:00.000-04:00", "9999-07-01T04:00:00.000+0000"],
])("midnight of %s is %s, in UTC %s", (text, newYork, utc) => {
  expect(encodeDay(day(text))).toBe(newYork);
  expect(encodeDayUtc(day(text))).toBe(utc);
});

test("midnight is midnight in New York on every day from 1966 to 2040", () => {
  for (let at = day("1966-01-01"); at < "2041"; at = addDays(at, 1)) {
    const midnight = new Date(encodeDay(at));
    expect(wallTimeOf(midnight)).toEqual({ day: at, time: "00:00:00" });
    expect(encodeDayUtc(at)).toBe(midnight.toISOString().replace("Z", "+0000"));
  }
});

test("the first and the last day can be written", () => {
  // Before 1883 New York kept its own mean time, 4:56:02 behind Greenwich.
  expect(encodeDay(day("0001-01-01"))).toBe("0001-01-01T00:00:00.000-04:56");
  expect(encodeDayUtc(day("0001-01-01"))).toBe("0001-01-01T04:56:02.000+0000");
  expect(encodeDayUtc(day("9999-12-31"))).toBe("9999-12-31T05:00:00.000+0000");
});

test.each([
  ["2024-02-28", 1, "2024-02-29"],
  ["2023-02-28", 1, "2023-03-01"],
  ["2024-01-01", -1, "2023-12-31"],
  ["2024-03-09", 2, "2024-03-11"],
  ["2024-01-01", 366, "2025-01-01"],
  ["2024-01-01", 0, "2024-01-01"],
  ["2024-01-31", -61, "2023-12-01"],
  ["2024-02-01", 8, "2024-02-09"],
  ["2024-02-09", -8, "2024-02-01"],
  ["2024-02-01", -1, "2024-01-31"],
  ["2023-02-20", 8, "2023-02-28"],
  ["2023-02-20", 9, "2023-03-01"],
])("%s and %i days is %s", (text, n, expected) => {
  expect(addDays(day(text), n)).toBe(expected);
});

test.each([
  ["2024-01-31", 1, "2024-02-29"],
  ["2023-01-31", 1, "2023-02-28"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2024-02-29", 48, "2028-02-29"],
  ["2024-03-31", -1, "2024-02-29"],
  ["2024-12-15", 1, "2025-01-15"],
  ["2024-05-15", 0, "2024-05-15"],
])("%s and %i months is %s", (text, n, expected) => {
  expect(addMonths(day(text), n)).toBe(expected);
});

const farDays = fc.integer({ min: -40_000, max: 40_000 });
const nearDays = fc.integer({ min: -31, max: 31 });

test("adding days and subtracting them again gives the same day", () => {
  const days = instants.map(newYorkDay);
  fc.assert(
    fc.property(days, fc.oneof(farDays, nearDays), (from, n) => {
      const to = addDays(from, n);
      expect(addDays(to, -n)).toBe(from);
      expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(n);
      expect(to < from).toBe(n < 0);
    }),
  );
});

test("a day outside the years 0001 to 9999 is a defect", () => {
  expect(() => addDays(day("9999-12-31"), 1)).toThrow("years");
  expect(() => addDays(day("0001-01-01"), -1)).toThrow("years");
  expect(() => addMonths(day("9999-12-01"), 1)).toThrow("years");
});

test.each([
  ["2026-03-02T10:00:00.000-05:00", 31, "2026-04-02T10:00:00.000-04:00"],
  // The days on which New York has 25 hours and 23.
  ["2026-11-01T00:30:00.000-04:00", 1, "2026-11-02T00:30:00.000-05:00"],
  ["2026-03-07T23:30:00.000-05:00", 1, "2026-03-08T23:30:00.000-04:00"],
  // The later day skips the hour after 02:00,
  ["2026-03-07T01:59:59.999-05:00", 1, "2026-03-08T01:59:59.999-05:00"],
  ["2026-03-07T02:00:00.000-05:00", 1, "2026-03-08T03:00:00.000-04:00"],
  ["2026-03-07T02:59:59.999-05:00", 1, "2026-03-08T03:00:00.000-04:00"],
  ["2026-03-07T03:00:00.000-05:00", 1, "2026-03-08T03:00:00.000-04:00"],
  // or repeats the hour before it,
  ["2026-10-31T01:59:59.999-04:00", 1, "2026-11-01T01:59:59.999-04:00"],
  ["2026-10-31T02:00:00.000-04:00", 1, "2026-11-01T02:00:00.000-05:00"],
  // or the hour is repeated today.
  ["2026-11-01T01:00:00.000-04:00", 1, "2026-11-02T01:00:00.000-05:00"],
  ["2026-11-01T01:59:59.999-04:00", 1, "2026-11-02T01:59:59.999-05:00"],
  ["2026-11-01T01:00:00.000-05:00", 1, "2026-11-02T01:59:59.999-05:00"],
  ["2026-11-01T02:00:00.000-05:00", 1, "2026-11-02T02:00:00.000-05:00"],
])("at %s a clock that is %i days ahead shows %s", (at, n, expected) => {
  expect(encodeInstant(sameTimeLater(new Date(at), n))).toBe(expected);
});

const changes = ["2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07"].map(day);
test.each(changes)(
  "on %s no clock that is days ahead goes back, nor shows another day",
  (today) => {
    const times = Array.from(
      { length: 288 },
      (_, step) => new Date(Date.parse(today) + step * 600_000),
    );
    // Ahead by a day, or by as many as to another change.
    const ahead = [1, ...changes.map((other) => daysBetween(today, other))].filter((n) => n > 0);
    for (const n of ahead) {
      const shown = times.map((at) => sameTimeLater(at, n));
      expect(shown.map(newYorkDay)).toEqual(times.map((at) => addDays(newYorkDay(at), n)));
      expect(shown).toEqual(shown.toSorted((a, b) => +a - +b));
    }
  },
);

test.each([
  ["2025-01-01", "2025-03-31"],
  ["2025-03-31", "2025-03-31"],
  ["2025-04-01", "2025-06-30"],
  ["2025-09-30", "2025-09-30"],
  ["2025-10-01", "2025-12-31"],
  ["2025-12-31", "2025-12-31"],
])("the quarter of %s ends on %s", (text, end) => {
  expect(endOfQuarter(day(text))).toBe(end);
});

test("days between any two days are those of the calendar", () => {
  const days = fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10) as Day);
  fc.assert(
    fc.property(days, days, (from, to) => {
      const expected = Temporal.PlainDate.from(from).until(to).days;
      expect(daysBetween(from, to)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
