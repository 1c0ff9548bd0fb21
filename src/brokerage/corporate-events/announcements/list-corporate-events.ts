// Listing corporate events, and reading one.
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { seesSums, viewerOfEvents } from "./access.ts";
import { encodeEvent } from "./encode-event.ts";
import { type EventFilter, selectEventsInView } from "./queries.ts";
import type { Attention, CorporateEvent, CorporateEventsQuery } from "./schema.ts";
import { eventsWaiting, readShownFacts } from "./shown-facts.ts";

/** The events that the caller sees, the newest first, without what their lines come to. */
export async function listCorporateEvents(
  { db, caller, now }: Context,
  query: CorporateEventsQuery,
): Promise<Page<CorporateEvent>> {
  const limit = query.limit ?? usualLimit;
  const viewer = await viewerOfEvents(db, caller);
  const today = newYorkDay(now);
  const { attention } = query;
  // Others do not learn why an event waits, not even from the list.
  if (attention !== undefined && !seesSums(viewer)) return { entries: [], next: undefined };
  const filter: EventFilter = {
    eventIds:
      attention === undefined ? null : await eventsWaiting(db, attention as Attention, today),
    status: query.status ?? null,
    kind: query.kind ?? null,
    securityId: query.securityid ?? null,
    exFrom: query.exfrom ?? null,
    exTo: query.exto ?? null,
    after: query.after ?? null,
    limit,
  };
  const found = await selectEventsInView(db, viewer, filter);
  const { shown, last } = pageOf(found, limit);
  const facts = await readShownFacts(db, shown, { viewer, today });
  return {
    entries: shown.flatMap((event) => {
      const own = facts.get(event.eventId);
      return own === undefined ? [] : [{ ...encodeEvent(event), ...own }];
    }),
    next: last?.eventId,
  };
}
