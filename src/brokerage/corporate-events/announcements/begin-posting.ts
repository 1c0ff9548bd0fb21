// Beginning to post an event that posts by itself. (docs/corporate-events.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Announced } from "./announced.ts";
import { reviseLines } from "./entitled-lines.ts";
import { beginPostingEntry } from "./entries.ts";
import { eventPosting } from "./events.ts";
import { selectProgress } from "./line-queries.ts";
import { movedByTime, noteOfMove } from "./move-event.ts";
import { problemsWithPrices } from "./price-checks.ts";
import { lockEvent, storeEvent } from "./queries.ts";
import { problemsBeforePosting } from "./rules.ts";

/** Begins to post an event that posts by itself; returns whether it could. */
export async function beginPosting(ctx: WriteContext, eventId: Id): Promise<boolean> {
  return write(ctx, beginPostingEntry, async (tx) => {
    const was = await lockEvent(tx, eventId);
    if (was === undefined || !isOfTwo(was)) return { value: false, audit: [] };
    const progress = await selectProgress(tx, eventId);
    const heldLines = progress.get("HELD") ?? 0;
    const state = { today: newYorkDay(ctx.now), heldLines, leavesHeld: false };
    const problems = [...problemsBeforePosting(was, state), ...(await problemsWithPrices(tx, was))];
    if (problems.length > 0) return { value: false, audit: [] };
    const event: Announced = { ...movedByTime(was, "POSTING"), postedBy: was.autoPostBy };
    const entitled = await reviseLines(tx, event);
    storeEvent(tx, event);
    const events = [eventPosting({ eventId, status: event.status, fields: [] })];
    return { value: true, audit: [{ ...noteOfMove(was, event), detail: { entitled }, events }] };
  });
}

function isOfTwo({ status, autoPost, autoPostBy, announcedBy }: Announced): boolean {
  const isOfPersons = autoPostBy !== null && announcedBy !== null && autoPostBy !== announcedBy;
  return status === "ENTITLED" && autoPost && isOfPersons;
}
