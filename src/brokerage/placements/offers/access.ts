// The callers that see an offer: its creating and issuing firm and the operator; once published
// also the participating firms, and their clients if clients have access. (interface 4.3 to 4.5)

import { isId } from "@bursar/values/ids";
import { type Caller, clientsInView } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { type OfferViewer, offerInView, offerIssued, offerManaged } from "./view-queries.ts";

/** Whether the caller may use the offer of the path; an absent one is treated like a foreign one. */
export function mayUseOffer(
  caller: Caller,
  { privateplacementofferoid: offerOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  // An impossible id never reaches the store.
  return isId(offerOid) && offerInView(viewerOf(caller), offerOid);
}

/** Whether the caller may change the offer of the path: the operator, or its creating firm. */
export function mayManageOffer(
  caller: Caller,
  { privateplacementofferoid: offerOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isId(offerOid) && offerManaged(viewerOf(caller), offerOid);
}

/** Whether the caller may decide on the subscriptions to the offer of the path: the operator, or
 * its issuing firm. */
export function mayDecideOnOffer(
  caller: Caller,
  { privateplacementofferoid: offerOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isId(offerOid) && offerIssued(viewerOf(caller), offerOid);
}

/** The caller as a viewer of offers: the client in view, else the member acted for, else the firm. */
export function viewerOf(caller: Caller): OfferViewer {
  const [client] = clientsInView(caller);
  const viewer = client ?? caller.actingFor;
  return { firmOid: viewer?.firm.oid ?? caller.firm.oid, isClient: client !== undefined };
}
