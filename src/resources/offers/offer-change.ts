// A change of an offer, whoever makes it.
import type { OfferRow } from "./queries.ts";

/** The offer with what has changed; its last change may have been loaded with an instant that is still
 * to come, and never becomes earlier. */
export function changedOffer(stored: OfferRow, changed: Partial<OfferRow>, now: Date): OfferRow {
  const modifiedAt = stored.modifiedAt > now ? stored.modifiedAt : now;
  return { ...stored, ...changed, modifiedAt };
}
