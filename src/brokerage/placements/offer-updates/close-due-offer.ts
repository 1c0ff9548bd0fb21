// Closing the offers that time has closed, as the sweep does it. (interface 2.3)

import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { offerStatusCode } from "../../../reference/codes.ts";
import {
  changedOffer,
  ending,
  eventData,
  lockOffer,
  offerClosed,
  selectOffer,
  storeApproved,
  updateOfferRow,
} from "../offers/changes.ts";
import { isDue, isEndedByTime, type OfferRow } from "../offers/reads.ts";
import { endUndecidedOrders } from "../private-placement-orders/changes.ts";
import { closeDueOfferEntry } from "./entries.ts";

/** Closes an offer if it is still due once it is locked; returns whether anything was. One that can
 * be executed stays, but what its issuer has not decided by then is rejected. */
export async function closeDueOffer(ctx: WriteContext, offerOid: Id): Promise<boolean> {
  return write(ctx, closeDueOfferEntry, async (tx) => {
    await lockOffer(tx, offerOid);
    const stored = await selectOffer(tx, offerOid);
    const today = newYorkDay(ctx.now);
    if (!isDue(stored, today)) return { value: false, audit: [] };

    const isEnding = isEndedByTime(stored, today);
    const orders = await endUndecidedOrders(tx, ctx, { offerOid, isEnding });
    await storeApproved(tx, stored, orders);
    if (!isEnding && orders.notes.length === 0) return { value: false, audit: [] };

    const after = isEnding
      ? changedOffer(stored, { offerStatus: offerStatusCode.incomplete }, ctx.now)
      : stored;
    if (isEnding) updateOfferRow(tx, after);
    const note = {
      subject: `offer:${offerOid}`,
      before: statusOf(stored),
      after: statusOf(after),
      events: [...orders.events, ...(isEnding ? [offerClosed(eventData(after, ending))] : [])],
    };
    return { value: true, audit: [note, ...orders.notes] };
  });
}

function statusOf({ offerStatus, modifiedAt }: OfferRow) {
  return { offerStatus, modifiedAt };
}
