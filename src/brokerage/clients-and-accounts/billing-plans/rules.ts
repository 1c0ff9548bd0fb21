// Rules of the fees of a loaded billing plan; constraints enforce the same.
import { compare, type Decimal, sum } from "@bursar/values/decimal";
import { type RowRule, rowEntryRules, rowRules } from "../../../values/row-rule.ts";
import { type BillingPlanRecord, termColumns } from "./schema.ts";

const rule = rowRules<BillingPlanRecord>();
const entries = rowEntryRules<BillingPlanRecord>();

/** The columns of a period are those of an advisory plan, splits add up to 100.00, and bounds leave space
 * (`billing_plan_terms`, `billing_plan_bounds`, `billing_plan_mean`, `billing_plan_split_payee_key`). */
const rulesOfTerms: readonly RowRule[] = [
  rule(["kind", ...termColumns], (row) =>
    row.kind === "advisory"
      ? []
      : termColumns
          .filter((column) => row[column] !== undefined)
          .map((column) => ({ column, reason: "Only an advisory plan has it." })),
  ),
  rule(["billPeriodVal"], ({ billPeriodVal }) =>
    billPeriodVal === undefined || ["1", "3"].includes(billPeriodVal)
      ? []
      : [{ column: "billPeriodVal", reason: "A period has 1 or 3 months." }],
  ),
  rule(["minimumFee", "maximumFee"], ({ minimumFee, maximumFee }) => {
    const isAbove = minimumFee && maximumFee && compare(minimumFee, maximumFee) > 0;
    return isAbove ? [{ column: "minimumFee", reason: "It is above `maximumFee`." }] : [];
  }),
  rule(["basis", "billMode"], ({ basis, billMode }) =>
    basis === "AVG" && billMode === "D"
      ? [{ column: "basis", reason: "In advance there are no values for a mean: use `END`." }]
      : [],
  ),
  entries("splits", ["payee", "percent"], (splits) => {
    const known = splits.flatMap((split) => split ?? []);
    if (known.length < splits.length || known.length === 0) return [];
    const total = sum(known.map(({ percent }) => percent));
    const payees = new Set(known.map(({ payee }) => payee));
    const problem = (reason: string) => ({ column: "splits", reason });
    return [
      ...(compare(total, whole) === 0 ? [] : [problem(`They add up to ${total}, not 100.00.`)]),
      ...(payees.size === known.length ? [] : [problem("A payee stands twice.")]),
    ];
  }),
];

const whole = "100" as Decimal;

/** Fees stand where a plan of that kind has them, those on assets from the lowest amount up
 * (`billing_plan_fees`, `billing_plan_asset_fee_amount_key`). */
export const rulesOfPlan: readonly RowRule[] = [
  ...rulesOfTerms,
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
