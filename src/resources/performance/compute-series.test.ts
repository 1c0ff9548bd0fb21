// Checks that a late correction changes what follows it, and only that. (docs/performance.md)
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RawDay } from "../../engines/unit-values/chain.ts";
import { addDays, type Day } from "../../values/dates.ts";
import { changedDays, type SeriesDay } from "./compute-series.ts";

const unit = 10n ** 18n;
const first = "2025-01-02" as Day;
const cents = (least: bigint) => fc.bigInt(least, 1_000_000n);
const rawDays = fc
  .array(
    fc.record({
      marketValue: cents(-1000n),
      accrued: fc.constantFrom(0n, 0n, 125n),
      cashFlows: fc.oneof(fc.constant(0n), cents(-500_000n)),
      securityFlows: fc.oneof(fc.constant(0n), cents(-500_000n)),
      fees: fc.constantFrom(0n, 0n, 50n),
      isEstimated: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  .map((days) => days.map((day, index): RawDay => ({ on: addDays(first, index), ...day })));
const imported = fc.option(
  fc.record({
    on: fc.nat(4).map((n) => addDays(first, n)),
    gross: fc.bigInt(0n, 300n * unit),
    net: fc.constant(0n),
  }),
  { nil: undefined },
);

const full = (raw: readonly RawDay[], history: Parameters<typeof changedDays>[2]) =>
  changedDays([], raw, history)?.days ?? [];

test("the days that a correction keeps and those that it computes add up to a full computation", () => {
  fc.assert(
    fc.property(rawDays, rawDays, fc.nat(20), imported, imported, (a, b, at, from, to) => {
      const history = at % 3 === 0 ? to : from;
      const corrected = [...a.slice(0, at), ...b.slice(at)];
      const stored: readonly SeriesDay[] = full(a, from);
      const change = changedDays(stored, corrected, history);
      const kept = change ? stored.filter(({ raw }) => raw.on < change.from) : stored;
      expect([...kept, ...(change?.days ?? [])]).toEqual(full(corrected, history));
    }),
    { numRuns: 2000 },
  );
});

const day = (index: number, marketValue: bigint, flows = 0n, fees = 0n): RawDay => ({
  on: addDays(first, index),
  marketValue,
  accrued: 0n,
  cashFlows: flows,
  securityFlows: 0n,
  fees,
  isEstimated: false,
});

test("days before a correction are not computed again", () => {
  const raw = [day(0, 100_00n), day(1, 101_00n), day(2, 102_00n), day(3, 103_00n)];
  const corrected = raw.with(2, day(2, 110_00n));
  const change = changedDays(full(raw, undefined), corrected);
  expect(change?.from).toBe("2025-01-04");
  expect(change?.days.map(({ unit: { gross } }) => gross)).toEqual([110n * unit, 103n * unit]);
  expect(changedDays(full(corrected, undefined), corrected)).toBeUndefined();
});

test("the row of a day that no longer exists is removed", () => {
  const raw = [day(0, 100_00n), day(1, 101_00n)];
  const change = changedDays(full(raw, undefined), raw.slice(0, 1));
  expect(change).toEqual({ from: "2025-01-03", days: [] });
});

test("an imported history continues from its last day, whose flows and fees no longer count", () => {
  const history = { on: addDays(first, 1), gross: 150n * unit, net: 140n * unit };
  const raw = [day(0, 1n), day(1, 2000_00n, 999_00n, 5_00n), day(2, 2200_00n, 0n, 20_00n)];
  const days = full(raw, history);
  expect(days.map(({ raw: { on, cashFlows, fees } }) => [on, cashFlows, fees])).toEqual([
    ["2025-01-03", 0n, 0n],
    ["2025-01-04", 0n, 20_00n],
  ]);
  // gross 150 × 2,220.00 / 2,000.00; net 140 × 2,200.00 / 2,000.00
  expect(days.at(-1)?.unit).toMatchObject({ gross: 1665n * 10n ** 17n, net: 154n * unit });
  expect(full(raw.slice(2), history)).toEqual([]);
});
