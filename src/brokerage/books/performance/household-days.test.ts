// The series of a household: the worked table of docs/households.md, and properties.
import { endValueOf, flowOf, type RawDay } from "@bursar/performance";
import { addDays, type Day } from "@bursar/values/dates";
import { moneyText, textOf } from "@bursar/values/units";
import fc from "fast-check";
import { expect, test } from "vitest";
import { daysAfter } from "./compute-series.ts";
import { valuationOf } from "./day-lines.ts";
import { householdDays } from "./household-days.ts";

const dayOf = (n: number) => addDays("2026-01-01" as Day, n);
const lastOn = dayOf(30);

/** A day of an account: its number, its value and its flow in dollars, and its fee. */
function raw(n: number, value: number, flow = 0, fee = 0): RawDay {
  return {
    on: dayOf(n),
    marketValue: BigInt(value) * 100n,
    accrued: 0n,
    cashFlows: BigInt(flow) * 100n,
    securityFlows: 0n,
    fees: BigInt(fee) * 100n,
    cash: 0n,
    advances: 0n,
    isEstimated: false,
  };
}

const always = { from: dayOf(0), to: null };

const shown = (days: ReturnType<typeof householdDays>) =>
  days.map(({ raw: day, unit }) => [
    day && moneyText(endValueOf(day)),
    day && moneyText(flowOf(day)),
    // To the 5 places that are published; none of them ends in a half.
    unit.gross === undefined ? null : textOf((unit.gross + 5n * 10n ** 12n) / 10n ** 13n, 5),
  ]);

const a = [raw(1, 100_000), raw(2, 91_000, -10_000), raw(3, 91_500)];
const b = [raw(1, 50_000), raw(2, 60_300, 10_000), raw(3, 60_500)];

test("moves inside it cancel, and who joins enters with the value of its first day", () => {
  // C grew and was paid into before it joined: none of that is the household's.
  const c = [raw(1, 40_000), raw(2, 40_000), raw(3, 49_000, 8_000, 5)];
  const parts = [
    { ...always, days: a },
    { ...always, days: b },
    { from: dayOf(3), to: null, days: c },
  ];
  expect(shown(householdDays(parts, lastOn))).toEqual([
    ["150000.00", "0.00", "100.00000"],
    ["151300.00", "0.00", "100.86667"],
    ["201000.00", "49000.00", "101.21917"],
  ]);
});

test("who leaves goes with its last value at the end of that day", () => {
  const parts = [
    { ...always, days: a },
    { from: dayOf(0), to: dayOf(2), days: b },
  ];
  expect(shown(householdDays(parts, lastOn))).toEqual([
    ["150000.00", "0.00", "100.00000"],
    ["91000.00", "-60300.00", "100.86667"], // (91,000 + 60,300) ÷ 150,000
    ["91500.00", "0.00", "101.42088"], // × 91,500 ÷ 91,000
  ]);
});

test("who is in it until the last day of the series has not left yet", () => {
  const parts = [
    { ...always, days: a },
    { from: dayOf(0), to: dayOf(3), days: b },
  ];
  expect(shown(householdDays(parts, dayOf(3)))[2]?.slice(0, 2)).toEqual(["152000.00", "0.00"]);
});

test("who joins and leaves on one day changes nothing", () => {
  const brief = { from: dayOf(2), to: dayOf(2), days: [raw(1, 7), ...b.slice(1)] };
  const alone = householdDays([{ ...always, days: a }], lastOn);
  expect(householdDays([{ ...always, days: a }, brief], lastOn)).toEqual(alone);
});

test("a day is missing on which an account that holds something has none", () => {
  const parts = [
    { ...always, days: a },
    { ...always, days: [b[0] as RawDay, b[2] as RawDay] },
  ];
  expect(householdDays(parts, lastOn).map(({ on }) => on)).toEqual([dayOf(1), dayOf(3)]);
});

const histories = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 90_000 }),
    fc.integer({ min: -500, max: 500 }),
    fc.nat({ max: 40 }),
  ),
  { minLength: 3, maxLength: 12 },
);
const daysOf = (history: readonly (readonly [number, number, number])[]) =>
  history.map(([value, flow, fee], at) => raw(at, value, at === 0 ? 0 : flow, fee));

test("a household of one account is that account", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const days = daysOf(history);
      const alone = daysAfter(undefined, days).map(valuationOf);
      expect(householdDays([{ ...always, days }], lastOn)).toEqual(alone);
    }),
    { numRuns: 50 },
  );
});

test("a household of two accounts with moves between them is one account that holds both", () => {
  fc.assert(
    fc.property(histories, fc.array(fc.integer({ min: -300, max: 300 })), (history, moves) => {
      const both = daysOf(history);
      const part = (share: bigint, sign: bigint) =>
        both.map((day, at) => ({
          ...day,
          marketValue: share === 1n ? day.marketValue / 3n : day.marketValue - day.marketValue / 3n,
          cashFlows:
            (share === 1n ? day.cashFlows : 0n) + (at === 0 ? 0n : sign * BigInt(moves[at] ?? 0)),
          fees: share === 1n ? 0n : day.fees,
        }));
      const parts = [part(1n, 1n), part(2n, -1n)].map((days) => ({ ...always, days }));
      const alone = daysAfter(undefined, both).map(valuationOf);
      expect(householdDays(parts, lastOn)).toEqual(alone);
    }),
    { numRuns: 50 },
  );
});
