// Lines of a corporate event as CSV: the sums of each account's payments in one row.
import { type Decimal, sum } from "@bursar/values/decimal";
import { type CsvColumns, csvCell, csvTable } from "../../../values/csv-cell.ts";
import type { CorporateEventLine } from "./line-schema.ts";

const columns: CsvColumns<CorporateEventLine> = {
  accountNumber: (line) => line.accountNumber,
  eventId: (line) => line.eventId,
  status: (line) => line.status,
  version: (line) => line.version,
  shares: (line) => line.shares,
  gross: (line) => sumOf(line, "gross"),
  withheld: (line) => sumOf(line, "withheld"),
  foreign: (line) => sumOf(line, "foreign"),
  newShares: (line) => line.newShares,
  fractions: (line) => line.fractions,
  cashInLieu: (line) => line.cashInLieu,
  reinvestedAmount: (line) => line.reinvestedAmount,
  reinvestedShares: (line) => line.reinvestedShares,
  transactionIds: (line) => line.transactionIds.join(" "),
  differs: (line) => (line.differs ? "Y" : "N"),
  reason: (line) => csvCell(line.reason ?? ""),
  comment: (line) => csvCell(line.comment ?? ""),
};

/** Lines with a header; ids of transactions are separated by blanks. */
export function linesAsCsv(lines: readonly CorporateEventLine[]): string {
  return csvTable(columns, lines);
}

function sumOf(
  { payments }: CorporateEventLine,
  amount: "gross" | "withheld" | "foreign",
): Decimal {
  return sum(payments.map((payment) => payment[amount] as Decimal));
}
