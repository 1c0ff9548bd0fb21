// Listing the private placement offers that the caller sees. (interface 4.4)
import type { Context } from "../../platform/change/context.ts";
import type { StoredAnswer } from "../../platform/http/answer.ts";
import { offerStatuses } from "../../reference/codes.ts";
import { viewerOf } from "./access.ts";
import { bodyOf } from "./get-offer.ts";
import { selectAnswersInView, selectOffersInView, selectVersionInView } from "./view-queries.ts";

/** The offers of the statuses that a word of the query selects, newest first, as JSON text. */
export function listOffers({ db, caller }: Context, word = "all"): StoredAnswer {
  const statuses = offerStatuses.rows
    .filter(({ query, group }) => word === "all" || word === query || word === group)
    .map(({ code }) => code);
  const choice = { ...viewerOf(caller), statuses };
  return {
    question: JSON.stringify(["offers", choice]),
    version: () => selectVersionInView(db, choice),
    answer: async () => {
      const kept = await selectAnswersInView(db, choice);
      if (kept !== undefined) return { version: kept.version, body: `[${kept.body}]` };
      // Some were last changed before answers were stored.
      const offers = await selectOffersInView(db, choice);
      return { version: undefined, body: `[${offers.map(bodyOf).join()}]` };
    },
  };
}
