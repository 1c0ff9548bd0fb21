// Checks that a late correction changes what follows it, and only that, and how imported histories are
// continued. (docs/performance.md)

import type { RawDay } from "@bursar/performance";
import { addDays, type Day, quarterOf } from "@bursar/values/dates";
import { textOf } from "@bursar/values/units";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountOf,
  broughtUntil,
  type Raw,
} from "../../../../packages/performance/reference/reference.ts";
import {
  givenDays,
  snapshotsOfGiven,
} from "../../../../packages/performance/reference/valuations.ts";
import { write } from "../../../../packages/tax-lots/reference/rational.ts";
import { seriesChanges } from "./changes.ts";
import {
  changedDays,
  daysOfSeries,
  type ImportedHistory,
  type StoredQuarters,
} from "./compute-series.ts";
import { readDays, type SeriesDay, writeDays } from "./day-lines.ts";

const unit = 10n ** 18n;
// The days lie in two quarters.
const first = "2025-03-25" as Day;
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
    on: fc.nat(9).map((n) => addDays(first, n)),
    gross: fc.bigInt(0n, 300n * unit),
    net: fc.constant(0n),
  }),
  { nil: undefined },
);

/** A history of one day, of which nothing is served yet. */
const historyOf = (day: ImportedHistory["days"][number] | undefined) =>
  day && { days: [day], served: undefined };

const storedOf = (days: readonly SeriesDay[]): StoredQuarters =>
  new Map(
    [...Map.groupBy(days, ({ raw }) => quarterOf(raw.on))].map(([on, own]) => [on, writeDays(own)]),
  );

test("the quarters that a correction keeps and those that it changes are those of a full computation", () => {
  fc.assert(
    fc.property(rawDays, rawDays, fc.nat(20), imported, imported, (a, b, at, from, to) => {
      const history = historyOf(at % 3 === 0 ? to : from);
      const corrected = daysOfSeries([...a.slice(0, at), ...b.slice(at)], history);
      const before = daysOfSeries(a, historyOf(from));
      const change = changedDays(storedOf(before), corrected, history);
      const after = new Map(storedOf(before));
      for (const { quarterOn, days } of change?.quarters ?? []) {
        if (days === undefined) after.delete(quarterOn);
        else after.set(quarterOn, days);
      }
      expect(after).toEqual(storedOf(corrected));
      const untilThen = (days: readonly SeriesDay[]) =>
        days.filter(({ raw }) => change === undefined || raw.on < change.from);
      expect(untilThen(before)).toEqual(untilThen(corrected));
      expect(change?.days ?? 0).toBe(
        corrected.length - (change ? untilThen(corrected).length : corrected.length),
      );
    }),
    { numRuns: 2000 },
  );
});

const day = (on: string, marketValue: bigint, flows = 0n, fees = 0n): RawDay => ({
  on: on as Day,
  marketValue,
  accrued: 0n,
  cashFlows: flows,
  securityFlows: 0n,
  fees,
  cash: 0n,
  advances: 0n,
  isEstimated: false,
});
const of = (raw: readonly RawDay[]) => daysOfSeries(raw, undefined);

test("quarters before a correction are not stored again", () => {
  const raw = [
    day("2025-03-30", 100_00n),
    day("2025-03-31", 101_00n),
    day("2025-04-01", 102_00n, 5_00n),
    day("2025-04-02", 103_00n),
  ];
  const corrected = of(raw.with(3, day("2025-04-02", 110_00n)));
  const change = changedDays(storedOf(of(raw)), corrected, undefined);
  expect(change).toMatchObject({
    from: "2025-04-02",
    days: 1,
    quarters: [{ quarterOn: "2025-04-01", flows: [{ on: "2025-04-01", cents: 5_00n }] }],
  });
  expect(change?.quarters).toHaveLength(1);
  const [quarter] = change?.quarters ?? [];
  expect(readDays(quarter?.days ?? "")).toEqual(corrected.slice(2));
  expect(changedDays(storedOf(corrected), corrected, undefined)).toBeUndefined();
});

test("a day that no longer exists is removed, and a quarter with its last one", () => {
  const raw = [day("2025-03-31", 100_00n), day("2025-04-01", 101_00n), day("2025-04-02", 1_00n)];
  expect(changedDays(storedOf(of(raw)), of(raw.slice(0, 2)), undefined)).toMatchObject({
    from: "2025-04-02",
    days: 0,
    quarters: [{ quarterOn: "2025-04-01" }],
  });
  expect(changedDays(storedOf(of(raw)), of(raw.slice(0, 1)), undefined)).toEqual({
    from: "2025-04-01",
    days: 0,
    large: [],
    quarters: [{ quarterOn: "2025-04-01", days: undefined, flows: [], served: undefined }],
  });
});

const history = {
  days: [
    { on: "2025-01-02" as Day, gross: 140n * unit, net: 130n * unit },
    { on: "2025-01-03" as Day, gross: 150n * unit, net: 140n * unit },
  ],
  served: undefined,
};
const continued = [
  day("2025-01-02", 1n),
  day("2025-01-03", 2000_00n, 999_00n, 5_00n),
  day("2025-01-06", 2200_00n, 0n, 20_00n),
];

test("an imported history continues from its last day, whose flows and fees no longer count", () => {
  const days = daysOfSeries(continued, history);
  expect(days.map(({ raw: { on, cashFlows, fees } }) => [on, cashFlows, fees])).toEqual([
    ["2025-01-03", 0n, 0n],
    ["2025-01-06", 0n, 20_00n],
  ]);
  // gross 150 × 2,220.00 / 2,000.00; net 140 × 2,200.00 / 2,000.00
  expect(days.at(-1)?.unit).toMatchObject({ gross: 1665n * 10n ** 17n, net: 154n * unit });
  expect(daysOfSeries(continued.slice(2), history)).toEqual([]);
});

const ends = fc.array(
  fc.option(
    fc.nat(9).map((n) => addDays("2025-01-02" as Day, n)),
    { nil: undefined },
  ),
  { minLength: 4, maxLength: 4 },
);
const worth: ReadonlySet<string> = new Set(["marketValue", "accrued"]);
const amounts = ["marketValue", "accrued", "cashFlows", "securityFlows", "fees"] as const;

test("an account's raw data has of each folio what follows its history, by both implementations", () => {
  fc.assert(
    fc.property(givenDays, ends, (folios, [ownEnd, ...folioEnds]) => {
      const endOf = new Map([...folios.keys()].map((folio, at) => [folio, folioEnds[at]]));
      const imported = new Map(
        [...endOf, ["", ownEnd] as const].flatMap(([folio, on]) =>
          on ? [[folio, { days: [{ on, gross: unit, net: unit }], served: undefined }]] : [],
        ),
      );
      const stored = { given: folios, computed: new Set<string>(), imported, quarters: new Map() };
      const changes = seriesChanges("RA00000001", stored, folios);
      const lines = changes.find(({ folioNumber }) => folioNumber === "")?.quarters[0]?.days;
      const found = readDays(lines ?? "").map(({ raw }) =>
        [raw.on, ...amounts.map((amount) => textOf(raw[amount], 2))].join(" "),
      );

      const snapshots = [...snapshotsOfGiven(folios)];
      const days = accountOf(snapshots.map(([folio, own]) => broughtUntil(own, endOf.get(folio))));
      const since = days.filter(({ on }) => ownEnd === undefined || on >= ownEnd);
      const isContinued = ownEnd === undefined || since[0]?.on === ownEnd;
      const amountOf = (day: Raw, amount: (typeof amounts)[number]) =>
        day.on === ownEnd && !worth.has(amount) ? "0.00" : write(day[amount], 2);
      expect(found).toEqual(
        (isContinued ? since : []).map((day) =>
          [day.on, ...amounts.map((amount) => amountOf(day, amount))].join(" "),
        ),
      );
    }),
    { numRuns: 1000, seed: 6 },
  );
});

test("of the quarter in which a history ends, its days and the computed ones are served", () => {
  const days = daysOfSeries(continued, history);
  const change = changedDays(new Map(), days, history);
  const [quarter] = change?.quarters ?? [];
  const served = quarter?.served ?? "";
  expect(served.split("\n")).toEqual([
    "2025-01-02 140.00000 130.00000",
    "2025-01-03 150.00000 140.00000",
    "2025-01-06 166.50000 154.00000",
  ]);
  // A load of another day of the history has stored its days alone.
  const stored = storedOf(days);
  const cut = { ...history, served: served.split("\n").slice(0, 2).join("\n") };
  expect(changedDays(stored, days, cut)).toMatchObject({ quarters: [{ served }] });
  expect(changedDays(stored, days, { ...history, served })).toBeUndefined();
});
