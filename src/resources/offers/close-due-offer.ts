// Closing the offers that time has closed, as the sweep does it. (interface 2.3)
import type { WriteContext } from "../../platform/change/context.ts";
import { write } from "../../platform/change/write.ts";
import { addDays, type Day, newYorkDay } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
import { closeDueOfferEntry } from "./entries.ts";
import { offerClosed, told } from "./events.ts";
import { selectOffer } from "./lock-offer.ts";
import type { OfferRow } from "./queries.ts";
import { answerOf } from "./refresh-answers.ts";
import { lockOffer, updateOfferRow } from "./update-queries.ts";
import { updateAnswers } from "./view-queries.ts";

/** Closes an offer if it is still due once it is locked; returns whether it was. */
export async function closeDueOffer(ctx: WriteContext, offerOid: Id): Promise<boolean> {
  return write(ctx, closeDueOfferEntry, async (tx) => {
    await lockOffer(tx, offerOid);
    const stored = await selectOffer(tx, offerOid);
    if (!isDue(stored, newYorkDay(ctx.now))) return { value: false, audit: [] };

    const after = { ...stored, offerStatus: "N", modifiedAt: ctx.now };
    updateOfferRow(tx, after);
    await updateAnswers(tx, [answerOf(after)]);
    const note = {
      subject: `offer:${offerOid}`,
      before: statusOf(stored),
      after: statusOf(after),
      events: [offerClosed(told(after))],
    };
    return { value: true, audit: [note] };
  });
}

const daysOfGrace = 10;

/** Whether the closing date has passed: under BEST_EFFORTS approvals may follow for ten days. */
export function isDue(
  offer: Pick<OfferRow, "offerStatus" | "executionType" | "closingOn">,
  today: Day,
): boolean {
  const { offerStatus, executionType, closingOn } = offer;
  if (offerStatus === "I") return today > closingOn;
  const last = executionType === "B" ? addDays(closingOn, daysOfGrace) : closingOn;
  return offerStatus === "P" && today > last;
}

function statusOf({ offerStatus, modifiedAt }: OfferRow) {
  return { offerStatus, modifiedAt };
}
