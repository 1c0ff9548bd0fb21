// After a load of reported lots: each year that changed keeps the answer it is read by.
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { bodyOf } from "./encode-reported-tax-lot.ts";
import { selectChangedYears, updateBodies, updateChangedYears } from "./load-queries.ts";
import { type ReportedYear, selectReportedTaxLots } from "./queries.ts";

/** Makes the ready body of every year of which a lot was new or different. */
export async function keepBodies(tx: Tx, changed: SqlPart): Promise<void> {
  await updateChangedYears(tx, changed);
  let after: ReportedYear | undefined = { accountNumber: "", taxYear: "" };
  while (after !== undefined) {
    const years: ReportedYear[] = await selectChangedYears(tx, after);
    const found = await selectReportedTaxLots(tx, years);
    await updateBodies(
      tx,
      found.map((year) => ({ ...year, body: bodyOf(year) })),
    );
    after = years.at(-1);
  }
}
