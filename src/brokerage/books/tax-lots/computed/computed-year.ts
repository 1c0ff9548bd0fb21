// A year as computed from the present transactions, and whether it matches the reported one.
import type { Reader } from "../../../../platform/store/db.ts";
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import type { ReportedYear, YearWithLots } from "../reported/queries.ts";
import { selectClosedLots } from "./queries.ts";

/** An account's closed lots of a year by its transactions; undefined if they were not computed. */
export async function selectComputedYear(
  db: Reader,
  { accountNumber, taxYear }: ReportedYear,
): Promise<YearWithLots | undefined> {
  const closed = await selectClosedLots(db, accountNumber);
  const lots = closed?.flatMap((lot) => {
    const { transCode } = lot;
    const isOfYear = lot.isReported && lot.taxYear === taxYear && transCode !== null;
    return isOfYear ? [{ ...lot, transCode, statementTrail: null }] : [];
  });
  return lots && { accountNumber, taxYear, lots };
}

/** Whether two versions state the same facts: a new ticker or CUSIP alone makes no difference. */
export function isSameYear(a: YearWithLots, b: YearWithLots): boolean {
  return factsOf(a) === factsOf(b);
}

function factsOf(year: YearWithLots): string {
  return bodyOf({
    ...year,
    lots: year.lots
      .map((lot) => ({ ...lot, ticker: "", cusip: null, statementTrail: null }))
      .toSorted((a, b) => (a.taxLotId < b.taxLotId ? -1 : 1)),
  });
}
