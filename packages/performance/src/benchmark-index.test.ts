// The index of a benchmark on the days of a series, worked by hand.
import { expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import { benchmarkIndex, valueAt } from "./benchmark-index.ts";

const points = (...values: [string, bigint, boolean?][]) =>
  values.map(([on, value, isAnew = false]) => ({ on: on as Day, value, isAnew }));
const days = ["2026-01-02", "2026-01-05", "2026-01-06", "2026-01-07"] as Day[];

test("the last value on or before a day counts, and the first is 100", () => {
  const values = points(["2026-01-03", 30n], ["2026-01-05", 60n], ["2026-01-07", 20n]);
  // Nothing on the 2nd; the 5th has its own; the 6th that of the 5th; 20 / 60 half to the even one.
  expect(benchmarkIndex(values, days, 10)).toEqual([
    undefined,
    10_000_000n,
    10_000_000n,
    3_333_333n,
  ]);
});

test("a value before the first day is what it begins from", () => {
  const values = points(["2025-12-31", 40n], ["2026-01-06", 50n]);
  expect(benchmarkIndex(values, days, 10)).toEqual([
    10_000_000n,
    10_000_000n,
    12_500_000n,
    12_500_000n,
  ]);
});

test("a benchmark that begins anew begins at 100 again", () => {
  const values = points(["2026-01-02", 40n], ["2026-01-05", 50n], ["2026-01-06", 7n, true]);
  expect(benchmarkIndex(values, days, 10)).toEqual([
    10_000_000n,
    12_500_000n,
    10_000_000n,
    10_000_000n,
  ]);
});

test("a value of 0 is nothing to begin from, and a loss of all is 0", () => {
  expect(
    benchmarkIndex(points(["2026-01-02", 0n], ["2026-01-05", 5n]), days, 10)[0],
  ).toBeUndefined();
  expect(benchmarkIndex(points(["2026-01-02", 5n], ["2026-01-05", 0n]), days, 10)[1]).toBe(0n);
});

test("a value counts while it is at most so many days old", () => {
  const values = points(["2025-12-26", 40n], ["2026-01-07", 50n]);
  // The 26th is 10 days before the 5th of January, and 11 before the 6th.
  expect(benchmarkIndex(values, days, 10)).toEqual([
    10_000_000n,
    10_000_000n,
    undefined,
    12_500_000n,
  ]);
  const valueOn = (on: string, mostDays = 10) => valueAt(values, on as Day, mostDays)?.value;
  expect([valueOn("2026-01-05"), valueOn("2026-01-06"), valueOn("2026-01-06", 11)]).toEqual([
    40n,
    undefined,
    40n,
  ]);
  expect([valueOn("2025-12-25"), valueOn("2026-01-17")]).toEqual([undefined, 50n]);
});
