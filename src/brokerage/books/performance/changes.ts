// Changes of performance for other resources: bringing an account's series up to its raw data.
import { type FolioDay, rawDaysOf, sumOfFolios } from "@bursar/performance";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { selectComputedFolios } from "../../clients-and-accounts/accounts/reads.ts";
import { figuresOfSeries } from "./account-figures.ts";
import {
  changedDays,
  continuedDays,
  daysOfSeries,
  type ImportedHistory,
  type StoredQuarters,
} from "./compute-series.ts";
import { selectImportedHistories, selectStoredQuarters } from "./day-queries.ts";
import type { GivenDays } from "./folio-days.ts";
import {
  applyStagedDays,
  createDayStages,
  deleteStagedDays,
  insertNewDays,
  type StagedSeries,
} from "./staged-queries.ts";
import { selectValuations } from "./valuation-queries.ts";

export { folioDaysOf, securitiesOf } from "./folio-days.ts";
export { stagedDifferences } from "./series-differences.ts";
export type { StagedSeries } from "./staged-queries.ts";
export { createDayStages } from "./staged-queries.ts";
export { changesSince, type LateChange, type Standing, selectStandings } from "./standing.ts";
export { selectValuationsSince } from "./valuation-queries.ts";
export { valuationTermsOf } from "./valuation-terms.ts";

/** The stored series of an account besides its transactions, each by folio number. */
export interface StoredSeries extends GivenDays {
  readonly imported: ReadonlyMap<string, ImportedHistory>;
  readonly quarters: ReadonlyMap<string, StoredQuarters>;
}

/** The stored series of some accounts. */
export async function selectStoredSeries(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, StoredSeries>> {
  const [given, computed, imported, quarters] = await Promise.all([
    selectValuations(db, accountNumbers),
    selectComputedFolios(db, accountNumbers),
    selectImportedHistories(db, accountNumbers),
    selectStoredQuarters(db, accountNumbers),
  ]);
  return new Map(
    accountNumbers.map((number) => [
      number,
      {
        given: given.get(number) ?? new Map(),
        computed: computed.get(number) ?? new Set(),
        imported: imported.get(number) ?? new Map(),
        quarters: quarters.get(number) ?? new Map(),
      },
    ]),
  );
}

/** How the series of an account differ from its raw data. */
export function seriesChanges(
  accountNumber: string,
  { imported, quarters: stored }: StoredSeries,
  folios: ReadonlyMap<string, readonly FolioDay[]>,
): StagedSeries[] {
  const changed: StagedSeries[] = [];
  const continued = continuedDays(folios, imported);
  for (const folioNumber of new Set(["", ...folios.keys(), ...stored.keys()])) {
    const raw =
      folioNumber === ""
        ? sumOfFolios([...continued.values()])
        : rawDaysOf(continued.get(folioNumber) ?? []);
    const history = imported.get(folioNumber);
    const days = daysOfSeries(raw, history);
    const change = changedDays(stored.get(folioNumber) ?? new Map(), days, history);
    if (change === undefined) continue;
    const figures = folioNumber === "" ? figuresOfSeries(days) : undefined;
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

/** Removes what is staged for some accounts. */
export async function unstageSeries(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await createDayStages(tx);
  await deleteStagedDays(tx, accountNumbers);
}

/** Stores the staged days, and what is served of them; the caller holds
 * the locks of the accounts. */
export async function storeStagedSeries(tx: Tx): Promise<void> {
  await createDayStages(tx);
  await applyStagedDays(tx);
}
