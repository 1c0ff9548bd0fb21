// Rewrites the stored answers for offers when something that they show has changed. (interface 2.3)
import { createHash } from "node:crypto";
import type { Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-offer.ts";
import { selectLoadedOffers, selectOffersOfLoadedIssuers } from "./load-queries.ts";
import type { OfferRow, StoredAnswer } from "./queries.ts";
import { lockOffersOfIssuer } from "./update-queries.ts";
import { selectOffers, updateAnswers } from "./view-queries.ts";

/** An offer's answer as it is stored. */
export function answerOf(offer: OfferRow): StoredAnswer {
  const body = bodyOf(offer);
  return { offerOid: offer.offerOid, body, digest: createHash("sha256").update(body).digest() };
}

/** Rewrites the answer of each loaded offer, even if only its firms have changed. */
export async function refreshLoadedAnswers(tx: Tx): Promise<void> {
  await refreshAll(tx, selectLoadedOffers);
}

/** Rewrites the answers of offers whose issuer was loaded, since they show its name. */
export async function refreshAnswersOfIssuers(tx: Tx): Promise<void> {
  await refreshAll(tx, selectOffersOfLoadedIssuers);
}

/** Rewrites the answers of the offers of one issuer, whose firm is locked. */
export async function refreshAnswersOfIssuer(tx: Tx, firmOid: Id): Promise<void> {
  const offerOids = await lockOffersOfIssuer(tx, firmOid);
  if (offerOids.length === 0) return;
  const offers = await selectOffers(tx, offerOids);
  await updateAnswers(tx, offers.map(answerOf));
}

type Next = (tx: Tx, after: Id | null) => Promise<Id[]>;

async function refreshAll(tx: Tx, selectNext: Next): Promise<void> {
  let offerOids = await selectNext(tx, null);
  while (offerOids.length > 0) {
    const offers = await selectOffers(tx, offerOids);
    await updateAnswers(tx, offers.map(answerOf));
    offerOids = await selectNext(tx, offerOids.at(-1) ?? null);
  }
}
