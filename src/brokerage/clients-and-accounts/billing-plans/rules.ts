// What the fees of a loaded billing plan must be; constraints enforce the same.
import { compare } from "@bursar/values/decimal";
import { type RowRule, rowEntryRules, rowRules } from "../../../values/row-rule.ts";
import type { BillingPlanRecord } from "./schema.ts";

const rule = rowRules<BillingPlanRecord>();
const entries = rowEntryRules<BillingPlanRecord>();

/** Fees stand where a plan of that kind has them, those on assets from the lowest amount up
 * (`billing_plan_fees`, `billing_plan_asset_fee_amount_key`). */
export const rulesOfPlan: readonly RowRule[] = [
  rule(["kind", "commissionFees"], ({ kind, commissionFees }) =>
    commissionFees === undefined || kind === "advisory"
      ? []
      : [{ column: "commissionFees", reason: "Only an advisory plan has commission fees." }],
  ),
  rule(["kind", "folioFees"], ({ kind, folioFees }) =>
    folioFees === undefined || kind === "platform"
      ? []
      : [{ column: "folioFees", reason: "Only a platform plan has folio fees." }],
  ),
  entries("assetFees", ["fromAmount"], (fees) => {
    const known = fees.flatMap((fee) => fee?.fromAmount ?? []);
    const isRising = known.every((from, at) => {
      const earlier = known[at - 1];
      return earlier === undefined || compare(earlier, from) < 0;
    });
    const reason = "Each amount is above the one before it.";
    return isRising ? [] : [{ column: "assetFees", reason }];
  }),
];
