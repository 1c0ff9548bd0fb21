// How lots that are staged, and reported years, differ from what is stored.
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { type Decimal, sum } from "../../../values/decimal.ts";
import { selectComputedYear } from "../computed/computed-year.ts";
import {
  type ReportedYear,
  selectReportedTaxLots,
  type YearWithLots,
} from "../reported/queries.ts";
import { createLotStages, type LotDifference, selectLotDifferences } from "./staged-queries.ts";
import { changesBetween } from "./year-changes.ts";

export { createLotStages } from "./staged-queries.ts";

/** How the staged lots of some accounts differ from the stored ones. */
export async function stagedLotDifferences(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<LotDifference[]> {
  await createLotStages(tx);
  return selectLotDifferences(tx, accountNumbers);
}

/** How the computed rows of a reported year differ from the reported ones: how many rows, and their
 * gain before and after. */
export async function yearDifference(
  db: Reader,
  year: ReportedYear,
): Promise<{ rows: string; gainBefore: Decimal; gainAfter: Decimal }> {
  const computed = (await selectComputedYear(db, year)) ?? { ...year, lots: [] };
  const [reported] = await selectReportedTaxLots(db, [year]);
  const gainOf = ({ lots }: YearWithLots) =>
    sum(lots.flatMap(({ reportableGainLoss: gain }) => gain ?? []));
  return {
    rows: String(changesBetween(reported, computed).length),
    gainBefore: gainOf(reported ?? { ...year, lots: [] }),
    gainAfter: gainOf(computed),
  };
}
