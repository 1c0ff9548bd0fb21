// How reported years and their lots are loaded.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { firmOfAccount } from "../../accounts/reads.ts";
import { ReportedTaxLotRecord, ReportedYearRecord, reportedTaxLotColumns } from "../schema.ts";
import { updateNewYears } from "./load-queries.ts";
import { refreshBodies } from "./refresh-bodies.ts";

/** The file `reported-years`. */
export const reportedYearKind = loadKind({
  name: "reported-years",
  about: "The past tax years of an account that were reported, including those without lots.",
  columns: ReportedYearRecord,
  table: "reported_year",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "taxYear"],
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  afterApply: updateNewYears,
  subject: ({ accountNumber }) => accountNumber,
  example: "accountNumber,taxYear\nRA1234ABCD,2024",
});

/** The file `reported-tax-lots`. */
export const reportedTaxLotKind = loadKind({
  name: "reported-tax-lots",
  about: "Closed tax lots as they were reported, each in a year of `reported-years`.",
  columns: ReportedTaxLotRecord,
  table: "reported_tax_lot",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "taxYear", "taxLotId"],
  fields: reportedTaxLotColumns,
  references: [
    {
      fields: ["accountNumber", "taxYear"],
      table: "reported_year",
      columns: ["account_number", "tax_year"],
    },
    { fields: ["securityId"], table: "security", columns: ["security_id"] },
  ],
  check: ({ closingTransactionDate, taxYear }) =>
    closingTransactionDate.startsWith(taxYear)
      ? []
      : [{ column: "closingTransactionDate", reason: "It is not a day of the tax year." }],
  afterApply: refreshBodies,
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      "closingTransactionDate,shareQuantity,netSaleAmount,adjustedCostBasis,reportableGainLoss",
    "RA1234ABCD,2024,70001,6001,ACME,SLE,LT,C,2024-05-14,10,1250.00,900.00,350.00",
  ].join("\n"),
});
