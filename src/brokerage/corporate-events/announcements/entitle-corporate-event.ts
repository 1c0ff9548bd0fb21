// Working out who gets what, at 06:00 of the entitlement day. (docs/corporate-events.md)
import { newYorkInstant } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { type Announced, decidedOn } from "./announced.ts";
import { reviseLines } from "./entitled-lines.ts";
import { entitleCorporateEventEntry } from "./entries.ts";
import { eventEntitled } from "./events.ts";
import { movedByTime, noteOfMove } from "./move-event.ts";
import { lockEvent, storeEvent } from "./queries.ts";

/** Whether it is time to work out who gets what. */
export function isToEntitle(event: Announced, now: Date): boolean {
  const day = decidedOn(event);
  return event.status === "ANNOUNCED" && day !== null && now >= newYorkInstant(day, "06:00");
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
