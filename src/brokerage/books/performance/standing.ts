// Where the series of an account stand before a late change, so that only what follows is computed:
// the last days before the quarter of the change, if they alone decide what comes after them.
import { endValueOf, type FolioDay, rawDaysOf, sumOfFolios } from "@bursar/performance";
import { type Day, quarterOf } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { figuresOfSeries, knowsYear } from "./account-figures.ts";
import { changedDays, daysAfter, type StoredQuarters } from "./compute-series.ts";
import { readDays, type SeriesDay } from "./day-lines.ts";
import type { StagedSeries } from "./staged-queries.ts";
import {
  type FolioSource,
  type LateChange,
  selectFolioSources,
  selectLateQuarters,
} from "./standing-queries.ts";

export type { LateChange } from "./standing-queries.ts";

/** The series of an account at the end of a day, from which they go on. */
export interface Standing {
  readonly after: Day;
  /** The last day until then of each series that has begun, by folio number. */
  readonly last: ReadonlyMap<string, SeriesDay>;
  /** The days of the account's own series until then, as far as its figures need them. */
  readonly own: readonly SeriesDay[];
  /** The stored quarters after that day. */
  readonly quarters: ReadonlyMap<string, StoredQuarters>;
  /** The folios whose performance is computed. */
  readonly computed: ReadonlySet<string>;
}

/** Where the series of some accounts stand before a late change of each, by number; an account whose
 * series cannot go on from one day has to be computed as a whole, and is left out. */
export async function selectStandings(
  db: Reader,
  changes: readonly LateChange[],
): Promise<ReadonlyMap<string, Standing>> {
  const quarters = await selectLateQuarters(db, changes);
  const sources = Map.groupBy(
    await selectFolioSources(db, changes),
    ({ accountNumber }) => accountNumber,
  );
  const found = new Map<string, Standing>();
  for (const { accountNumber, from } of changes) {
    const own = quarters.get(accountNumber);
    const standing = own && standingOf(own, sources.get(accountNumber) ?? [], from);
    if (standing !== undefined) found.set(accountNumber, standing);
  }
  return found;
}

/** Where series stand before a late change; `stored` has their last quarters before it, and all
 * since. */
export function standingOf(
  stored: ReadonlyMap<string, StoredQuarters>,
  sources: readonly FolioSource[],
  from: Day,
): Standing | undefined {
  const changedOn = quarterOf(from);
  const last = new Map<string, SeriesDay>();
  let own: readonly SeriesDay[] = [];
  for (const [folioNumber, quarters] of stored) {
    const before = [...quarters].filter(([quarterOn]) => quarterOn < changedOn);
    const days = before.flatMap(([, lines]) => readDays(lines));
    const end = days.at(-1);
    if (end !== undefined) last.set(folioNumber, end);
    if (folioNumber === "") own = days;
  }
  const after = own.at(-1)?.raw.on;
  if (after === undefined) return undefined;
  const isSettledAll = sources.every((each) => isSettled(each, last.get(each.folioNumber), after));
  const folios = new Set(["", ...sources.map(({ folioNumber }) => folioNumber)]);
  if (!isSettledAll || !new Set(last.keys()).isSubsetOf(folios)) return undefined;
  const since = (quarters: StoredQuarters): StoredQuarters =>
    new Map([...quarters].filter(([quarterOn]) => quarterOn >= changedOn));
  return {
    after,
    last,
    own,
    quarters: new Map([...stored].map(([folio, quarters]) => [folio, since(quarters)])),
    computed: new Set(
      sources.flatMap(({ folioNumber, isComputed }) => (isComputed ? [folioNumber] : [])),
    ),
  };
}

/** Whether nothing of a folio waits at the end of a day: it is valued on that day; it holds nothing and
 * has had no row since; or it has not begun. */
function isSettled(
  { isComputed, lastOn, isImported }: FolioSource,
  last: SeriesDay | undefined,
  after: Day,
): boolean {
  if (last === undefined) return !isComputed && lastOn === null && !isImported;
  if (isComputed) return last.raw.on === after;
  return lastOn === last.raw.on && (lastOn === after || endValueOf(last.raw) === 0n);
}

/** How the series of an account differ from the raw data after the day on which they stand; undefined
 * if that cannot be said without the days before. */
export function changesSince(
  accountNumber: string,
  { last, own, quarters }: Standing,
  folios: ReadonlyMap<string, readonly FolioDay[]>,
): StagedSeries[] | undefined {
  // A folio that has neither begun nor any day left may still have stored quarters, which are to go.
  const all = new Set([...last.keys(), ...folios.keys(), ...quarters.keys()]);
  const known = [...all].filter((folio) => folio !== "");
  const valueAt = (folio: string) => {
    const day = last.get(folio);
    return day && endValueOf(day.raw);
  };
  const changed: StagedSeries[] = [];
  for (const folioNumber of ["", ...known]) {
    const raw =
      folioNumber === ""
        ? sumOfFolios(
            known.map((folio) => folios.get(folio) ?? []),
            known.map(valueAt),
          )
        : rawDaysOf(folios.get(folioNumber) ?? []);
    const days = daysAfter(last.get(folioNumber), raw);
    const change = changedDays(quarters.get(folioNumber) ?? new Map(), days, undefined);
    if (change === undefined) continue;
    const year = folioNumber === "" ? [...own, ...days] : [];
    if (folioNumber === "" && !knowsYear(year)) return undefined;
    changed.push({ accountNumber, folioNumber, ...change, figures: figuresOfSeries(year) });
  }
  return changed;
}
