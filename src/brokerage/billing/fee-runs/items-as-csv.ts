// Items of a run as CSV, and as the file by which an outside custodian takes fees.
import { type CsvColumns, csvCell, csvTable } from "../../../values/csv-cell.ts";
import type { FeeRunRow } from "./run-queries.ts";
import type { FeeItem } from "./schema.ts";

const itemColumns: CsvColumns<FeeItem> = {
  accountNumber: (item) => item.accountNumber,
  line: (item) => item.line,
  lineKind: (item) => item.lineKind,
  unit: (item) => csvCell(item.unit),
  billingPlanOid: (item) => item.billingPlanOid,
  from: (item) => item.from,
  to: (item) => item.to,
  days: (item) => item.days,
  basis: (item) => item.basis,
  rate: (item) => item.rate,
  computed: (item) => item.computed,
  previous: (item) => item.previous,
  adjusted: (item) => item.adjusted,
  reason: (item) => csvCell(item.reason ?? ""),
  posted: (item) => item.posted,
  refunded: (item) => item.refunded,
  setOff: (item) => item.setOff,
  due: (item) => item.due,
  state: (item) => item.state,
  warnings: (item) => item.warnings.join(" "),
  payerAccountNumber: (item) => item.payerAccountNumber,
  collect: (item) => item.collect,
};

/** Items with a header; warnings are separated by blanks. */
export function itemsAsCsv(items: readonly FeeItem[]): string {
  return csvTable(itemColumns, items);
}

/** Whether a custodian may take the fees of a run: it is approved, and folio fees are taken from nobody. */
export function isForCustodian({ status, kind }: Pick<FeeRunRow, "status" | "kind">): boolean {
  return kind !== "P" && ["APPROVED", "POSTING", "POSTED"].includes(status);
}

const custodianColumns: CsvColumns<FeeItem> = {
  accountNumber: (item) => item.payerAccountNumber ?? item.accountNumber,
  amount: (item) => item.adjusted ?? item.computed,
  from: (item) => item.from,
  to: (item) => item.to,
};

const notTaken = ["EXCLUDED", "WRITTENOFF", "REFUNDED"];

/** The amounts that an outside custodian takes from each account for each span of days; below 0 it
 * gives back. What is excluded, written off, refunded or invoiced is left out. */
export function itemsForCustodian(items: readonly FeeItem[]): string {
  const taken = items.filter(
    ({ state, collect }) => !notTaken.includes(state) && collect === "debit",
  );
  return csvTable(custodianColumns, taken);
}
