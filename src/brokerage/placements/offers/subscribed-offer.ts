// An offer to which an account subscribes: locked before the account, and in progress from the
// first subscription on. (interface 2.3, 3)

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { offerStatusCode } from "../../../reference/codes.ts";
import { viewerOf } from "./access.ts";
import { selectCapacity } from "./approved-total-queries.ts";
import { eventData, offerUpdated } from "./events.ts";
import { changedOffer } from "./offer-change.ts";
import type { OfferRow } from "./queries.ts";
import { lockOffer, updateOfferRow } from "./update-queries.ts";
import { selectOffers, selectOidsInView } from "./view-queries.ts";

/** An offer, locked until the transaction ends, with what subscriptions are judged by. */
export interface LockedOffer {
  readonly offer: OfferRow;
  readonly approvedTotal: Decimal;
  readonly issuerState: string | null;
  readonly isInView: boolean;
}

/** Locks an offer for a change of a subscription, which locks its account afterwards; undefined
 * where there is none. */
export async function lockOfferForOrder(
  tx: Tx,
  caller: Caller,
  offerOid: Id,
): Promise<LockedOffer | undefined> {
  await lockOffer(tx, offerOid);
  const [[offer], seen, capacity] = await Promise.all([
    selectOffers(tx, [offerOid]),
    selectOidsInView(tx, viewerOf(caller), [offerOid]),
    selectCapacity(tx, offerOid),
  ]);
  return offer && capacity && { offer, ...capacity, isInView: seen.length > 0 };
}

/** The status of an offer before and after a subscription, and the events of its change. */
export interface StartedOffer {
  readonly before: Pick<OfferRow, "offerStatus" | "modifiedAt">;
  readonly after: Pick<OfferRow, "offerStatus" | "modifiedAt">;
  readonly events: readonly EventNote[];
}

/** Brings a locked offer in progress with its first subscription; later ones leave it as it is. */
export async function startOffer(tx: Tx, offer: OfferRow, now: Date): Promise<StartedOffer> {
  const { offerStatus, modifiedAt } = offer;
  const before = { offerStatus, modifiedAt };
  if (offerStatus !== offerStatusCode.initial) return { before, after: before, events: [] };
  const after = changedOffer(offer, { offerStatus: offerStatusCode.inProgress }, now);
  updateOfferRow(tx, after);
  const events = [offerUpdated(eventData(after, ["offerStatus"]))];
  return {
    before,
    after: { offerStatus: offerStatusCode.inProgress, modifiedAt: after.modifiedAt },
    events,
  };
}
