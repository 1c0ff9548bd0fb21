// Items of a run as CSV, and as the file by which an outside custodian takes fees.
import { csvCell, csvLine } from "../../../values/csv-cell.ts";
import type { FeeRunRow } from "./run-queries.ts";
import type { FeeItem } from "./schema.ts";

const header = [
  "accountNumber",
  "line",
  "lineKind",
  "unit",
  "billingPlanOid",
  "from",
  "to",
  "days",
  "basis",
  "rate",
  "computed",
  "previous",
  "adjusted",
  "reason",
  "posted",
  "refunded",
  "setOff",
  "due",
  "state",
  "warnings",
  "payerAccountNumber",
  "collect",
];

/** Items with a header; warnings are separated by blanks. */
export function itemsAsCsv(items: readonly FeeItem[]): string {
  const cells = items.map((item) => [
    item.accountNumber,
    item.line,
    item.lineKind,
    csvCell(item.unit),
    item.billingPlanOid,
    item.from,
    item.to,
    item.days,
    item.basis,
    item.rate,
    item.computed,
    item.previous ?? "",
    item.adjusted ?? "",
    csvCell(item.reason ?? ""),
    item.posted,
    item.refunded,
    item.setOff,
    item.due,
    item.state,
    item.warnings.join(" "),
    item.payerAccountNumber ?? "",
    item.collect,
  ]);
  return csvLine(header) + cells.map(csvLine).join("");
}

/** Whether a custodian may take the fees of a run: it is approved, and folio fees are taken from nobody. */
export function isForCustodian({ status, kind }: Pick<FeeRunRow, "status" | "kind">): boolean {
  return kind !== "P" && ["APPROVED", "POSTING", "POSTED"].includes(status);
}

const notTaken = ["EXCLUDED", "WRITTENOFF", "REFUNDED"];

/** The amounts that an outside custodian takes from each account for each span of days; below 0 it
 * gives back. What is excluded, written off, refunded or invoiced is left out. */
export function itemsForCustodian(items: readonly FeeItem[]): string {
  const taken = items.filter(
    ({ state, collect }) => !notTaken.includes(state) && collect === "debit",
  );
  const cells = taken.map((item) => [
    item.payerAccountNumber ?? item.accountNumber,
    item.adjusted ?? item.computed,
    item.from,
    item.to,
  ]);
  return csvLine(["accountNumber", "amount", "from", "to"]) + cells.map(csvLine).join("");
}
