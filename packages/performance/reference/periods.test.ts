// Starts of standard periods, and the months and years of random series, by both implementations, with
// calendars on which any day may be closed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type Day } from "../../values/src/dates.ts";
import { textOf } from "../../values/src/units.ts";
import { calendarReturns } from "../src/calendar-returns.ts";
import type { Point } from "../src/drawdown.ts";
import { periodCodes, startOfPeriod } from "../src/standard-periods.ts";
import { monthsOfVolatility } from "../src/volatility.ts";
import { calendarText, startText, type Unit, volatileMonths } from "./periods.ts";

const days = fc.integer({ min: 0, max: 45_000 }).map((n) => addDays("1990-01-01" as Day, n));

/** A calendar whose open days follow from a number: nothing is open at the ends of some months. */
const calendars = fc.integer({ min: 1, max: 9 }).map((every) => (on: string) => {
  const [year = 0, month = 0, day = 0] = on.split("-").map(Number);
  return (year * 372 + month * 31 + day) % every === 0 && day < 24 + every;
});

test("a period starts from the same day", () => {
  fc.assert(
    fc.property(days, calendars, (endOn, isOpen) => {
      for (const code of periodCodes) {
        expect(startOfPeriod(code, endOn, isOpen) ?? "").toBe(startText(code, endOn, isOpen));
      }
    }),
    { numRuns: 3_000, seed: 5 },
  );
});

const steps = fc.array(
  fc.record({
    days: fc.integer({ min: 1, max: 70 }),
    value: fc.integer({ min: 0, max: 300 }),
    isAnew: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
    isCarried: fc.boolean(),
  }),
  { maxLength: 90 },
);

function seriesOf(first: Day, given: readonly (Omit<Point, "on" | "value"> & Step)[]) {
  let on = first;
  return given.map(({ days: later, value, isAnew = false, isCarried = false }) => {
    on = addDays(on, later);
    return { on, value: BigInt(value), isAnew, isCarried };
  });
}

interface Step {
  readonly days: number;
  readonly value: number;
}

test("months and years have the same returns, and the same months make a volatility", () => {
  fc.assert(
    fc.property(days, steps, calendars, (first, given, isOpen) => {
      const points = seriesOf(first, given);
      const units: Unit[] = points.map((point) => ({
        ...point,
        value: { n: point.value, d: 1n },
      }));
      for (const [of, length] of [
        ["month", 7],
        ["year", 4],
      ] as const) {
        const found = [...calendarReturns(points, of)].map(
          ([name, rate]) => `${name} ${rate === undefined ? "-" : textOf(rate, 5)}`,
        );
        expect(found).toEqual(calendarText(units, length));
      }
      const names = monthsOfVolatility(points, isOpen).map(({ name }) => name);
      expect(names).toEqual(volatileMonths(units, isOpen));
    }),
    { numRuns: 1_500, seed: 6 },
  );
});
