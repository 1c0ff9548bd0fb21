// Reading one corporate event.
import { newYorkDay } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { seesSums, viewerOfEvents } from "./access.ts";
import type { Announced } from "./announced.ts";
import { encodeEvent, encodeWithLines, recomputedTotals } from "./encode-event.ts";
import { firstLines } from "./encode-lines.ts";
import { announcementErrors } from "./errors.ts";
import { type EventViewer, eventsById, selectEventsInView } from "./queries.ts";
import type { CorporateEvent } from "./schema.ts";
import { readShownFacts } from "./shown-facts.ts";

/** The event, with what its lines come to for operator and issuer; 404 if the caller sees none with this id. */
export async function getCorporateEvent(ctx: Context, eventId: string): Promise<CorporateEvent> {
  const { event, viewer } = await selectSeenEvent(ctx, eventId);
  const today = newYorkDay(ctx.now);
  const facts = (await readShownFacts(ctx.db, [event], { viewer, today })).get(event.eventId);
  if (facts === undefined) throw notFound(announcementErrors.notFound);
  if (!seesSums(viewer)) return { ...encodeEvent(event), ...facts };
  const shown = { ...(await encodeWithLines(ctx.db, event, today)), ...facts };
  if (!ctx.isRehearsed || !viewer.isOperator) return shown;
  const lines = await firstLines(ctx.db, event.eventId);
  const isCorrected = lines.some(({ differs }) => differs);
  return {
    ...shown,
    recomputedTotals: isCorrected ? await recomputedTotals(ctx.db, event) : null,
    lines,
  };
}

/** The event that the caller sees, and as what it sees it; else refuses with 404. */
export async function selectSeenEvent(
  { db, caller }: Pick<Context, "db" | "caller">,
  eventId: string,
): Promise<{ readonly event: Announced; readonly viewer: EventViewer }> {
  const viewer = await viewerOfEvents(db, caller);
  const [event] = isId(eventId) ? await selectEventsInView(db, viewer, eventsById([eventId])) : [];
  if (event === undefined) throw notFound(announcementErrors.notFound);
  return { event, viewer };
}
