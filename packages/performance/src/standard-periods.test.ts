// Standard periods: their days, yearly rates, falls and volatility, with the worked numbers of
// docs/performance.md, 5, and against second implementations.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, type Day, daysBetween } from "../../values/src/dates.ts";
import { annualised } from "./annualised.ts";
import { largestDrawdown, type Point } from "./drawdown.ts";
import { modelChain, modelChainInSteps } from "./model-chain.ts";
import { daysHeld, periodCodes, startOfPeriod, yearlyRate } from "./standard-periods.ts";
import { volatility } from "./volatility.ts";

const day = (text: string) => text as Day;
const pointsOf = (...values: readonly [string, number][]): Point[] =>
  values.map(([on, value]) => ({ on: day(on), value: BigInt(value) }));

test("a period starts from the last day before its month, quarter or year, or years before its end", () => {
  const starts = (endOn: string) => periodCodes.map((code) => startOfPeriod(code, day(endOn)));
  expect(starts("2025-08-15")).toEqual([
    "2025-07-31",
    "2025-06-30",
    "2024-12-31",
    "2024-08-15",
    "2022-08-15",
    "2020-08-15",
    "2015-08-15",
    undefined,
  ]);
  expect(starts("2024-02-29").slice(0, 5)).toEqual([
    "2024-01-31",
    "2023-12-31",
    "2023-12-31",
    "2023-02-28",
    "2021-02-28",
  ]);
});

test("one of whole years that ends with a month's business days starts with the month's last day", () => {
  const yearUntil = (endOn: string) => startOfPeriod("1Y", day(endOn));
  expect(yearUntil("2026-10-30")).toBe("2025-10-31"); // a Friday: the 31st is a Saturday
  expect(yearUntil("2026-10-29")).toBe("2025-10-29");
  expect(yearUntil("2025-02-28")).toBe("2024-02-29");
  expect(yearUntil("2024-02-29")).toBe("2023-02-28");
  expect(yearUntil("2024-03-28")).toBe("2023-03-31"); // the 29th was Good Friday
  const isOver = (on: Day) => on < "2026-10-29";
  expect(startOfPeriod("3Y", day("2026-10-28"), isOver)).toBe("2023-10-31");
});

test("a return of two years becomes the yearly rate that compounds to it", () => {
  // 1.21 over 730 days: 1.1 a year. 34.20000 % over 731 days: 1.342 ^ (365 / 731) − 1.
  expect(annualised(2_100_000n, 730)).toBe(1_000_000n);
  expect(annualised(3_420_000n, 731)).toBe(1_582_142n);
  expect(annualised(-5_000_000n, 730)).toBe(-2_928_932n); // √0.5 − 1
  expect(annualised(-10_000_000n, 900)).toBe(-10_000_000n);
  expect(annualised(0n, 900)).toBe(0n);
});

test("a yearly rate is the nearest: its neighbours' powers enclose the return", () => {
  const rates = fc.bigInt({ min: -9_999_999n, max: 10n ** 10n });
  fc.assert(
    fc.property(rates, fc.integer({ min: 366, max: 2_000 }), (rate, days) => {
      const factor = 10n ** 7n + annualised(rate, days);
      const length = BigInt(days);
      const exact = (10n ** 7n + rate) ** 365n * (2n * 10n ** 7n) ** length;
      const power = (twice: bigint) => twice ** length * 10n ** (7n * 365n);
      expect(power(2n * factor - 1n) <= exact && exact <= power(2n * factor + 1n)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("what was held for less than 365 days is not annualised", () => {
  const of = (days: number, held = days) => yearlyRate(1_000_000n, { days, held });
  expect([of(364), of(365), of(366)]).toEqual([undefined, 1_000_000n, 997_136n]); // 1.1 ^ (365 / 366) − 1
  expect([of(900, 364), of(900, 365)]).toEqual([undefined, annualised(1_000_000n, 900)]);
  expect(yearlyRate(800_000n, { days: 819, held: 819 })).toBe(348_939n);
});

test("the days of a yearly rate lead up to valuations that have a return", () => {
  const unit = (on: string, grossReturn: bigint | undefined, isImported = false) => ({
    on: day(on),
    gross: 1n,
    net: 1n,
    grossReturn,
    netReturn: grossReturn,
    isImported,
  });
  const units = [
    unit("2024-01-31", 1n),
    unit("2024-03-31", undefined),
    unit("2024-05-30", undefined),
    unit("2024-05-31", 0n),
  ];
  expect(daysHeld(day("2024-01-01"), units)).toBe(30 + 1);
  expect(daysHeld(day("2024-01-01"), [unit("2024-01-31", undefined, true)])).toBe(30);
});

test("the largest fall is that from a peak, with the day on which it was made up for", () => {
  const points = pointsOf(
    ...([
      ["2025-01-02", 100],
      ["2025-01-03", 90],
      ["2025-01-06", 104],
    ] as [string, number][]),
    ...([
      ["2025-01-07", 91],
      ["2025-01-08", 130],
      ["2025-01-09", 117],
    ] as [string, number][]),
  );
  const found = { fall: -1_250_000n, peakOn: "2025-01-06", troughOn: "2025-01-07" };
  expect(largestDrawdown(points)).toEqual({ ...found, recoveredOn: "2025-01-08" }); // 91 / 104 − 1
  expect(largestDrawdown(points.slice(0, 4))).toEqual({ ...found, recoveredOn: undefined });
  expect(largestDrawdown(points.slice(0, 1))).toBeUndefined();
  // A new beginning is no fall from what was before.
  const anew = [...points.slice(0, 1), { on: day("2025-02-03"), value: 1n, isAnew: true }];
  expect(largestDrawdown(anew)).toBeUndefined();
});

test("of all pairs of days none falls further", () => {
  const series = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(series, (values) => {
      const points = values.map((value, at) => ({
        on: addDays(day("2025-01-01"), at),
        value: BigInt(value),
      }));
      const falls = points.flatMap((from, at) => points.slice(at).map((to) => [from, to] as const));
      const deepest = Math.min(...falls.map(([from, to]) => Number(to.value) / Number(from.value)));
      const found = largestDrawdown(points);
      if (found === undefined) {
        expect(deepest).toBe(1);
        return;
      }
      expect(Number(found.fall) / 1e7).toBeCloseTo(deepest - 1, 6);
      const at = (on: Day) => points[daysBetween(day("2025-01-01"), on)]?.value ?? 0n;
      expect(Number(at(found.troughOn)) / Number(at(found.peakOn))).toBeCloseTo(deepest, 9);
      if (found.recoveredOn) expect(at(found.recoveredOn) >= at(found.peakOn)).toBe(true);
    }),
  );
});

const monthly = (values: readonly bigint[], lastOn = "2025-12-31"): Point[] =>
  values.map((value, at) => ({ on: addMonths(day(lastOn), at - values.length + 1), value }));

/** 100, then 18 times 2 % up and 1 % down. */
const zigzag = () => {
  const values = [10n ** 12n];
  for (let at = 0; at < 36; at += 1) {
    const last = values.at(-1) as bigint;
    values.push(at % 2 === 0 ? (last * 102n) / 100n : (last * 99n) / 100n);
  }
  return values;
};

test("volatility is the deviation of 36 month-end returns, times √12", () => {
  // Mean 0.5 %, each 1.5 % away: √(36 × 0.015² / 35) × √12 = 5.26986 %.
  expect(volatility(monthly(zigzag()))).toBe(526_986n);
  expect(volatility(monthly(zigzag()).slice(1))).toBeUndefined();
  const flat = monthly(zigzag().map(() => 5n));
  expect(volatility(flat)).toBe(0n);
  // The days of a month that is not over do not count, and its last weekday ends it.
  const begun = [...monthly(zigzag()), { on: day("2026-01-29"), value: 1n }];
  expect(volatility(begun)).toBe(526_986n);
  expect(volatility([...begun, { on: day("2026-01-30"), value: 1n }])).not.toBe(526_986n);
  // Over a new beginning, and from 0, there is none.
  expect(volatility(flat.map((each, at) => ({ ...each, isAnew: at === 9 })))).toBeUndefined();
  expect(
    volatility(flat.map((each, at) => (at === 9 ? { ...each, value: 0n } : each))),
  ).toBeUndefined();
});

test("months without a return are passed over, as far as 60 months back", () => {
  const still = (on: Day, value: bigint): Point => ({ on, value, isCarried: true });
  const months = (count: number) => {
    const moved = monthly(zigzag()).map(({ on, value }, at): Point => {
      // The second half comes so many months later.
      return { on: at < 20 ? addMonths(on, -count) : on, value };
    });
    const before = moved[19] as Point;
    const between = Array.from({ length: count }, (_, at) =>
      still(addMonths(before.on, at + 1), before.value),
    );
    return moved.slice(0, 20).concat(between, moved.slice(20));
  };
  expect(volatility(months(0))).toBe(526_986n);
  expect(volatility(months(24))).toBe(526_986n);
  expect(volatility(months(25))).toBeUndefined();
  expect(volatility(months(24).filter(({ isCarried }) => !isCarried))).toBe(526_986n);
  // A single day with a return makes the month count.
  const one = months(1).map((each) => (each.isCarried ? { ...each, isCarried: false } : each));
  expect(volatility(one)).not.toBe(526_986n);
});

test("volatility agrees with a computation in doubles", () => {
  const values = fc.array(fc.integer({ min: 1_000, max: 2_000 }), { minLength: 37, maxLength: 37 });
  fc.assert(
    fc.property(values, (given) => {
      const returns = given.slice(1).map((value, at) => value / (given[at] ?? 1) - 1);
      const mean = returns.reduce((sum, each) => sum + each, 0) / 36;
      const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 35;
      const found = Number(volatility(monthly(given.map(BigInt)))) / 1e5;
      expect(found).toBeCloseTo(Math.sqrt(12 * variance) * 100, 4);
    }),
  );
});

test("a model's weights are restored after each day, and cash stays as it is", () => {
  const closesOf = (...closes: readonly [string, bigint][]) =>
    closes.map(([on, close]) => ({ on: day(on), close }));
  const parts = [
    {
      weight: 6_000n,
      closes: closesOf(["2025-01-02", 100n], ["2025-01-03", 110n], ["2025-01-06", 99n]),
    },
    { weight: 4_000n, closes: undefined },
  ];
  const values = modelChain(parts, 10_000n).map(({ value }) => value);
  expect(values).toEqual([10_000n, 10_600n, 9_964n]); // 106.00 × (0.6 × 99 / 110 + 0.4)
  // It begins once each has a close, and a price of 0 is passed over.
  const late = { weight: 4_000n, closes: closesOf(["2025-01-03", 7n], ["2025-01-06", 0n]) };
  const both = modelChain([parts[0] as (typeof parts)[number], late], 10_000n);
  expect(both.map(({ on }) => on)).toEqual(["2025-01-03", "2025-01-06"]);
  expect(modelChain([], 1n)).toEqual([]);
});

test("the chain of a large model leaves others their turn every few thousand closes", () => {
  const closes = Array.from({ length: 100 }, (_, at) => ({
    on: addDays(day("2025-01-02"), at),
    close: BigInt(100 + (at % 7)),
  }));
  const parts = Array.from({ length: 500 }, () => ({ weight: 20n, closes }));
  const steps = modelChainInSteps(parts, 10_000n);
  let turns = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) turns += 1;
  expect(turns).toBe(500 + 4); // after each security, and 50,000 closes, 10,000 at once
  expect(step.value).toEqual(modelChain(parts, 10_000n));
});
