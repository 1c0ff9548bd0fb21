// Checks that series which go on from a day become what a computation of all their days gives.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FolioDay } from "../../engines/unit-values/account-sum.ts";
import { addDays, type Day, quarterOf } from "../../values/dates.ts";
import { seriesChanges } from "./changes.ts";
import type { PackedQuarters } from "./compute-series.ts";
import { decodeDays } from "./packed-days.ts";
import type { StagedSeries } from "./staged-queries.ts";
import { changesSince, standingOf } from "./standing.ts";

const account = "RA00000001";
// Ten days apart, so that forty of them lie in five quarters of two years.
const first = "2024-10-01" as Day;
const dayAt = (index: number) => addDays(first, index * 10);
const cents = fc.oneof(fc.constant(0n), fc.bigInt(-50_000n, 100_000n));

/** A folio's days: most are valued, some at nothing, and some have flows or fees alone. */
const folio = fc
  .array(
    fc.option(
      fc.record({
        value: fc.option(fc.oneof(fc.constant(0n), fc.bigInt(1n, 1_000_000n)), {
          nil: undefined,
          freq: 12,
        }),
        cashFlows: cents,
        fees: fc.constantFrom(0n, 0n, 5n),
      }),
      { nil: undefined, freq: 20 },
    ),
    { minLength: 40, maxLength: 40 },
  )
  .map((days) =>
    days.flatMap((day, index): FolioDay[] => {
      if (day === undefined) return [];
      const { value, ...flows } = day;
      return [
        {
          ...{ on: dayAt(index), ...flows, securityFlows: 0n, isWaiting: false },
          hasEstimatedFlows: false,
          valuation:
            value === undefined
              ? undefined
              : { marketValue: value, accrued: 0n, isEstimated: false },
        },
      ];
    }),
  );

/** The same of a folio that may begin late, and of which all may be withdrawn. */
const lateFolio = fc
  .tuple(folio, fc.oneof(fc.constant(0), fc.nat(40)))
  .map(([days, beginsAt]) => days.filter(({ on }) => on >= dayAt(beginsAt)));

type Folios = ReadonlyMap<string, readonly FolioDay[]>;
type Quarters = ReadonlyMap<string, PackedQuarters>;

const changesFrom = (stored: Quarters, folios: Folios) =>
  seriesChanges(
    account,
    { given: folios, computed: new Set(), imported: new Map(), quarters: stored },
    folios,
  );

function storedAfter(changes: readonly StagedSeries[]): Quarters {
  return new Map(
    changes.map(({ folioNumber, quarters }) => [
      folioNumber,
      new Map(
        quarters.flatMap(({ quarterOn, packed }) => (packed ? [[quarterOn, packed] as const] : [])),
      ),
    ]),
  );
}

/** What the store is asked for: of each series from its last quarter before the change on. */
function lateQuarters(stored: Quarters, from: Day): Quarters {
  const yearOn = `${Number(from.slice(0, 4)) - 1}-10-01` as Day;
  return new Map(
    [...stored].map(([folioNumber, quarters]) => {
      const changedOn = quarterOf(from);
      const before = [...quarters.keys()].findLast((on) => on < changedOn) ?? changedOn;
      const firstOn = folioNumber === "" && yearOn < before ? yearOn : before;
      return [folioNumber, new Map([...quarters].filter(([on]) => on >= firstOn))];
    }),
  );
}

function continued(stored: Quarters, folios: Folios, from: Day): StagedSeries[] | undefined {
  const late = lateQuarters(stored, from);
  const own = [...(late.get("") ?? [])].filter(([on]) => on < quarterOf(from));
  const last = own.flatMap(([on, packed]) => decodeDays(on, packed)).at(-1)?.raw.on;
  const sources = [...folios].map(([folioNumber, days]) => ({
    ...{ accountNumber: account, folioNumber, isComputed: false, isImported: false },
    lastOn: days.findLast(({ on }) => last !== undefined && on <= last)?.on ?? null,
  }));
  const standing = standingOf(late, sources, from);
  const since = (days: readonly FolioDay[]) =>
    days.filter(({ on }) => standing && on > standing.after);
  const after = [...folios].map(([name, days]) => [name, since(days)] as const);
  return (
    standing &&
    changesSince(account, standing, new Map(after.filter(([, days]) => days.length > 0)))
  );
}

test("a late change gives the same quarters and figures as a computation of all days", () => {
  let [isContinued, runs] = [0, 0];
  fc.assert(
    fc.property(folio, lateFolio, folio, lateFolio, fc.nat(39), (a, b, other, another, at) => {
      const from = dayAt(at);
      const corrected = (days: readonly FolioDay[], by: readonly FolioDay[]) => [
        ...days.filter(({ on }) => on < from),
        ...by.filter(({ on }) => on >= from),
      ];
      const before = new Map([
        ["A", a],
        ["B", b],
      ]);
      const after = new Map([
        ["A", corrected(a, other)],
        ["B", corrected(b, another)],
      ]);
      const stored = storedAfter(changesFrom(new Map(), before));
      const whole = changesFrom(stored, after);
      const series = continued(stored, after, from);
      runs += 1;
      if (series === undefined) return;
      isContinued += 1;
      expect(series).toEqual(whole);
    }),
    { numRuns: 1500 },
  );
  expect(isContinued).toBeGreaterThan(runs / 10);
});
