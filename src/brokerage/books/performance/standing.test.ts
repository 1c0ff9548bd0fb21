// Checks that series which go on from a day become what a computation of all their days gives.

import type { FolioDay } from "@bursar/performance";
import { addDays, type Day, quarterOf } from "@bursar/values/dates";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seriesChanges } from "./changes.ts";
import type { ImportedHistory, StoredQuarters } from "./compute-series.ts";
import { readDays } from "./day-lines.ts";
import type { StagedSeries } from "./staged-queries.ts";
import { changesSince, standingOf } from "./standing.ts";
import type { FolioSource } from "./standing-queries.ts";

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
          on: dayAt(index),
          ...flows,
          securityFlows: 0n,
          isWaiting: false,
          hasEstimatedFlows: false,
          valuation:
            value === undefined
              ? undefined
              : { marketValue: value, accrued: 0n, isEstimated: false },
        },
      ];
    }),
  );

/** The same of a folio that may begin late, of which all may be withdrawn, and that may have fees alone
 * before its first value. */
const lateFolio = fc
  .tuple(folio, fc.oneof(fc.constant(0), fc.nat(40)), fc.oneof(fc.constant(0), fc.nat(40)))
  .map(([days, beginsAt, valuedAt]) =>
    days
      .filter(({ on }) => on >= dayAt(beginsAt))
      .map((day) =>
        day.on < dayAt(valuedAt) ? { ...day, cashFlows: 0n, valuation: undefined } : day,
      ),
  );

type Folios = ReadonlyMap<string, readonly FolioDay[]>;
type Quarters = ReadonlyMap<string, StoredQuarters>;

/** Histories from another system, by folio. */
type Imported = ReadonlyMap<string, ImportedHistory>;

const changesFrom = (quarters: Quarters, folios: Folios, imported: Imported) =>
  seriesChanges(account, { given: folios, computed: new Set(), imported, quarters }, folios);

function storedAfter(changes: readonly StagedSeries[]): Quarters {
  return new Map(
    changes.map(({ folioNumber, quarters }) => [
      folioNumber,
      new Map(
        quarters.flatMap(({ quarterOn, days }) => (days ? [[quarterOn, days] as const] : [])),
      ),
    ]),
  );
}

/** A history of two days, on the last of which a folio's own begin. */
function historyUntil(on: Day): ImportedHistory {
  const units = { gross: 120n * 10n ** 18n, net: 115n * 10n ** 18n };
  const days = [addDays(on, -1), on].map((each) => ({ on: each, ...units }));
  return { days, served: undefined };
}

/** The same once the quarters of its series are stored. */
function servedAfter(changes: readonly StagedSeries[], imported: Imported): Imported {
  return new Map(
    [...imported].map(([folioNumber, { days }]) => {
      const own = changes.find((change) => change.folioNumber === folioNumber);
      const last = own?.quarters.find(
        ({ quarterOn }) => quarterOn === quarterOf(days.at(-1)?.on as Day),
      );
      return [folioNumber, { days, served: last?.served }];
    }),
  );
}

/** The quarters that are read from the store: of each series from its last quarter before the change on. */
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

type SourceKind = Pick<FolioSource, "isComputed" | "isImported">;

interface Late {
  readonly folios: Folios;
  readonly kinds: ReadonlyMap<string, SourceKind>;
  readonly from: Day;
}

function continued(stored: Quarters, { folios, kinds, from }: Late): StagedSeries[] | undefined {
  const late = lateQuarters(stored, from);
  const own = [...(late.get("") ?? [])].filter(([on]) => on < quarterOf(from));
  const last = own.flatMap(([, lines]) => readDays(lines)).at(-1)?.raw.on;
  const lastOf = (days: readonly FolioDay[]) =>
    days.findLast(({ on }) => last !== undefined && on <= last)?.on ?? null;
  const sources = [...kinds].map(([folioNumber, kind]) => {
    // A computed series has no loaded days.
    const lastOn = kind.isComputed ? null : lastOf(folios.get(folioNumber) ?? []);
    return { accountNumber: account, folioNumber, ...kind, lastOn };
  });
  const standing = standingOf(late, sources, from);
  const since = (days: readonly FolioDay[]) =>
    days.filter(({ on }) => standing && on > standing.after);
  const after = [...folios].map(([name, days]) => [name, since(days)] as const);
  return (
    standing &&
    changesSince(account, standing, new Map(after.filter(([, days]) => days.length > 0)))
  );
}

/** An account's folios before and after a correction from a day on. */
const correction = fc
  .record({
    a: fc.tuple(folio, folio),
    b: fc.tuple(lateFolio, lateFolio),
    isAComputed: fc.boolean(),
    isBComputed: fc.boolean(),
    importedUntil: fc.option(fc.nat(20).map(dayAt), { freq: 2, nil: undefined }),
    from: fc.nat(39).map(dayAt),
  })
  .map(({ a, b, isAComputed, isBComputed, importedUntil, from }) => {
    const corrected = ([days, by]: readonly (readonly FolioDay[])[]) => [
      ...(days?.filter(({ on }) => on < from) ?? []),
      ...(by?.filter(({ on }) => on >= from) ?? []),
    ];
    // Before the end of a history nothing is loaded, but transactions may give days.
    const isKept = ({ on }: FolioDay) => isBComputed || !importedUntil || on >= importedUntil;
    const own = b.map((days) => days.filter(isKept));
    const foliosOf = (ofA: readonly FolioDay[], ofB: readonly FolioDay[] = []): Folios =>
      new Map([
        ["A", ofA],
        ["B", ofB],
      ]);
    const isImported = importedUntil !== undefined;
    return {
      before: foliosOf(a[0], own[0]),
      after: foliosOf(corrected(a), corrected(own)),
      imported: new Map(isImported ? [["B", historyUntil(importedUntil)]] : []),
      kinds: new Map([
        ["A", { isComputed: isAComputed, isImported: false }],
        ["B", { isComputed: isBComputed, isImported }],
      ]),
      from,
    };
  });

test("a late change gives the same quarters and figures as a computation of all days", () => {
  let isContinued = 0;
  let runs = 0;
  const kindsContinued = new Set<string>();
  fc.assert(
    fc.property(correction, ({ before, after, imported, kinds, from }) => {
      const first = changesFrom(new Map(), before, imported);
      const stored = storedAfter(first);
      const whole = changesFrom(stored, after, servedAfter(first, imported));
      const series = continued(stored, { folios: after, kinds, from });
      runs += 1;
      if (series === undefined) return;
      isContinued += 1;
      kindsContinued.add(JSON.stringify(kinds.get("B")));
      expect(series).toEqual(whole);
    }),
    { numRuns: 1500 },
  );
  expect(isContinued).toBeGreaterThan(runs / 10);
  // A folio that is loaded or computed, from the beginning or from the end of a history.
  expect(kindsContinued.size).toBe(4);
});
