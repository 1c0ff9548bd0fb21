// The valued days of a range and the day it starts from. (interface 2.12, 2.13)
import { endValueOf, flowOf } from "../../engines/unit-values/chain.ts";
import { firstUnit } from "../../engines/unit-values/summary.ts";
import type { Reader } from "../../platform/store/db.ts";
import { addDays, type Day } from "../../values/dates.ts";
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
}

/** What a range starts from, and the days that it counts. */
export interface ValuedRange {
  readonly start: StartOfRange;
  readonly days: readonly SeriesValuation[];
}

/** The range asked for, or the 12 months up to the last day; undefined where there is none. */
export async function rangeOf(
  db: Reader,
  key: SeriesKey,
  asked: DateRange | undefined,
): Promise<DateRange | undefined> {
  if (asked !== undefined) return asked;
  const last = [await selectLastValuedOn(db, key), await selectLastComputedOn(db, key)];
  return latestYear(
    last
      .filter((day) => day !== undefined)
      .toSorted()
      .at(-1),
  );
}

/**
 * The last valuation on or before the range's first day and the days after it; before the first
 * valuation the day before it, unless that one is a base. Undefined where nothing is valued.
 */
export async function selectValuedRange(
  db: Reader,
  key: SeriesKey,
  range: DateRange,
): Promise<ValuedRange | undefined> {
  const [first, ...rest] = await selectValuedDays(db, key, range);
  if (first === undefined) return undefined;
  const { on, raw, unit } = first;
  const isBase = raw === undefined || flowOf(raw) === 0n;
  if (on <= range.firstOn || isBase) {
    const { gross, net } = unit;
    return { start: { on, value: raw && endValueOf(raw), gross, net }, days: rest };
  }
  const start = { on: addDays(on, -1), value: 0n, gross: firstUnit, net: firstUnit };
  return { start, days: [first, ...rest] };
}
