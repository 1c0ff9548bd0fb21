// A change of an offer, whoever makes it.
import { laterOf } from "@bursar/values/dates";
import type { OfferRow } from "./queries.ts";

/** The offer with what has changed; its last change may have been loaded with an instant that is still
 * to come, and never becomes earlier. */
export function changedOffer(stored: OfferRow, changed: Partial<OfferRow>, now: Date): OfferRow {
  return { ...stored, ...changed, modifiedAt: laterOf(stored.modifiedAt, now) };
}
