// How billing plans are loaded.
import { RowsRefused } from "../../../platform/bulk/kinds/load-problem.ts";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { selectBilledLines } from "./load-queries.ts";
import { rulesOfPlan } from "./rules.ts";
import { BillingPlanRecord } from "./schema.ts";

/** Refuses the change of a plan by which fees were billed, so that it goes on explaining them. */
async function refuseBilled(tx: Tx): Promise<void> {
  const lines = await selectBilledLines(tx);
  const reason =
    "Fees were billed by this plan, which is therefore not changed: load the new terms as another plan.";
  const problems = lines.map((line) => ({ kind: "billing-plans", line, column: "name", reason }));
  if (problems.length > 0) throw new RowsRefused(problems);
}

/** The file `billing-plans`. */
export const billingPlanKind = loadKind({
  name: "billing-plans",
  about: "The plans by which firms bill; an account can be given those of its own firm.",
  columns: BillingPlanRecord,
  table: "billing_plan",
  key: ["billingPlanOid"],
  ofFirm: { field: "firmOid" },
  references: [{ fields: ["firmOid"], table: "firm", columns: ["firm_oid"] }],
  lists: [
    {
      field: "assetFees",
      table: "billing_plan_asset_fee",
      parent: ["billing_plan_oid"],
      columns: ["position", "from_amount", "annual_rate"],
      rows: ({ assetFees = [] }) =>
        assetFees.map(({ fromAmount, annualRate }, index) => ({
          position: index + 1,
          from_amount: fromAmount,
          annual_rate: annualRate,
        })),
    },
    {
      field: "splits",
      table: "billing_plan_split",
      parent: ["billing_plan_oid"],
      columns: ["position", "payee", "percent"],
      rows: ({ splits = [] }) =>
        splits.map(({ payee, percent }, index) => ({ position: index + 1, payee, percent })),
    },
  ],
  constraints: {
    account_billing_plan: {
      column: "firmOid",
      reason: "An account of another firm has this plan.",
    },
  },
  rules: rulesOfPlan,
  afterAll: refuseBilled,
  subject: (row) => `firm:${row.firmOid}`,
  example: [
    "billingPlanOid,firmOid,kind,name,description,assetFees,commissionFees,folioFees",
    '3001,1002,advisory,Standard,One percent a year,"[{""fromAmount"":0,""annualRate"":1.00}]",,',
    "3003,1002,platform,Platform,Paid by the firm,,,5.00",
  ].join("\n"),
});
