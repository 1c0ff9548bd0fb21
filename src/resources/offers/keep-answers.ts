// The answers for offers as they are sent, kept by whatever changes them. (interface 2.3)
import { createHash } from "node:crypto";
import type { Tx } from "../../platform/db.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-offer.ts";
import { selectLoadedOffers, selectOffersOfLoadedIssuers } from "./load-queries.ts";
import type { OfferRow } from "./queries.ts";
import { selectOffers, updateAnswers } from "./sight-queries.ts";

/** Keeps the answers of offers of which something that they show was changed. */
export async function keepAnswers(tx: Tx, offers: readonly OfferRow[]): Promise<void> {
  const answers = offers.map((offer) => {
    const body = bodyOf(offer);
    const digest = createHash("sha256").update(body).digest();
    return { offerOid: offer.offerOid, body, digest };
  });
  await updateAnswers(tx, answers);
}

/** Keeps the answer of each offer that was loaded: its firms may have changed alone. */
export async function keepLoadedAnswers(tx: Tx): Promise<void> {
  await keepThose(tx, selectLoadedOffers);
}

/** Keeps the answers of offers whose issuer was loaded, since they show its name. */
export async function keepAnswersOfIssuers(tx: Tx): Promise<void> {
  await keepThose(tx, selectOffersOfLoadedIssuers);
}

type Next = (tx: Tx, after: Id | null) => Promise<Id[]>;

async function keepThose(tx: Tx, selectNext: Next): Promise<void> {
  let offerOids = await selectNext(tx, null);
  while (offerOids.length > 0) {
    await keepAnswers(tx, await selectOffers(tx, offerOids));
    offerOids = await selectNext(tx, offerOids.at(-1) ?? null);
  }
}
