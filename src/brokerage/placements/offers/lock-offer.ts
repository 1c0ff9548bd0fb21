// Locking an offer until the transaction ends.

import { type Id, isId } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { AccessRule } from "../../../platform/http/frame.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { forbidden } from "../../../values/problem.ts";
import { mayDecideOnOffer } from "./access.ts";
import type { OfferRow } from "./queries.ts";
import { lockOffer } from "./update-queries.ts";
import { selectOffers } from "./view-queries.ts";

/** Locks the offer, and returns it as it is then; refuses with 403 who may not use it. */
export async function lockOfferForCaller(
  tx: Tx,
  caller: Caller,
  offerOid: string,
  mayUse: AccessRule,
): Promise<OfferRow> {
  if (!isId(offerOid)) throw forbidden();
  await lockOffer(tx, offerOid);
  const rule = mayUse(caller, { privateplacementofferoid: offerOid });
  const isAllowed = typeof rule === "boolean" ? rule : (await tx.first(rule)) !== undefined;
  if (!isAllowed) throw forbidden();
  return selectOffer(tx, offerOid);
}

/** Locks the offer for whoever decides on its subscriptions. */
export async function lockOfferForIssuer(
  tx: Tx,
  caller: Caller,
  offerOid: string,
): Promise<OfferRow> {
  return lockOfferForCaller(tx, caller, offerOid, mayDecideOnOffer);
}

/** An offer as it is now; 403 where there is none. */
export async function selectOffer(tx: Tx, offerOid: Id): Promise<OfferRow> {
  const [offer] = await selectOffers(tx, [offerOid]);
  if (offer === undefined) throw forbidden();
  return offer;
}
