// How reported years and their lots are loaded.
import type { Static } from "typebox";
import { loadKind, tableColumns } from "../../../../platform/bulk/load-kind.ts";
import { counted } from "../../../../values/readable.ts";
import { rowRules } from "../../../../values/row-rule.ts";
import { firmOfAccount } from "../../../clients-and-accounts/accounts/reads.ts";
import { ReportedTaxLotRecord, ReportedYearRecord, reportedTaxLotColumns } from "../schema.ts";
import {
  completeYearSources,
  isOfStagedLots,
  isOfStagedYear,
  replaceComputedLots,
  selectLinesOfComputedYears,
  selectYearsHandedBack,
  updateNewYears,
} from "./load-queries.ts";
import { refreshBodies } from "./refresh-bodies.ts";
import { withdrawLotsOfYears } from "./withdrawal-queries.ts";

const yearRule = rowRules<Static<typeof ReportedYearRecord>>();

/** The file `reported-years`. */
export const reportedYearKind = loadKind({
  name: "reported-years",
  about: "The past tax years of an account that were reported, including those without lots.",
  columns: ReportedYearRecord,
  table: "reported_year",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "taxYear"],
  canBeWithdrawn: true,
  fields: { source: null },
  derived: {
    columns: ["is_loaded"],
    of: ({ source }) => ({ is_loaded: source === undefined ? undefined : source === "loaded" }),
    shownAs: { isLoaded: { field: "source", true: "loaded", false: "computed" } },
  },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  rules: [
    yearRule(["taxYear"], ({ taxYear }, { today }) =>
      today.startsWith(taxYear) || taxYear > today
        ? [
            {
              column: "taxYear",
              reason: "The year is not over: sales until its end are missing.",
            },
          ]
        : [],
    ),
  ],
  beforeApply: async (tx, stage) => {
    await completeYearSources(tx);
    return withdrawLotsOfYears(tx, stage, reportedTaxLotKind);
  },
  afterApply: async (tx, changed, { notify, now }) => {
    await updateNewYears(tx, changed, now);
    for (const { accountNumber, taxYear } of await selectYearsHandedBack(tx)) {
      const command = `bursar report --tax-year ${taxYear} --account ${accountNumber}`;
      notify(
        `${accountNumber}: the loaded lots of ${taxYear} stay until \`${command}\` computes them.`,
      );
    }
  },
  copiedRows: [{ table: "reported_tax_lot", where: isOfStagedYear }],
  subject: ({ accountNumber }) => accountNumber,
  example: "accountNumber,taxYear\nRA1234ABCD,2024",
});

const rule = rowRules<Static<typeof ReportedTaxLotRecord>>();

/** The file `reported-tax-lots`. */
export const reportedTaxLotKind = loadKind({
  name: "reported-tax-lots",
  about: "Closed tax lots as they were reported, each in a year of `reported-years`.",
  columns: ReportedTaxLotRecord,
  table: "reported_tax_lot",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "taxYear", "taxLotId"],
  canBeWithdrawn: true,
  constraints: {
    reported_tax_lot_of_year: { column: "taxYear", reason: "The load withdraws the year." },
  },
  fields: reportedTaxLotColumns,
  references: [
    {
      fields: ["accountNumber", "taxYear"],
      table: "reported_year",
      columns: ["account_number", "tax_year"],
    },
    { fields: ["securityId"], table: "security", columns: ["security_id"] },
  ],
  rules: [
    rule(["closingTransactionDate", "taxYear"], ({ closingTransactionDate, taxYear }) =>
      closingTransactionDate.startsWith(taxYear)
        ? []
        : [{ column: "closingTransactionDate", reason: "It is not a day of the tax year." }],
    ),
  ],
  beforeApply: async (tx, stage) => {
    const refused = await selectLinesOfComputedYears(tx, stage, tableColumns(reportedTaxLotKind));
    return refused.map(({ line, taxYear, rows }) => ({
      line,
      column: "taxYear",
      reason:
        `The lots of ${taxYear} are computed and were reported by this service, and this file has ` +
        `others (${rows}); state \`loaded\` as the year's \`source\` in reported-years, in the same ` +
        "folder, to have the lots of this file alone.",
    }));
  },
  afterApply: async (tx, changed, { notify, now }) => {
    const replaced = await replaceComputedLots(tx, reportedTaxLotKind);
    for (const { accountNumber, taxYear, lots } of replaced) {
      const gone = counted(lots, "computed lot");
      notify(`${accountNumber}: ${gone} of ${taxYear} gave way to those of this load.`);
    }
    await refreshBodies(tx, changed, now);
  },
  copiedRows: [{ table: "reported_tax_lot", where: isOfStagedLots }],
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      "closingTransactionDate,shareQuantity,netSaleAmount,adjustedCostBasis,reportableGainLoss",
    "RA1234ABCD,2024,70001,6001,ACME,SLE,LT,C,2024-05-14,10,1250.00,900.00,350.00",
  ].join("\n"),
});
