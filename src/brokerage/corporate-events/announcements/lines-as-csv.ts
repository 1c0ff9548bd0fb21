// Lines of a corporate event as CSV: the sums of each account's payments in one row.
import { type Decimal, sum } from "@bursar/values/decimal";
import { csvCell, csvLine } from "../../../values/csv-cell.ts";
import type { CorporateEventLine } from "./line-schema.ts";

const header = [
  "accountNumber",
  "eventId",
  "status",
  "version",
  "shares",
  "gross",
  "withheld",
  "foreign",
  "newShares",
  "fractions",
  "cashInLieu",
  "reinvestedAmount",
  "reinvestedShares",
  "transactionIds",
  "differs",
  "reason",
  "comment",
];

/** Lines with a header; ids of transactions are separated by blanks. */
export function linesAsCsv(lines: readonly CorporateEventLine[]): string {
  return csvLine(header) + lines.map((line) => csvLine(cellsOf(line))).join("");
}

function cellsOf(line: CorporateEventLine): string[] {
  const { payments } = line;
  return [
    line.accountNumber,
    line.eventId,
    line.status,
    line.version,
    line.shares,
    sum(payments.map(({ gross }) => gross as Decimal)),
    sum(payments.map(({ withheld }) => withheld as Decimal)),
    sum(payments.map(({ foreign }) => foreign as Decimal)),
    line.newShares,
    line.fractions,
    line.cashInLieu,
    line.reinvestedAmount,
    line.reinvestedShares,
    line.transactionIds.join(" "),
    line.differs ? "Y" : "N",
    csvCell(line.reason ?? ""),
    csvCell(line.comment ?? ""),
  ];
}
