// The requests for billing plans. (interface 6.1)

import type { App } from "../../../platform/http/frame.ts";
import { Type } from "../../../values/type.ts";
import { FirmPath } from "../firms/reads.ts";
import { billingPlanErrors } from "./errors.ts";
import { getBillingPlan } from "./get-billing-plan.ts";
import { listBillingPlans } from "./list-billing-plans.ts";
import { BillingPlan, BillingPlans } from "./schema.ts";

const PlanPath = Type.Object({
  ...FirmPath.properties,
  billingplanoid: Type.String({ examples: ["3001"] }),
});

const plans = "/restapi/firms/:firmid/billingplans";
const config = {
  access: "ownFirm",
  callers: ["institutional", "issuing", "operator"],
} as const;
const tags = [{ name: "Billing plans", description: "The plans by which firms bill." }];

/** Registers the requests for billing plans. */
export async function billingPlanRoutes(app: App): Promise<void> {
  app.get(
    plans,
    {
      config,
      schema: {
        operationId: "listBillingPlans",
        summary: "Get the billing plans of a firm",
        tags,
        params: FirmPath,
        response: { 200: BillingPlans },
      },
    },
    async ({ context, params }) => listBillingPlans(context, params.firmid),
  );

  app.get(
    `${plans}/:billingplanoid`,
    {
      config: { ...config, errors: [billingPlanErrors.notFound] },
      schema: {
        operationId: "getBillingPlan",
        summary: "Get a billing plan",
        tags,
        params: PlanPath,
        response: { 200: BillingPlan },
      },
    },
    async ({ context, params }) => getBillingPlan(context, params.firmid, params.billingplanoid),
  );
}
