// Listing the private placement offers that the caller sees. (interface 4.4)
import type { Context } from "../../../platform/change/context.ts";
import { offerStatuses } from "../../../reference/codes.ts";
import { viewerOf } from "./access.ts";
import { encodeOffer } from "./get-offer.ts";
import type { Offer } from "./schema.ts";
import { selectOffersInView } from "./view-queries.ts";

/** The offers of the statuses that a word of the query selects, newest first. */
export async function listOffers({ db, caller }: Context, word = "all"): Promise<Offer[]> {
  const statuses = offerStatuses.rows
    .filter(({ query, group }) => word === "all" || word === query || word === group)
    .map(({ code }) => code);
  const offers = await selectOffersInView(db, { ...viewerOf(caller), statuses });
  return offers.map(encodeOffer);
}
