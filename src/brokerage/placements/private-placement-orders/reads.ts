// Reads of subscriptions for other resources.

import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type InvestingFirm, selectInvestingFirms } from "./state-queries.ts";

export { OrderState } from "./order-change.ts";
export type { InvestingFirm } from "./state-queries.ts";

/** The firms whose accounts have open subscriptions to an offer. */
export async function firmsWithOpenOrders(db: Reader, offerOid: Id): Promise<InvestingFirm[]> {
  return selectInvestingFirms(db, offerOid);
}
