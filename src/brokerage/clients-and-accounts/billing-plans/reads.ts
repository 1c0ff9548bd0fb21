// Reads of billing plans for other resources.
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type BillingPlanRow, selectPlansWithFees } from "./queries.ts";

export type { BillingPlanRow } from "./queries.ts";

/** The charges of all plans of a firm, by id. */
export async function selectBillingPlans(db: Reader, firmOid: Id): Promise<BillingPlanRow[]> {
  return selectPlansWithFees(db, firmOid);
}
