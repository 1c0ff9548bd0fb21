// The words of imports: profiles, statuses, and what questions ask.
import type { Shapes } from "./service.ts";

/** The shipped profiles with their titles. */
export const importProfiles: Readonly<Record<string, string>> = {
  schwab:
    "Charles Schwab: transactions, positions and balances, exported by a client or by an adviser",
  fidelity: "Fidelity: history and positions",
  "interactive-brokers":
    "Interactive Brokers: Flex query as CSV or XML with trades, corporate actions, cash transactions, open positions and lots",
  "price-matrix": "Closes with a day on each line and a security in each column",
  "long-prices": "Closes with a day, a security and a price on each line",
  generic: "Tables whose columns and words are mapped by hand: copy this file and change it",
};

/** Names of the statuses. */
export const importStatuses: Readonly<Record<Shapes["PreparedImport"]["importStatus"], string>> = {
  OPEN: "Needs answers",
  READY: "Awaiting release",
  RELEASED: "Released",
  DISCARDED: "Discarded",
  EXPIRED: "Expired",
};

/** The tags of the statuses. */
export const importTones: Readonly<Record<Shapes["PreparedImport"]["importStatus"], string>> = {
  OPEN: "tag warn",
  READY: "tag blue",
  RELEASED: "tag good",
  DISCARDED: "tag",
  EXPIRED: "tag",
};

/** The subjects of questions. */
export const questionNames: Readonly<Record<Shapes["ImportQuestion"]["about"], string>> = {
  column: "Unknown column",
  action: "Unknown action",
  dayOrder: "Order of month and day",
  row: "Row that cannot be booked",
  security: "Unknown security",
  quotationFactor: "Quotation factor",
  spinOff: "Spin-off: parent and percent kept",
  account: "New account",
  owner: "Unclear owner",
};

/** Whether an import still waits for a decision. */
export function isUndecided({ importStatus }: Pick<Shapes["PreparedImport"], "importStatus">) {
  return importStatus === "OPEN" || importStatus === "READY";
}
