// The answers for offers as they are sent, kept by whatever changes them. (interface 2.3)
import { createHash } from "node:crypto";
import type { Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-offer.ts";
import { selectLoadedOffers, selectOffersOfLoadedIssuers } from "./load-queries.ts";
import type { KeptAnswer, OfferRow } from "./queries.ts";
import { selectOffers, updateAnswers } from "./sight-queries.ts";

/** An offer's answer as it is kept. */
export function answerOf(offer: OfferRow): KeptAnswer {
  const body = bodyOf(offer);
  return { offerOid: offer.offerOid, body, digest: createHash("sha256").update(body).digest() };
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
    const offers = await selectOffers(tx, offerOids);
    await updateAnswers(tx, offers.map(answerOf));
    offerOids = await selectNext(tx, offerOids.at(-1) ?? null);
  }
}
