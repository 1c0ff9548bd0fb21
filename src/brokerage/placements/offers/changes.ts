// Changes of offers for other resources: their terms, status and participants, their documents, and
// how much of them is approved, with their rows locked.

import { type Decimal, isZero } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Tx } from "../../../platform/store/db.ts";
import { addToApprovedTotals } from "./approved-total-queries.ts";

export { mayUseOffer } from "./access.ts";
export { addOfferDocument } from "./add-offer-document.ts";
export { addToApprovedTotals } from "./approved-total-queries.ts";
export { lockIssuer, selectOfferToApprove, signDocuments } from "./document-queries.ts";
export { ending, eventData, eventsOfParticipants, offerClosed } from "./events.ts";
export { isExecutable } from "./execution-rule.ts";
export { lockOfferForCaller, lockOfferForIssuer, selectOffer } from "./lock-offer.ts";
export { changedOffer } from "./offer-change.ts";
export { selectLatestDocuments } from "./queries.ts";
export { errorsOfTerms } from "./rules.ts";
export { setOfferApproval } from "./set-offer-approval.ts";
export { type LockedOffer, lockOfferForOrder, startOffer } from "./subscribed-offer.ts";
export { lockOffer, updateOfferRow } from "./update-queries.ts";
export { problemsWithUpdate, rulesOfUpdate, type StandingOffer } from "./update-rules.ts";
export { lockOfferToUpdate, noteOfUpdate, storeOffer } from "./updated-offer.ts";

/** Changes the approved total by what was changed of an offer's subscriptions. */
export async function storeApproved(
  tx: Tx,
  { offerOid }: { readonly offerOid: Id },
  { approved: change }: { readonly approved: Decimal },
): Promise<void> {
  if (!isZero(change)) await addToApprovedTotals(tx, [{ offerOid, change }]);
}
