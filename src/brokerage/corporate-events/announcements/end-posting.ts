// Ending the posting or the reversal of an event. (docs/corporate-events.md)
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { securityRenamed } from "../../market/securities/reads.ts";
import { hasLineLeft } from "./due-queries.ts";
import { totalsText } from "./entitled-lines.ts";
import { endPostingEntry } from "./entries.ts";
import { eventPosted, eventReversed } from "./events.ts";
import { movedByTime, noteOfMove } from "./move-event.ts";
import { lockEvent, storeEvent } from "./queries.ts";
import { mayRename, renameSecurity } from "./rename-security.ts";
import { followSplits } from "./splits.ts";

/** Ends the posting or the reversal of an event, if no line is left; returns whether it did. */
export async function endPosting(ctx: WriteContext, eventId: Id): Promise<boolean> {
  return write(ctx, endPostingEntry, async (tx) => {
    const was = await lockEvent(tx, eventId);
    const isUnderWay = was?.status === "POSTING" || was?.status === "REVERSING";
    if (!isUnderWay || (await hasLineLeft(tx, was))) return { value: false, audit: [] };
    const to = was.status === "POSTING" ? "POSTED" : "REVERSED";
    const event = movedByTime(was, to);
    // A security that has the ticker meanwhile has to give it back first.
    if (!(await mayRename(tx, event))) return { value: false, audit: [] };
    storeEvent(tx, event);
    followSplits(tx, [{ was, is: event }]);
    const renamed = [...(await renameSecurity(tx, event))];
    const totals = await totalsText(tx, event);
    const eventOf = to === "POSTED" ? eventPosted : eventReversed;
    const { securityId } = event;
    const events = [
      eventOf({ eventId, status: to, fields: [] }),
      ...(renamed.length > 0 ? [securityRenamed({ securityId, fields: renamed })] : []),
    ];
    return {
      value: true,
      audit: [{ ...noteOfMove(was, event), detail: { totals, renamed }, events }],
    };
  });
}
