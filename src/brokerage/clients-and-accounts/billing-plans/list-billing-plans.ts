// Listing the plans by which a firm bills and is billed. (interface 6.1)
import type { Context } from "../../../platform/change/context.ts";
import { billingFirm } from "./billing-firm.ts";
import { type PlanKind, selectPlansOfFirm } from "./queries.ts";
import type { BillingPlans } from "./schema.ts";

/** Every advisory plan, the first platform plan and, where it is disclosed, brokerage plan. */
export async function listBillingPlans(ctx: Context, firmOid: string): Promise<BillingPlans> {
  const { isBrokerageDisclosed } = await billingFirm(ctx, firmOid);
  const plans = await selectPlansOfFirm(ctx.db, firmOid);
  const ofKind = (wanted: PlanKind) =>
    plans.filter(({ kind }) => kind === wanted).map(({ oid }) => oid);
  return {
    advisoryBilling: ofKind("advisory"),
    platformBilling: ofKind("platform")[0] ?? null,
    brokerageBilling: isBrokerageDisclosed ? (ofKind("brokerage")[0] ?? null) : null,
    brokerageBillingDisclosed: isBrokerageDisclosed,
  };
}
