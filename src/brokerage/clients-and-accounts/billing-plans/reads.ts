// What other resources may read of billing plans.
export { type BillingPlanRow, selectBillingPlans } from "./queries.ts";
