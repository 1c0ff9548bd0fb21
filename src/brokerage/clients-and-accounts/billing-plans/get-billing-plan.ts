// Reading what a billing plan charges. (interface 6.1)

import { type Decimal, fixed } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { billingFirm } from "./billing-firm.ts";
import { billingPlanErrors } from "./errors.ts";
import { type PlanRow, selectPlan } from "./queries.ts";
import type { BillingPlan, PlanTerms } from "./schema.ts";

/** Returns a plan of the firm; 404 where it has none of this id, or does not disclose it. */
export async function getBillingPlan(
  ctx: Context,
  firmOid: string,
  billingPlanOid: string,
): Promise<BillingPlan> {
  const { isBrokerageDisclosed } = await billingFirm(ctx, firmOid);
  const plan = isId(billingPlanOid) ? await selectPlan(ctx.db, firmOid, billingPlanOid) : undefined;
  const isHidden = plan?.kind === "brokerage" && !isBrokerageDisclosed;
  if (plan === undefined || isHidden) throw notFound(billingPlanErrors.notFound);
  return encodePlan(billingPlanOid, plan);
}

const types = { advisory: "A", platform: "P", brokerage: "B" } as const;

function encodePlan(billingPlanOid: string, plan: PlanRow): BillingPlan {
  return {
    billingPlanId: billingPlanOid,
    billingPlanType: types[plan.kind],
    description: plan.description,
    assetFees: plan.assetFees.map(({ fromAmount, annualRate }) => ({
      fromAmount: fixed(fromAmount, 2),
      annualRate,
    })),
    ...(plan.kind === "advisory" && {
      commissionFees: money(plan.commissionFees),
      ...encodeTerms(plan),
    }),
    ...(plan.kind === "platform" && { folioFees: money(plan.folioFees) }),
  };
}

/** How a period is billed; what the plan leaves out has its default. */
function encodeTerms(plan: PlanRow): PlanTerms {
  return {
    tierType: plan.tierType ?? "M",
    billMode: plan.billMode ?? "A",
    billPeriodVal: plan.billPeriodVal ?? "3",
    billPeriodType: "M",
    basis: plan.basis ?? "END",
    flatFee: money(plan.flatFee),
    minimumFee: money(plan.minimumFee),
    maximumFee: money(plan.maximumFee),
    maximumRate: money(plan.maximumRate) ?? "3.00",
    excludeCash: plan.excludeCash ?? false,
    flowFrom: money(plan.flowFrom),
    insufficient: plan.insufficient ?? "P",
    splits: plan.splits.map(({ payee, percent }) => ({ payee, percent: fixed(percent, 2) })),
  };
}

function money(amount: Decimal | null): string | null {
  return amount && fixed(amount, 2);
}
