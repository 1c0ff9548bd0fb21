// The valued days of a range and the day it starts from. (interface 2.12, 2.13)
import { beginsAnew, debitOf, endValueOf, firstUnit, flowOf } from "@bursar/performance";
import { addDays, type Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import type { SeriesValuation } from "./day-columns.ts";
import { selectLastComputedOn, selectValuedDays } from "./day-queries.ts";
import { type SeriesKey, selectLastValuedOn } from "./queries.ts";
import type { DateRange } from "./schema.ts";
import { latestYear } from "./unit-values.ts";

/** Where a range starts; what is not known or not available is undefined. */
export interface StartOfRange {
  readonly on: Day;
  readonly value: bigint | undefined;
  readonly gross: bigint | undefined;
  readonly net: bigint | undefined;
  /** A new beginning on the day after: what was left of the chain before, if anything. */
  readonly left?: bigint;
  /** The value before the first day, where it is not that of the start. */
  readonly valueBefore?: bigint;
  /** The debit before the first day. */
  readonly debit?: bigint | undefined;
}

/** The start of a range, and the days that it counts. */
export interface ValuedRange {
  readonly start: StartOfRange;
  readonly days: readonly SeriesValuation[];
}

/** The requested range, or the 12 months up to the last day; undefined if there is none. */
export async function rangeOf(
  db: Reader,
  key: SeriesKey,
  requested: DateRange | undefined,
): Promise<DateRange | undefined> {
  if (requested !== undefined) return requested;
  const last = [await selectLastValuedOn(db, key), await selectLastComputedOn(db, key)];
  return latestYear(
    last
      .filter((day) => day !== undefined)
      .toSorted()
      .at(-1),
  );
}

/** The last valuation on or before the range's first day and the days after it; before the first
 * valuation, or if the start is a new beginning, the day before it, unless that valuation is a
 * base. Undefined if nothing is valued. */
export async function selectValuedRange(
  db: Reader,
  key: SeriesKey,
  range: DateRange,
): Promise<ValuedRange | undefined> {
  return rangeFrom(await selectValuedDays(db, key, range), range.firstOn);
}

/** The start of a range and the days after it, from its days and those before its first. */
export function rangeFrom(
  found: readonly SeriesValuation[],
  firstOn: Day,
): ValuedRange | undefined {
  const startAt = Math.max(
    found.findLastIndex(({ on }) => on <= firstOn),
    0,
  );
  const before = found[startAt - 1];
  const first = found[startAt];
  if (first === undefined) return undefined;
  const { on, raw, unit } = first;
  const fresh = { on: addDays(on, -1), value: 0n, gross: firstUnit, net: firstUnit };
  const days = found.slice(startAt);
  if (before?.raw !== undefined && beginsAnew(before.unit, unit)) {
    const valueBefore = endValueOf(before.raw);
    const left = valueBefore > 0n ? valueBefore : 0n;
    return { start: { ...fresh, left, valueBefore, debit: debitOf(before.raw) }, days };
  }
  const isBase = raw === undefined || flowOf(raw) === 0n;
  if (on > firstOn && !isBase) return { start: fresh, days };
  const { gross, net } = unit;
  const start = { on, value: raw && endValueOf(raw), gross, net, debit: raw && debitOf(raw) };
  return { start, days: days.slice(1) };
}
