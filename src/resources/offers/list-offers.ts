// Listing the private placement offers that the caller sees. (interface 4.4)
import type { Context } from "../../platform/context.ts";
import { offerStatuses } from "../../reference/codes.ts";
import { sightOf } from "./access.ts";
import { encodeOffer } from "./get-offer.ts";
import { selectOffersInSight } from "./queries.ts";
import type { Offer } from "./schema.ts";

/** Answers the offers of the statuses that a word of the query selects, newest first. */
export async function listOffers(ctx: Context, word = "all"): Promise<Offer[]> {
  const statuses = offerStatuses.rows
    .filter(({ query, group }) => word === "all" || word === query || word === group)
    .map(({ code }) => code);
  const sight = sightOf(ctx.caller);
  const offers = await selectOffersInSight(ctx.db, sight, { offerOid: null, statuses });
  return offers.map(encodeOffer);
}
