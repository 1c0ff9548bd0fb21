// Deciding one line of a corporate event by hand.
import { isAccountNumber, isId } from "@bursar/values/ids";
import { type Context, personOf } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import type { Announced } from "./announced.ts";
import { updateCorporateEventLineEntry } from "./entries.ts";
import { announcementErrors } from "./errors.ts";
import { type LineRow, selectLine, storeLines } from "./line-queries.ts";
import type { CorporateEventLineUpdate } from "./line-schema.ts";
import { lockEvent, storeEvent } from "./queries.ts";
import { withPerson } from "./second-person.ts";

/** Holds, releases, recomputes or keeps a line; 404 for an event or a line that is not there. */
export async function updateCorporateEventLine(
  ctx: Context,
  { eventId, accountNumber }: { readonly eventId: string; readonly accountNumber: string },
  { action, comment }: CorporateEventLineUpdate,
): Promise<void> {
  await write(ctx, updateCorporateEventLineEntry, async (tx) => {
    const event = isId(eventId) ? await lockEvent(tx, eventId) : undefined;
    if (event === undefined) throw notFound(announcementErrors.notFound);
    if (!isAccountNumber(accountNumber)) throw notFound(announcementErrors.lineNotFound);
    lockAccount(tx, accountNumber);
    const line = await selectLine(tx, accountNumber, eventId);
    if (line === undefined) throw notFound(announcementErrors.lineNotFound);
    const is = decided(event, line, action);
    if (is === undefined) refuseFor([ruleProblem(announcementErrors.lineStatus)]);
    const stored: LineRow = { ...line, ...is, comment: comment ?? line.comment };
    storeLines(tx, [stored]);
    // A line that is due again is booked while the event is posting.
    const isBack = event.status === "POSTED" && (stored.status === "DUE" || stored.isDue);
    const said = { detail: { action, comment: comment ?? null } };
    const decidedOn = withDecision(event, personOf(ctx.caller));
    storeEvent(tx, isBack ? { ...decidedOn, status: "POSTING" } : decidedOn);
    const ofEvent = isBack ? [{ ...postedAgain(event), ...said }] : [];
    const note = {
      subject: accountNumber,
      before: { eventId: event.eventId, status: line.status },
      after: { eventId: event.eventId, status: stored.status },
      ...said,
    };
    return { value: null, audit: [...ofEvent, note] };
  });
}

/** An event of which a person has decided a line: another posts it, and automatic posting is asked
 * for again. */
function withDecision(event: Announced, person: string | null): Announced {
  return { ...event, persons: withPerson(event, person), autoPostBy: null };
}

/** The note of an event that goes back to posting. */
function postedAgain({ eventId, securityId, status }: Announced) {
  return {
    subject: `security:${securityId}`,
    before: { eventId, status },
    after: { eventId, status: "POSTING" },
  };
}

/** The changes that an action makes to a line; undefined where it does not fit its status. */
function decided(event: Announced, line: LineRow, action: string): Partial<LineRow> | undefined {
  const { status } = line;
  const isOpen = ["ENTITLED", "POSTING", "POSTED"].includes(event.status);
  if (action === "hold" && isOpen && status === "DUE") return { status: "HELD" };
  if (action === "release" && isOpen && ["REFUSED", "HELD", "FOUND"].includes(status)) {
    return { status: "DUE", reason: null };
  }
  if (action === "recompute" && isOpen && line.differs !== null) {
    if (status === "POSTED") return { isDue: true };
    // Nothing was due by the facts of then.
    if (status === "NONE") return { status: "DUE", isDue: true };
  }
  const isStuck = event.status === "REVERSING" && status === "POSTED" && line.reason !== null;
  return action === "keep" && isStuck ? { status: "KEPT" } : undefined;
}
