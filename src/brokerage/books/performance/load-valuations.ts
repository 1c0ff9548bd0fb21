// How raw performance data is loaded: a folio's value, flows and fees, day by day.
// (docs/performance.md, 2.1)

import type { Decimal } from "@bursar/values/decimal";
import type { Static } from "typebox";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { type RowRule, rowRules } from "../../../values/row-rule.ts";
import { day, decimal, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import { selectRefusedRawData, stateLoaded } from "../../clients-and-accounts/accounts/changes.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { isSinceStaged, selectLinesBeforeImported } from "./day-queries.ts";
import { selectLinesWithoutFolio } from "./queries.ts";

const money = (description: string) => decimal({ places: 2, description });

const ValuationRecord = object({
  accountNumber: text({ max: 10 }),
  folioNumber: text({ max: 12 }),
  date: day(),
  marketValue: optional(
    money("Positions at the day's close, and cash; if left out, the day has only flows or fees."),
  ),
  accrued: optional(
    money("Payouts from their ex-date until they are paid, and advances; 0 if left out."),
  ),
  cash: optional(
    money("Cash by trade date, a part of the market value; below 0 it is owed, 0 if left out."),
  ),
  advances: optional(
    money(
      "Cash still to come that purchases are counted as paid with, a part of what is accrued; 0 if " +
        "left out.",
    ),
  ),
  cashFlows: optional(money("External cash, in less out, without fees; 0 if left out.")),
  securityFlows: optional(money("External shares at the day's price, in less out; 0 if left out.")),
  fees: optional(
    money(
      "Fees taken on this day, less those that are paid back; 0 if left out. A fee paid from " +
        "outside is also a cash flow.",
    ),
  ),
});

const rule = rowRules<Static<typeof ValuationRecord>>();

const rulesOfValuation: readonly RowRule[] = [
  rule(["marketValue", "accrued"], ({ marketValue, accrued }) =>
    marketValue === undefined && accrued !== undefined
      ? [{ column: "accrued", reason: "It requires a market value." }]
      : [],
  ),
  rule(["marketValue", "cash", "advances"], ({ marketValue, cash, advances }) =>
    marketValue === undefined
      ? Object.entries({ cash, advances })
          .filter(([, value]) => value !== undefined)
          .map(([column]) => ({ column, reason: "It requires a market value." }))
      : [],
  ),
  rule(["marketValue", "cashFlows", "securityFlows", "fees"], (row) => {
    const values = [row.marketValue, row.cashFlows, row.securityFlows, row.fees];
    return values.every((value) => value === undefined)
      ? [{ column: "marketValue", reason: "The row has no values for its day." }]
      : [];
  }),
];

/** The file `valuations`. */
export const valuationKind = loadKind({
  name: "valuations",
  about:
    "Raw performance data of folios as a custodian provides it; the account's is " +
    "their sum. Flows and fees of a day without a market value count on the next day " +
    "that has one.",
  columns: ValuationRecord,
  table: "folio_valuation",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "folioNumber", "date"],
  fields: { date: "valued_on", accrued: null, cashFlows: null, securityFlows: null, fees: null },
  derived: {
    columns: ["accrued", "cash_flows", "security_flows", "fees"],
    of: ({ marketValue, accrued, cashFlows, securityFlows, fees }) => ({
      accrued: marketValue === undefined ? undefined : (accrued ?? zero),
      cash_flows: cashFlows ?? zero,
      security_flows: securityFlows ?? zero,
      fees: fees ?? zero,
    }),
  },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  pastDays: ["date"],
  rules: rulesOfValuation,
  beforeApply: async (tx, stage) => {
    const lines = await selectLinesWithoutFolio(tx, stage);
    const reason = "The account has no folio of this number.";
    const refused = await selectRefusedRawData(tx, stage);
    const early = await selectLinesBeforeImported(tx, stage);
    const before = "It is before the end of the history imported from another system.";
    return [
      ...lines.map((line) => ({ line, column: "folioNumber", reason })),
      ...refused.map(({ line, folioNumber, rows }) => ({
        line,
        column: "folioNumber",
        reason:
          `The performance of ${folioNumber} is computed from its transactions, not loaded, and ` +
          `this file has days of it (${rows}); \`performanceSource\` in folios can change that.`,
      })),
      ...early.map((line) => ({ line, column: "date", reason: before })),
    ];
  },
  afterApply: stateLoaded,
  copiedRows: ["folio_valuation", "unit_value"].map((table) => ({
    table,
    where: isSinceStaged,
  })),
  subject: ({ accountNumber }) => accountNumber,
  audit: "summary",
  canBeWithdrawn: true,
  example: [
    "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
    "RA1234ABCD,RA1234ABCD03,2026-09-29,8758.05,,,,",
    "RA1234ABCD,RA1234ABCD03,2026-09-30,9258.05,12.50,500.00,,25.00",
  ].join("\n"),
});

const zero = "0" as Decimal;
