// The changes that time brings to corporate events. (docs/corporate-events.md)
import { addDays, newYorkDay, newYorkInstant } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { selectLinesToAccrue } from "./accrual-queries.ts";
import { accrueCorporateEventLine, accrueTogether } from "./accrue-corporate-event-line.ts";
import { payouts, untoldKinds } from "./announced.ts";
import { beginPosting } from "./begin-posting.ts";
import { compareCorporateEventLine } from "./compare-corporate-event-line.ts";
import {
  selectDoneEvents,
  selectEventsToEntitle,
  selectEventsToFreeze,
  selectEventsToPost,
  selectOpenChoices,
} from "./due-queries.ts";
import { endPosting } from "./end-posting.ts";
import { entitleCorporateEvent, lastDayBegun } from "./entitle-corporate-event.ts";
import { freezeElections } from "./freeze-elections.ts";
import { selectLinesWithLateFacts } from "./late-facts.ts";
import { type DueLine, selectDueLines } from "./line-queries.ts";
import { selectHoldersToRemind, selectHoldersToTell } from "./notice-queries.ts";
import { postCorporateEventLine } from "./post-corporate-event-line.ts";
import { remindersOf, remindHolder } from "./remind-holder.ts";
import { tellHolder } from "./tell-holder.ts";

/** Holders are notified of announced events, and notices follow terms and positions. */
export const tellingOfHolders: ScheduledJob<DueLine> = {
  operation: "tellHolder",
  due: (db, _, most) => selectHoldersToTell(db, untoldKinds, most),
  change: tellHolder,
};

/** Holders are reminded of a choice once, three settlement days before its deadline. */
export const remindingOfHolders: ScheduledJob<DueLine> = {
  operation: "remindHolder",
  async due(db: Reader, now: Date, most: number) {
    // Three settlement days are never so many.
    const until = newYorkInstant(addDays(newYorkDay(now), 30), "00:00");
    const choices = await selectOpenChoices(db, { after: now, until });
    const reminders = await remindersOf(db, choices, now);
    return reminders.length === 0 ? [] : selectHoldersToRemind(db, reminders, { most });
  },
  change: remindHolder,
};

/** At 06:00 of the entitlement day it is worked out who gets what. */
export const entitlingOfEvents: ScheduledJob<Id> = {
  operation: "entitleCorporateEvent",
  due: (db, now, most) => selectEventsToEntitle(db, lastDayBegun(now), most),
  change: entitleCorporateEvent,
};

/** Lines that are due and not booked yet count as accrued: nothing is booked, so that a transaction
 * takes several accounts. */
export const accrualOfLines: ScheduledJob<DueLine> = {
  operation: "accrueCorporateEventLine",
  due: (db, _, most) => selectLinesToAccrue(db, most),
  change: accrueCorporateEventLine,
  changeTogether: accrueTogether,
  atOnce: 4,
};

/** Events that post by themselves, where two persons have said so, on their booking day. */
export const beginOfPostings: ScheduledJob<Id> = {
  operation: "beginPosting",
  due: (db, now, most) => selectEventsToPost(db, { day: newYorkDay(now), payouts }, most),
  change: beginPosting,
};

/** Lines are booked or taken back, four accounts at a time. */
export const postingOfLines: ScheduledJob<DueLine> = {
  operation: "postCorporateEventLine",
  due: (db, _, most) => selectDueLines(db, most),
  change: postCorporateEventLine,
  atOnce: 4,
};

/** Events of which no line is left to book or to take back. */
export const endOfPostings: ScheduledJob<Id> = {
  operation: "endPosting",
  due: (db, _, most) => selectDoneEvents(db, most),
  change: endPosting,
};

/** Choices whose deadline has passed take no elections any more. */
export const freezingOfElections: ScheduledJob<Id> = {
  operation: "freezeElections",
  due: selectEventsToFreeze,
  change: freezeElections,
};

/** Lines that later facts would make others, and accounts that these entitle. */
export const comparingOfLines: ScheduledJob<DueLine> = {
  operation: "compareCorporateEventLine",
  due: selectLinesWithLateFacts,
  change: compareCorporateEventLine,
};
