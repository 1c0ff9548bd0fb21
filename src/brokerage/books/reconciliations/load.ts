// How breaks of earlier days are loaded, such as those that another system has found.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { ReconciliationBreakRecord } from "./schema.ts";

/** The file `reconciliation-breaks`. */
export const reconciliationBreakKind = loadKind({
  name: "reconciliation-breaks",
  about:
    "Breaks between a custodian's statements and the books, as another system has found them; " +
    "`bursar reconcile` finds those of the statements that it is given.",
  columns: ReconciliationBreakRecord,
  table: "reconciliation_break",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "date", "breakId"],
  fields: {
    date: "reconciled_on",
    acquiredDate: "acquired_on",
    closedDate: "closed_on",
    notedTS: "noted_at",
    stands: null,
  },
  derived: {
    columns: ["stands"],
    of: ({ stands, closedDate }) => ({ stands: closedDate === undefined && stands !== false }),
  },
  pastDays: ["date", "since", "closedDate"],
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["securityId"], table: "security", columns: ["security_id"] },
  ],
  constraints: {
    reconciliation_break_once: { column: "kind", reason: "The day has this break already." },
    reconciliation_break_standing: {
      column: "stands",
      reason: "A break stands on its last day alone.",
    },
    reconciliation_break_since: { column: "since", reason: "It is after the day." },
    reconciliation_break_closed: { column: "closedDate", reason: "It is not after the day." },
    reconciliation_break_noted: {
      column: "notedTS",
      reason: "A note has its time, and a time its note.",
    },
  },
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,date,breakId,kind,custodian,books,amount,cause,since",
    "RA1234ABCD,2026-03-02,4101,cash,4334.30,3834.30,500.00,missingTransaction,2026-02-27",
  ].join("\n"),
});
