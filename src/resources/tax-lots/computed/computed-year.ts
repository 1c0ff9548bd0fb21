// A year as the transactions now have it, and whether it is the one that was reported.
import type { Reader } from "../../../platform/store/db.ts";
import { bodyOf } from "../reported/encode-reported-tax-lot.ts";
import type { ReportedYear, YearWithLots } from "../reported/queries.ts";
import { selectClosedLots } from "./queries.ts";

/** What an account's transactions come to in a year; undefined where they were not worked out. */
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

/** Whether two versions say the same of the facts: a new ticker or CUSIP alone is no difference. */
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
