// How daily unit values are loaded.

import { endOfQuarter } from "@bursar/values/dates";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { lockStagedAccounts } from "../../clients-and-accounts/accounts/changes.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { isAny, isOfStagedQuarters, selectLinesOfComputedSeries } from "./day-queries.ts";
import {
  insertQuarters,
  isOfStoredQuarter,
  selectLinesWithoutFolio,
  updateQuarters,
} from "./queries.ts";
import { UnitValueRecord } from "./schema.ts";
import { quarterLines } from "./unit-value-lines.ts";

/** The file `unit-values`. */
export const unitValueKind = loadKind({
  name: "unit-values",
  about:
    "Daily performance unit values of accounts and folios, gross and net of fees, " +
    "imported from another system. Raw data continues them from their last day on; " +
    "values that this service computed cannot be loaded.",
  columns: UnitValueRecord,
  table: "unit_value",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "folioNumber", "date"],
  fields: { folioNumber: null, date: "valued_on", grossUnitValue: "gross", netUnitValue: "net" },
  derived: {
    columns: ["folio_number"],
    of: ({ folioNumber }) => ({ folio_number: folioNumber ?? "" }),
  },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  pastDays: ["date"],
  beforeApply: async (tx, stage) => {
    await lockStagedAccounts(tx, stage);
    const lines = await selectLinesWithoutFolio(tx, stage);
    const reason = "The account has no folio of this number.";
    const computed = await selectLinesOfComputedSeries(tx, stage);
    const because = "The values of this account or folio are computed.";
    return [
      ...lines.map((line) => ({ line, column: "folioNumber", reason })),
      ...computed.map((line) => ({ line, column: "date", reason: because })),
    ];
  },
  afterApply: updateQuarters,
  bundled: {
    until: endOfQuarter,
    isStored: isOfStoredQuarter,
    lines: quarterLines,
    storeLines: insertQuarters,
  },
  copiedRows: [
    { table: "unit_value", where: isOfStagedQuarters },
    { table: "performance_quarter", where: isAny },
  ],
  subject: ({ accountNumber }) => accountNumber,
  audit: "summary",
  canBeWithdrawn: true,
  example: [
    "accountNumber,folioNumber,date,grossUnitValue,netUnitValue",
    "RA1234ABCD,,2026-09-29,112.48310,110.02117",
    "RA1234ABCD,RA1234ABCD03,2026-09-29,115.00020,112.90001",
  ].join("\n"),
});
