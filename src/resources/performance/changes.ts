// What other resources may change of performance: bringing an account's series up to its raw data.
import { type FolioDay, rawDaysOf, sumOfFolios } from "../../engines/unit-values/account-sum.ts";
import type { Reader, Tx } from "../../platform/store/db.ts";
import { selectComputedFolios } from "../accounts/reads.ts";
import { figuresOfSeries } from "./account-figures.ts";
import { changedDays, type ImportedUnits, type SeriesDay } from "./compute-series.ts";
import { selectImportedUnits, selectSeriesDays } from "./day-queries.ts";
import type { GivenDays } from "./folio-days.ts";
import {
  applyStagedDays,
  createDayStages,
  deleteStagedDays,
  insertNewDays,
  type SeriesDifference,
  type StagedSeries,
  selectSeriesDifferences,
} from "./staged-queries.ts";
import { selectValuations } from "./valuation-queries.ts";

export { folioDaysOf, securitiesOf } from "./folio-days.ts";
export type { StagedSeries } from "./staged-queries.ts";
export { createDayStages } from "./staged-queries.ts";

/** What the store has of an account's series besides its transactions, each by folio number. */
export interface StoredSeries extends GivenDays {
  readonly imported: ReadonlyMap<string, ImportedUnits>;
  readonly days: ReadonlyMap<string, readonly SeriesDay[]>;
}

/** What the store has of some accounts' series. */
export async function selectStoredSeries(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, StoredSeries>> {
  const given = await selectValuations(db, accountNumbers);
  const computed = await selectComputedFolios(db, accountNumbers);
  const imported = Map.groupBy(await selectImportedUnits(db, accountNumbers), numberOf);
  const days = Map.groupBy(await selectSeriesDays(db, accountNumbers), numberOf);
  return new Map(
    accountNumbers.map((number) => [
      number,
      {
        given: given.get(number) ?? new Map(),
        computed: computed.get(number) ?? new Set(),
        imported: new Map((imported.get(number) ?? []).map((each) => [each.folioNumber, each])),
        days: new Map(
          [...Map.groupBy(days.get(number) ?? [], ({ folioNumber }) => folioNumber)].map(
            ([folio, rows]) => [folio, rows.map(({ day }) => day)],
          ),
        ),
      },
    ]),
  );
}

function numberOf({ accountNumber }: { readonly accountNumber: string }): string {
  return accountNumber;
}

/** The series of an account whose days differ from its raw data, with the right days. */
export function seriesChanges(
  accountNumber: string,
  { imported, days: stored }: StoredSeries,
  folios: ReadonlyMap<string, readonly FolioDay[]>,
): StagedSeries[] {
  const changed: StagedSeries[] = [];
  for (const folioNumber of new Set(["", ...folios.keys(), ...stored.keys()])) {
    const raw =
      folioNumber === ""
        ? sumOfFolios([...folios.values()])
        : rawDaysOf(folios.get(folioNumber) ?? []);
    const change = changedDays(stored.get(folioNumber) ?? [], raw, imported.get(folioNumber));
    if (change === undefined) continue;
    const kept = (stored.get(folioNumber) ?? []).filter(({ raw }) => raw.on < change.from);
    const figures = folioNumber === "" ? figuresOfSeries([...kept, ...change.days]) : undefined;
    changed.push({ accountNumber, folioNumber, ...change, figures });
  }
  return changed;
}

/** Stages changed series, which `storeStagedSeries` applies in the same transaction. */
export async function stageSeries(tx: Tx, series: readonly StagedSeries[]): Promise<void> {
  if (series.length === 0) return;
  await createDayStages(tx);
  await insertNewDays(tx, series);
}

/** How the staged series of some accounts differ from the stored ones. */
export async function stagedDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<SeriesDifference[]> {
  await createDayStages(tx);
  return selectSeriesDifferences(tx, accountNumbers);
}

/** Removes what is staged for some accounts. */
export async function unstageSeries(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await createDayStages(tx);
  await deleteStagedDays(tx, accountNumbers);
}

/** Stores the staged days, their published values and the packed form of these; the caller holds
 * the locks of the accounts. */
export async function storeStagedSeries(tx: Tx): Promise<void> {
  await createDayStages(tx);
  await applyStagedDays(tx);
}
