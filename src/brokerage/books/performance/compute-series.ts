// The days of a series from its raw data, and what of them differs from the store.
// (docs/performance.md)
import {
  beforeFirstDay,
  type ChainState,
  chainDays,
  daysFrom,
  type FolioDay,
  flowOf,
  type RawDay,
  stateAfter,
  type UnitDay,
} from "@bursar/performance";
import { type Day, quarterOf } from "@bursar/values/dates";
import { firstDifference, type SeriesDay, writeDays } from "./day-lines.ts";
import { type LargeReturn, largeReturns } from "./large-returns.ts";
import { type DailyUnits, writeUnits } from "./unit-value-lines.ts";

/** A history imported from another system. */
export interface ImportedHistory {
  /** Its last days, oldest first: those of all quarters in which there are computed days, too. */
  readonly days: readonly DailyUnits[];
  /** The lines that are served of its last quarter. */
  readonly served: string | undefined;
}

/** The lines of a series' days by the first day of their quarter, in order. */
export type StoredQuarters = ReadonlyMap<Day, string>;

/** The days of folios, each from the end of its imported history on, if it has one. */
export function continuedDays<Each extends FolioDay>(
  folios: ReadonlyMap<string, readonly Each[]>,
  imported: ReadonlyMap<string, ImportedHistory>,
): ReadonlyMap<string, readonly Each[]> {
  return new Map(
    [...folios].map(([folioNumber, days]) => {
      const last = imported.get(folioNumber)?.days.at(-1);
      return [folioNumber, last === undefined ? days : daysFrom(days, last.on)];
    }),
  );
}

/** The days of a series, from its raw data or from the end of an imported history on. */
export function daysOfSeries(
  raw: readonly RawDay[],
  imported: ImportedHistory | undefined,
): SeriesDay[] {
  const last = imported?.days.at(-1);
  if (last === undefined) return daysAfter(undefined, raw);
  const [first, ...rest] = raw.filter(({ on }) => on >= last.on);
  if (first?.on !== last.on) return [];
  // That day's own flows and fees no longer count.
  const base = { ...first, cashFlows: 0n, securityFlows: 0n, fees: 0n };
  const unit: UnitDay = { ...last, grossReturn: undefined, netReturn: undefined };
  return [{ raw: base, unit, isImported: true }, ...chained(stateAfter(base, unit), rest)];
}

/** The days of a series after its last one, if it has any. */
export function daysAfter(last: SeriesDay | undefined, raw: readonly RawDay[]): SeriesDay[] {
  return chained(last === undefined ? beforeFirstDay : stateAfter(last.raw, last.unit), raw);
}

function chained(state: ChainState, days: readonly RawDay[]): SeriesDay[] {
  const { units } = chainDays(state, days);
  return days.map((raw, index) => ({ raw, unit: units[index] as UnitDay, isImported: false }));
}

/** A quarter that differs from the store. */
export interface ChangedQuarter {
  readonly quarterOn: Day;
  /** The lines of its days; undefined where none is left. */
  readonly days: string | undefined;
  /** The external flows of each day that has any, in cents. */
  readonly flows: readonly { readonly on: Day; readonly cents: bigint }[];
  /** The lines that are served of it; undefined where there are none. */
  readonly served: string | undefined;
}

/** How a series differs from the store. */
export interface ChangedDays {
  /** The first day that differs. */
  readonly from: Day;
  /** How many days the series has from there on. */
  readonly days: number;
  readonly quarters: readonly ChangedQuarter[];
  /** Days among them whose return is too large to be believed, and was not stored so. */
  readonly large: readonly LargeReturn[];
}

/** The changes by which the stored quarters of a series become these days; undefined if there is
 * none. */
export function changedDays(
  stored: StoredQuarters,
  days: readonly SeriesDay[],
  imported: ImportedHistory | undefined,
): ChangedDays | undefined {
  const computed = Map.groupBy(days, ({ raw }) => quarterOf(raw.on));
  const lastImported = imported?.days.at(-1);
  const boundary = lastImported && quarterOf(lastImported.on);
  const all = [...stored.keys(), ...computed.keys(), ...(boundary ? [boundary] : [])];
  const quarters: ChangedQuarter[] = [];
  const large: LargeReturn[] = [];
  for (const quarterOn of [...new Set(all)].toSorted()) {
    const own = computed.get(quarterOn) ?? [];
    const lines = own.length === 0 ? undefined : writeDays(own);
    const isSame = lines === stored.get(quarterOn);
    // A load of unit values stores the imported days of that quarter alone.
    if (isSame && quarterOn !== boundary) continue;
    const served = servedQuarter(quarterOn, own, imported);
    if (isSame && served === imported?.served) continue;
    quarters.push({ quarterOn, days: lines, flows: flowsOf(own), served });
    if (!isSame) large.push(...largeReturns(stored.get(quarterOn), own));
  }
  const [first] = quarters;
  if (first === undefined) return undefined;
  // Where only what is served differs, it is all of the quarter.
  const from =
    firstDifference(stored.get(first.quarterOn) ?? "", first.days ?? "") ?? first.quarterOn;
  return { from, days: days.filter(({ raw }) => raw.on >= from).length, quarters, large };
}

function servedQuarter(
  quarterOn: Day,
  computed: readonly SeriesDay[],
  imported: ImportedHistory | undefined,
): string | undefined {
  const before = imported?.days.filter(({ on }) => quarterOf(on) === quarterOn) ?? [];
  return writeUnits([...before, ...computed.flatMap(unitsOf)]);
}

/** The units of a day that are its own and available. */
function unitsOf({ unit: { on, gross, net }, isImported }: SeriesDay): DailyUnits[] {
  return isImported || gross === undefined || net === undefined ? [] : [{ on, gross, net }];
}

function flowsOf(days: readonly SeriesDay[]): ChangedQuarter["flows"] {
  return days
    .map(({ raw }) => ({ on: raw.on, cents: flowOf(raw) }))
    .filter(({ cents }) => cents !== 0n);
}
