// Freezing the elections of a choice once its deadline has passed. (docs/corporate-events.md)
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { type Announced, isChoice } from "./announced.ts";
import { freezeElectionsEntry } from "./entries.ts";
import { stateOf } from "./move-event.ts";
import { lockEvent, storeEvent } from "./queries.ts";

/** Freezes the elections of an event if that is due; returns whether it was. */
export async function freezeElections(ctx: WriteContext, eventId: Id): Promise<boolean> {
  return write(ctx, freezeElectionsEntry, async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (event === undefined || !isToFreeze(event, ctx.now)) return { value: false, audit: [] };
    storeEvent(tx, { ...event, electionsFrozenAt: ctx.now });
    const note = { subject: `security:${event.securityId}`, after: stateOf(event) };
    return { value: true, audit: [note] };
  });
}

/** Whether the deadline of a choice has passed, and elections are taken still; `selectEventsToFreeze`
 * finds these events. */
function isToFreeze(event: Announced, now: Date): boolean {
  const { status, deadlineAt, electionsFrozenAt } = event;
  const isOver = deadlineAt !== null && deadlineAt < now;
  const isOpen = status === "ANNOUNCED" || status === "ENTITLED";
  return isOpen && isChoice(event) && isOver && electionsFrozenAt === null;
}
