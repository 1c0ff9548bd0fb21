// Who sees an offer: its creating and issuing firm and the operator; once published the firms that
// take part, and their clients where clients have access. (interface 4.3 to 4.5)
import { type Caller, clientsInView } from "../../platform/change/context.ts";
import type { Statement } from "../../platform/store/db.ts";
import { isId } from "../../values/ids.ts";
import { type OfferViewer, offerInView } from "./view-queries.ts";

/** Whether the caller may use the offer of the path; an absent one answers as a foreign one. */
export function mayUseOffer(
  caller: Caller,
  { privateplacementofferoid: offerOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  // An id that no offer can have never reaches the store.
  return isId(offerOid) && offerInView(viewerOf(caller), offerOid);
}

/** Whose view decides: that of the client in view, else of the member acted for, else the firm's. */
export function viewerOf(caller: Caller): OfferViewer {
  const [client] = clientsInView(caller);
  const viewer = client ?? caller.actingFor;
  return { firmOid: viewer?.firmOid ?? caller.firm.oid, isClient: client !== undefined };
}
