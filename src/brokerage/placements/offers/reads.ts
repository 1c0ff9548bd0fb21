// Reads of offers for other resources.

import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { viewerOf } from "./access.ts";

export { OfferToPublish, Participation } from "./approval-schema.ts";
export { selectDocumentsOfMember } from "./document-queries.ts";
export { offerErrors } from "./errors.ts";
export { documentSigned } from "./events.ts";
export { participationLifeCycle } from "./life-cycle.ts";
export { offerAfter } from "./offer-at.ts";
export { OfferUpdate } from "./offer-update.ts";
export type { OfferRow, Participant } from "./queries.ts";
export { storedTerms } from "./stored-terms.ts";

import { type FirmsOfOffer, selectFirmsOfOffers, selectOidsInView } from "./view-queries.ts";

export { viewerOf } from "./access.ts";
export { isCashRequired, isDecidable, isDue, isEndedByTime } from "./execution-rule.ts";
export { isInView, type OfferViewer } from "./view-queries.ts";

/** The given offers that the caller may see. */
export async function offersInView(
  db: Reader,
  caller: Caller,
  offerOids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  if (offerOids.length === 0) return new Set();
  const rows = await selectOidsInView(db, viewerOf(caller), offerOids);
  return new Set(rows.map(({ offerOid }) => offerOid));
}

/** The firms that created and issue some offers, by offer. */
export async function firmsOfOffers(
  db: Reader,
  offerOids: readonly Id[],
): Promise<ReadonlyMap<Id, FirmsOfOffer>> {
  if (offerOids.length === 0) return new Map();
  const rows = await selectFirmsOfOffers(db, offerOids);
  return new Map(rows.map((row) => [row.offerOid, row]));
}
