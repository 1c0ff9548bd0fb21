// What other resources may change of offers: how much of them is approved, with their rows locked.
import type { Tx } from "../../platform/store/db.ts";
import { isZero } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";
import type { ChangedOrders } from "../private-placement-orders/changes.ts";
import { addToApprovedTotals } from "./approved-total-queries.ts";

export { addToApprovedTotals } from "./approved-total-queries.ts";
export { signDocuments } from "./document-queries.ts";
export { lockOfferForIssuer, selectOffer } from "./lock-offer.ts";
export { type LockedOffer, lockOfferForOrder, startOffer } from "./subscribed-offer.ts";
export { lockOffer } from "./update-queries.ts";

/** Changes the approved total by what was changed of an offer's subscriptions. */
export async function storeApproved(
  tx: Tx,
  { offerOid }: { readonly offerOid: Id },
  { approved: change }: ChangedOrders,
): Promise<void> {
  if (!isZero(change)) await addToApprovedTotals(tx, [{ offerOid, change }]);
}
