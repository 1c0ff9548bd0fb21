// Stores computed books: staged by account, then applied together.
import type { Tx } from "../../../platform/store/db.ts";
import { stageSeries, storeStagedSeries, unstageSeries } from "../performance/changes.ts";
import { stageHeld, storeHeld, storeStagedHeld, unstageHeld } from "../positions/changes.ts";
import type { ReportedYear } from "../tax-lots/booking/changes.ts";
import { stageLots, storeStagedLots, unstageLots } from "../tax-lots/booking/changes.ts";
import type { Books } from "./compute-books.ts";
import { preferKeys } from "./state-queries.ts";

/** Stages what differs in the books of some accounts; nothing that is stored changes yet. */
export async function stageBooks(tx: Tx, books: readonly Books[]): Promise<void> {
  await stageLots(
    tx,
    books.flatMap(({ lots }) => (lots ? [lots] : [])),
  );
  await stageHeld(
    tx,
    books.flatMap(({ held }) => (held ? [held] : [])),
  );
  await stageSeries(
    tx,
    books.flatMap(({ series }) => series),
  );
}

/** Stores what differs in the books of a few accounts whose locks are held; returns the reported
 * years whose rows have changed. */
export async function storeBooks(
  tx: Tx,
  books: readonly Books[],
): Promise<readonly ReportedYear[]> {
  // An account has few holdings: staging them would cost more than storing them.
  for (const { held } of books) if (held) storeHeld(tx, held);
  const series = books.flatMap((each) => each.series);
  const lots = books.flatMap((each) => (each.lots ? [each.lots] : []));
  if (series.length === 0 && lots.length === 0) return [];
  await preferKeys(tx);
  if (series.length > 0) {
    await stageSeries(tx, series);
    await storeStagedSeries(tx);
  }
  if (lots.length === 0) return [];
  await stageLots(tx, lots);
  return storeStagedLots(tx);
}

/** Removes what is staged for some accounts. */
export async function unstageBooks(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await unstageLots(tx, accountNumbers);
  await unstageHeld(tx, accountNumbers);
  await unstageSeries(tx, accountNumbers);
}

/** Applies what is staged, with the locks of its accounts held; returns the reported years whose
 * rows have changed. */
export async function storeStaged(tx: Tx): Promise<ReportedYear[]> {
  const years = await storeStagedLots(tx);
  await storeStagedHeld(tx);
  await storeStagedSeries(tx);
  return years;
}
