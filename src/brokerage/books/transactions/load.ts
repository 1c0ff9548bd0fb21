// How transactions are loaded, from which lots and unit values are computed.

import type { NamedLot } from "@bursar/tax-lots";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Columns } from "../../../platform/bulk/kinds/copy-text.ts";
import { loadKind, tableColumns } from "../../../platform/bulk/load-kind.ts";
import { stateComputed } from "../../clients-and-accounts/accounts/changes.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { useOfColumn } from "./column-rules.ts";
import { type StrayMove, selectStrayMoves } from "./moves-queries.ts";
import { adjustedLotOf, isNamedWithShares, namedLotOf } from "./named-lots.ts";
import { isConcerned, selectChangedLines } from "./queries.ts";
import { rulesOfTransaction } from "./rules.ts";
import { TransactionRecord } from "./schema.ts";
import { updateStagedSettings } from "./settings-queries.ts";
import { acceptedColumns, stampAccepted } from "./version-queries.ts";

const toFolio = { table: "folio", columns: ["account_number", "folio_number"] };
const toSecurity = { table: "security", columns: ["security_id"] };
const toTransaction = {
  table: "account_transaction",
  columns: ["account_number", "transaction_id"],
};

/** The file `transactions`. */
export const transactionKind = loadKind({
  name: "transactions",
  about:
    "Every event of an account; lots and unit values are computed from them. An " +
    "accepted transaction is never changed: another one cancels it (type `CXL`, which " +
    "has nothing else) or replaces it, and both stay on record. A replaced " +
    "transaction stays replaced when its replacement is cancelled. Within a day, " +
    "splits, mergers of whole positions, spin-offs, returns of capital, changes of symbol, " +
    "adjustments of basis, step-ups and elections come first, " +
    "then all others, each by `entryOrder`. A return of capital counts from its ex-date, " +
    "and a worthless security is closed last, at the end of its year. `LMV` moves lots to another " +
    "account of the firm, whose books follow and where its id and its place are taken. A load is refused if " +
    "any transaction in force, new or accepted before, could not be applied after it.",
  columns: TransactionRecord,
  table: "account_transaction",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "transactionId"],
  fields: {
    tradeDate: "trade_on",
    settlementDate: "settlement_on",
    exDate: "ex_on",
    donorAcquisitionDate: "donor_acquired_on",
    dateOfDeath: "died_on",
    availableOn: "available_on",
    lots: null,
    namedLots: null,
    toFolioNumber: null,
    acceptedMethod: null,
    acceptedShortTermTaxRate: null,
    acceptedLongTermTaxRate: null,
  },
  derived: {
    columns: [
      "lots",
      "named_lots",
      "to_folio_number",
      "receiving_folio_number",
      "takes_back",
      "default_method",
      "short_term_tax_rate",
      "long_term_tax_rate",
    ],
    of: derivedColumns,
  },
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["accountNumber", "folioNumber"], ...toFolio },
    { fields: ["accountNumber", "toFolioNumber"], ...toFolio },
    { fields: ["securityId"], ...toSecurity },
    { fields: ["intoSecurityId"], ...toSecurity },
    {
      fields: ["toAccountNumber"],
      table: "account",
      columns: ["account_number"],
      ofFirm: "firm_oid",
    },
    { fields: ["accountNumber", "cancels"], ...toTransaction },
    { fields: ["accountNumber", "replaces"], ...toTransaction },
    { fields: ["accountNumber", "reverses"], ...toTransaction },
  ],
  uniques: [
    {
      field: "cancels, replaces",
      columns: ["account_number", "takes_back"],
      reason: "Another transaction has cancelled or replaced it.",
    },
  ],
  pastDays: ["tradeDate"],
  uses: { field: "transactionType", of: useOfColumn },
  rules: rulesOfTransaction,
  stamps: { columns: acceptedColumns, table: stampAccepted },
  beforeApply: async (tx, stage) => {
    await updateStagedSettings(tx, stage);
    const lines = await selectChangedLines(tx, stage, tableColumns(transactionKind));
    const reason = "It was accepted with other figures; cancel it, or replace it by another.";
    return [
      ...lines.map((line) => ({ line, column: "transactionId", reason })),
      ...(await selectStrayMoves(tx, stage)).map(strayMove),
    ];
  },
  afterApply: stateComputed,
  copiedRows: [{ table: "account_transaction", where: isConcerned }],
  subject: ({ accountNumber }) => accountNumber,
  audit: "keys",
  example: [
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,settlementDate," +
      "securityId,shares,price,fees,amount,cancels",
    "RA1234ABCD,81000,DEP,1,RA1234ABCD03,2026-03-16,,,,,,7500.00,",
    "RA1234ABCD,81001,BUY,1,RA1234ABCD03,2026-03-17,2026-03-18,6001,40,52.00,1.95,,",
    "RA1234ABCD,81002,SLE,1,RA1234ABCD03,2026-05-14,2026-05-15,6001,15,81.25,,,",
    "RA1234ABCD,81003,CXL,,,,,,,,,,81002",
    "RA1234ABCD,81004,DEP,1,RA1234ABCD03,2026-09-30,,,,,,500.00,",
    "RA1234ABCD,81005,FEE,2,RA1234ABCD03,2026-09-30,,,,,,25.00,",
  ].join("\n"),
});

/** Why lots cannot go where a line moves them. */
function strayMove({ line, isOfOtherFirm, toAccountNumber, toFolioNumber }: StrayMove) {
  if (!isOfOtherFirm) {
    const reason = "Neither the store nor this load has this folio.";
    return { line, column: "toFolioNumber", reason, value: toFolioNumber };
  }
  return { line, column: "toAccountNumber", ...otherFirm, value: toAccountNumber };
}

/** Why lots do not move to an account of another firm, and what does. */
export const otherFirm = {
  reason: "The account is one of another firm; lots move inside a firm.",
  cure: "enter a transfer out (TOT) here and a transfer in (TIN) with its lots there",
};

/** Figures of lots are written with all their places, so that an equal figure is never a change. */
export function derivedColumns(row: TransactionRecord): Columns {
  const lots = row.lots?.map((lot) => ({
    ...lot,
    shares: shares(lot.shares),
    ...(lot.originalCostBasis && { originalCostBasis: money(lot.originalCostBasis) }),
    ...(lot.adjustedCostBasis && { adjustedCostBasis: money(lot.adjustedCostBasis) }),
    ...(lot.giftMarketValue && { giftMarketValue: money(lot.giftMarketValue) }),
  }));
  const named = row.namedLots?.map((each) =>
    isNamedWithShares(each) ? writtenOut(namedLotOf(each)) : adjustedLotOf(each),
  );
  const isMove = row.toAccountNumber !== undefined;
  return {
    lots,
    named_lots: named,
    // A reference that leads out of the account has no foreign key.
    [isMove ? "receiving_folio_number" : "to_folio_number"]: row.toFolioNumber,
    takes_back: row.cancels ?? row.replaces,
    default_method: row.acceptedMethod,
    short_term_tax_rate: row.acceptedShortTermTaxRate,
    long_term_tax_rate: row.acceptedLongTermTaxRate,
  };
}

function writtenOut(lot: NamedLot) {
  return { ...lot, shares: shares(lot.shares) };
}

function shares(value: Decimal): string {
  return fixed(value, 5);
}

function money(value: Decimal): string {
  return fixed(value, 2);
}
