// After a load of reported lots, stores the response body of each changed year.
import type { SqlPart, Tx } from "../../../../platform/store/db.ts";
import { bodyOf } from "./encode-reported-tax-lot.ts";
import { selectChangedYears, updateBodies, updateChangedYears } from "./load-queries.ts";
import { type ReportedYear, selectReportedTaxLots } from "./queries.ts";

/** Stores the body of every year with a new or changed lot. */
export async function refreshBodies(tx: Tx, changed: SqlPart, now: Date): Promise<void> {
  await updateChangedYears(tx, changed);
  let after: ReportedYear | undefined = { accountNumber: "", taxYear: "" };
  while (after !== undefined) {
    const years: ReportedYear[] = await selectChangedYears(tx, after);
    const found = await selectReportedTaxLots(tx, years);
    await updateBodies(
      tx,
      now,
      found.map((year) => ({ ...year, body: bodyOf(year) })),
    );
    after = years.at(-1);
  }
}
