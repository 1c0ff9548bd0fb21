// Months and years that a series has, lacks, and begins anew in.
import { describe, expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import { calendarReturns } from "./calendar-returns.ts";

const point = (on: string, value: bigint, isAnew = false) => ({ on: on as Day, value, isAnew });

const series = [
  point("2024-11-15", 100n),
  point("2024-11-29", 110n),
  point("2024-12-31", 99n),
  // Nothing in January: February has its return.
  point("2025-02-03", 120n),
  point("2025-02-28", 108n),
  point("2025-03-03", 162n),
];

describe("returns by the calendar", () => {
  test("a month runs from the last value before it to the last in it", () => {
    expect([...calendarReturns(series, "month")]).toEqual([
      ["2024-11", 1_000_000n], // 110 / 100 − 1
      ["2024-12", -1_000_000n], // 99 / 110 − 1
      ["2025-02", 909_091n], // 108 / 99 − 1
      ["2025-03", 5_000_000n], // 162 / 108 − 1
    ]);
  });

  test("a year does too, and the first begins with the series", () => {
    expect([...calendarReturns(series, "year")]).toEqual([
      ["2024", -100_000n], // 99 / 100 − 1
      ["2025", 6_363_636n], // 162 / 99 − 1
    ]);
  });

  test("a month in which the series begins anew has none, nor one that starts from 0", () => {
    const lost = [
      point("2025-01-31", 100n),
      point("2025-02-28", 0n),
      point("2025-03-31", 0n),
      point("2025-04-01", 100n, true),
      point("2025-04-30", 101n),
      point("2025-05-30", 202n),
    ];
    expect([...calendarReturns(lost, "month")]).toEqual([
      ["2025-02", -10_000_000n],
      ["2025-03", undefined],
      ["2025-04", undefined],
      ["2025-05", 10_000_000n],
    ]);
    expect([...calendarReturns(lost, "year")]).toEqual([["2025", undefined]]);
  });

  test("a month or year of which no day has a return has none, and the next goes on from it", () => {
    const carried = (on: string) => ({ ...point(on, 100n), isCarried: true });
    const still = [
      point("2024-11-29", 100n),
      carried("2024-12-31"),
      carried("2025-01-15"),
      carried("2025-02-03"),
      point("2025-02-28", 110n),
    ];
    expect([...calendarReturns(still, "month")]).toEqual([
      ["2024-12", undefined],
      ["2025-01", undefined],
      ["2025-02", 1_000_000n],
    ]);
    expect([...calendarReturns(still, "year")]).toEqual([
      ["2024", undefined],
      ["2025", 1_000_000n],
    ]);
  });

  test("one value has no return, and none neither", () => {
    expect(calendarReturns(series.slice(0, 1), "month").size).toBe(0);
    expect(calendarReturns([], "year").size).toBe(0);
  });
});
