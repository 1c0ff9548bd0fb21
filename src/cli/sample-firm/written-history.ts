// Transactions that are written by hand, in documented-transactions.csv: those of RA00000001, whose tax
// lots the documentation works out, and a bond. The fees of RA00000001 go on as long as the firm does.
import { readFileSync } from "node:fs";
import { addMonths, type Day, endOfQuarter } from "@bursar/values/dates";
import { type CsvRow, csvRows } from "./csv-rows.ts";
import { nextBusinessDay } from "./trade-history.ts";

/** The rows up to a day, the fees of quarters up to `billedUntil` among them. */
export function writtenHistory(last: Day, billedUntil: Day): CsvRow[] {
  const file = new URL("documented-transactions.csv", import.meta.url);
  const rows = csvRows(readFileSync(file, "utf8"));
  const fees = rows.filter(isFee);
  return [
    ...rows.filter((row) => (row.tradeDate ?? "") <= (isFee(row) ? billedUntil : last)),
    ...laterFees(fees, billedUntil),
  ];
}

function isFee({ transactionType }: CsvRow): boolean {
  return transactionType === "FEE";
}

/** The fees of the quarters after the last one that is written: each folio's as it was then. */
function laterFees(fees: readonly CsvRow[], billedUntil: Day): CsvRow[] {
  const last = fees.slice(-2);
  const lastId = Number(last.at(-1)?.transactionId);
  const later: CsvRow[] = [];
  let quarterEnd = nextQuarterEnd(last.at(-1)?.tradeDate as Day);
  while (quarterEnd <= billedUntil) {
    for (const fee of last) {
      const transactionId = String(lastId + later.length + 1);
      later.push({ ...fee, transactionId, tradeDate: nextBusinessDay(quarterEnd) });
    }
    quarterEnd = nextQuarterEnd(quarterEnd);
  }
  return later;
}

function nextQuarterEnd(quarterEnd: Day): Day {
  return endOfQuarter(addMonths(quarterEnd, 3));
}
