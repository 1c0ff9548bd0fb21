// Working out who gets what, at 06:00 of the entitlement day. (docs/corporate-events.md)
import { addDays, type Day, newYorkDay, newYorkInstant } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { type Announced, decidedOn } from "./announced.ts";
import { reviseLines } from "./entitled-lines.ts";
import { entitleCorporateEventEntry } from "./entries.ts";
import { eventEntitled } from "./events.ts";
import { movedByTime, noteOfMove } from "./move-event.ts";
import { lockEvent, storeEvent } from "./queries.ts";

/** The last day that has begun for events: each begins at 06:00. */
export function lastDayBegun(now: Date): Day {
  const today = newYorkDay(now);
  return now >= newYorkInstant(today, "06:00") ? today : addDays(today, -1);
}

/** Whether it is time to work out who gets what; `selectEventsToEntitle` finds these events. */
function isToEntitle(event: Announced, now: Date): boolean {
  const day = decidedOn(event);
  return event.status === "ANNOUNCED" && day !== null && day <= lastDayBegun(now);
}

/** Works out the lines of an event if that is still due; returns whether it was. */
export async function entitleCorporateEvent(ctx: WriteContext, eventId: Id): Promise<boolean> {
  return write(ctx, entitleCorporateEventEntry, async (tx) => {
    const was = await lockEvent(tx, eventId);
    if (was === undefined || !isToEntitle(was, ctx.now)) return { value: false, audit: [] };
    const event = movedByTime(was, "ENTITLED");
    const entitled = await reviseLines(tx, event);
    storeEvent(tx, event);
    const events = [eventEntitled({ eventId, status: event.status, fields: [] })];
    return { value: true, audit: [{ ...noteOfMove(was, event), detail: { entitled }, events }] };
  });
}
