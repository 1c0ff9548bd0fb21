// From which day on a series has to be computed again, and its days from there.
// (docs/performance.md)
import {
  beforeFirstDay,
  type ChainState,
  chainDays,
  type RawDay,
  stateAfter,
  type UnitDay,
} from "../../engines/unit-values/chain.ts";
import type { Day } from "../../values/dates.ts";

/** A computed day of a series: its raw data with its units and returns. */
export interface SeriesDay {
  readonly raw: RawDay;
  readonly unit: UnitDay;
  /** Whether it is the last day of an imported history, from whose units the chain continues. */
  readonly isImported: boolean;
}

/** The last day of a history imported from another system, and its units. */
export interface ImportedUnits {
  readonly on: Day;
  readonly gross: bigint;
  readonly net: bigint;
}

/** The days that replace all stored ones from a day on. */
export interface ChangedDays {
  readonly from: Day;
  readonly days: readonly SeriesDay[];
}

/**
 * Compares the raw data of a series with its stored days and continues the chain from the last day
 * before the first difference; undefined when there is none.
 */
export function changedDays(
  stored: readonly SeriesDay[],
  raw: readonly RawDay[],
  imported?: ImportedUnits,
): ChangedDays | undefined {
  const days = imported ? fromImported(raw, imported.on) : raw;
  const at = firstDifference(stored, days, imported);
  const [before, after] = [stored[at]?.raw.on, days[at]?.on];
  if (before === undefined && after === undefined) return undefined;
  const from = [before, after].filter((day) => day !== undefined).toSorted()[0] as Day;
  return { from, days: daysFrom(stored, days.slice(at), { at, imported }) };
}

/** The raw data from the last imported day on; that day's own flows and fees no longer count. */
function fromImported(raw: readonly RawDay[], importedOn: Day): RawDay[] {
  const days = raw.filter(({ on }) => on >= importedOn);
  const [base, ...rest] = days;
  if (base?.on !== importedOn) return [];
  return [{ ...base, cashFlows: 0n, securityFlows: 0n, fees: 0n }, ...rest];
}

function firstDifference(
  stored: readonly SeriesDay[],
  days: readonly RawDay[],
  imported: ImportedUnits | undefined,
): number {
  const [first] = stored;
  const isSameStart =
    first?.isImported === (imported !== undefined) &&
    (imported === undefined ||
      (first.unit.gross === imported.gross && first.unit.net === imported.net));
  if (!isSameStart) return 0;
  let at = 0;
  while (isSameDay(stored[at]?.raw, days[at])) at += 1;
  return at;
}

function isSameDay(a: RawDay | undefined, b: RawDay | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (
    a.on === b.on &&
    a.marketValue === b.marketValue &&
    a.accrued === b.accrued &&
    a.cashFlows === b.cashFlows &&
    a.securityFlows === b.securityFlows &&
    a.fees === b.fees &&
    a.isEstimated === b.isEstimated
  );
}

function daysFrom(
  stored: readonly SeriesDay[],
  days: readonly RawDay[],
  { at, imported }: { readonly at: number; readonly imported: ImportedUnits | undefined },
): SeriesDay[] {
  const last = stored[at - 1];
  if (last !== undefined) return chained(stateAfter(last.raw, last.unit), days);
  const [base, ...rest] = days;
  if (imported === undefined || base === undefined) return chained(beforeFirstDay, days);
  const { on, gross, net } = imported;
  const unit: UnitDay = { on, gross, net, grossReturn: undefined, netReturn: undefined };
  return [{ raw: base, unit, isImported: true }, ...chained(stateAfter(base, unit), rest)];
}

function chained(state: ChainState, days: readonly RawDay[]): SeriesDay[] {
  const { units } = chainDays(state, days);
  return days.map((raw, index) => ({ raw, unit: units[index] as UnitDay, isImported: false }));
}
