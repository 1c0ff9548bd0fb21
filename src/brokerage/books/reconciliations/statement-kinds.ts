// The files of a custodian's statement. They are read like files of records and never stored.
// (docs/reconciliation.md)
import type { Static } from "typebox";
import { type LoadKind, loadKind } from "../../../platform/bulk/load-kind.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { CustodianCashRecord, CustodianLotRecord, CustodianPositionRecord } from "./schema.ts";

const rule =
  rowRules<Pick<Static<typeof CustodianPositionRecord>, "securityId" | "cusip" | "ticker">>();

const namesSecurity = [
  rule(["securityId", "cusip", "ticker"], ({ securityId, cusip, ticker }) =>
    (securityId ?? cusip ?? ticker) === undefined
      ? [{ column: "cusip", reason: "The row names no security." }]
      : [],
  ),
];

const common = {
  table: "reconciliation_break",
  key: ["accountNumber"],
  pastDays: ["date"],
  subject: ({ accountNumber }: { accountNumber: string }) => accountNumber,
} as const;

/** The file of the accounts' holdings. */
export const custodianPositionKind = loadKind({
  ...common,
  name: "custodian-positions",
  about: "Holdings of the accounts; several rows of a security add up.",
  columns: CustodianPositionRecord,
  rules: namesSecurity,
  example: [
    "accountNumber,date,cusip,ticker,quantity,marketValue",
    "RA1234ABCD,2026-03-02,99901A109,ACME,110,6125.90",
  ].join("\n"),
});

/** Their cash. */
export const custodianCashKind = loadKind({
  ...common,
  name: "custodian-cash",
  about: "The cash of the accounts; several rows of an account add up.",
  columns: CustodianCashRecord,
  example: "accountNumber,date,amount\nRA1234ABCD,2026-03-02,512.40",
});

/** The lots in which they hold it. */
export const custodianLotKind = loadKind({
  ...common,
  name: "custodian-lots",
  about: "The open lots of the accounts; several of one day add up.",
  columns: CustodianLotRecord,
  rules: namesSecurity,
  example: [
    "accountNumber,date,cusip,ticker,acquiredDate,quantity,costBasis",
    "RA1234ABCD,2026-03-02,99901A109,ACME,2024-01-16,110,5480.00",
  ].join("\n"),
});

/** Every file that a custodian may send. */
export const statementKinds: readonly LoadKind[] = [
  custodianPositionKind,
  custodianCashKind,
  custodianLotKind,
];
