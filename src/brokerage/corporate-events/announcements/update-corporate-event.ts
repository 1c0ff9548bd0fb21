// Changing a corporate event, and moving it on. (docs/corporate-events.md)
import { newYorkDay } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import {
  type Caller,
  type Context,
  deciderOf,
  personOf,
} from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notFound, type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { viewerOfEvents } from "./access.ts";
import type { Announced } from "./announced.ts";
import { reviseLines } from "./entitled-lines.ts";
import { updateCorporateEventEntry } from "./entries.ts";
import { announcementErrors } from "./errors.ts";
import { eventCorrected, eventUpdated } from "./events.ts";
import { type Moved, moveEvent, type StepOptions, stateOf } from "./move-event.ts";
import { problemsWithPrices } from "./price-checks.ts";
import {
  eventsById,
  lockEvent,
  selectEventSecurity,
  selectEventsInView,
  storeEvent,
} from "./queries.ts";
import { problemsWithTicker } from "./rename-security.ts";
import {
  problemsBeforeAnnouncing,
  problemsBeforePosting,
  problemsWithDays,
  problemsWithTerms,
} from "./rules.ts";
import type { CorporateEventUpdate } from "./schema.ts";
import { withPerson } from "./second-person.ts";
import { changedAside, changedFields, daysOf, sentTerms } from "./sent-event.ts";
import { followSplits } from "./splits.ts";

/** Changes an event, or moves it to another status; 404 if the caller sees none with this id. */
export async function updateCorporateEvent(
  ctx: Context,
  eventId: string,
  sent: CorporateEventUpdate,
  options: StepOptions = {},
): Promise<void> {
  await write(ctx, updateCorporateEventEntry, async (tx) => {
    const was = await lockSeen(tx, ctx, eventId);
    const moved =
      sent.status === undefined
        ? await changeEvent(tx, ctx, was, sent)
        : await moveEvent(tx, ctx, was, sent, options);
    const { event, events, entitled } = moved;
    if (event === was) return { value: null, audit: [] };
    storeEvent(tx, event);
    // A dry run shows what each holder would get.
    if (ctx.isRehearsed && isBeforeLines(event)) await reviseLines(tx, event);
    followSplits(tx, [{ was, is: event }]);
    const note: NoteOf<typeof updateCorporateEventEntry> = {
      subject: `security:${event.securityId}`,
      before: stateOf(was),
      after: stateOf(event),
      detail: {
        terms: JSON.stringify(event.terms),
        comment: sent.comment ?? null,
        entitled,
      },
      events,
    };
    return { value: null, audit: [note] };
  });
}

function isBeforeLines({ status }: Announced): boolean {
  return status === "DRAFT" || status === "ANNOUNCED";
}

async function lockSeen(tx: Tx, { caller }: Context, eventId: string): Promise<Announced> {
  const event = isId(eventId) ? await lockEvent(tx, eventId) : undefined;
  const viewer = await viewerOfEvents(tx, caller);
  const [seen] =
    event === undefined ? [] : await selectEventsInView(tx, viewer, eventsById([eventId]));
  if (event === undefined || seen === undefined) throw notFound(announcementErrors.notFound);
  return event;
}

const changeable: ReadonlySet<string> = new Set(["DRAFT", "ANNOUNCED", "ENTITLED", "POSTED"]);

/** New terms: of a draft as it likes, of what is announced with another version, of what is booked as a correction. */
async function changeEvent(
  tx: Tx,
  ctx: Context,
  was: Announced,
  sent: CorporateEventUpdate,
): Promise<Moved> {
  const person = personOf(ctx.caller);
  const isOwn = mayChange(was, ctx.caller);
  const terms = { ...daysOf(sent, was), terms: sentTerms(was.terms, sent) };
  const ofTerms = changedFields(was, { ...was, ...terms });
  const is: Announced = {
    ...was,
    ...terms,
    received: sent.received === undefined ? was.received : sent.received,
    // A later deadline opens the choice again.
    ...(was.status === "ANNOUNCED" &&
      isLater(sent.deadline, ctx.now) && { electionsFrozenAt: null }),
    autoPost: sent.autoPost ?? was.autoPost,
    autoPostBy: autoPostBy(was, sent, {
      person: deciderOf(ctx.caller),
      isChanged: ofTerms.length > 0,
    }),
  };
  const fields = [...ofTerms, ...changedAside(was, is)];
  const isFixed =
    (sent.kind !== undefined && sent.kind !== was.kind) ||
    (sent.securityId !== undefined && sent.securityId !== was.securityId) ||
    (sent.source !== undefined && sent.source !== was.source) ||
    (sent.externalId !== undefined && sent.externalId !== was.externalId);
  const isOpen = isOwn && (changeable.has(was.status) || ofTerms.length === 0);
  refuseFor([
    ...(isOpen ? [] : [ruleProblem(announcementErrors.status)]),
    ...(isFixed ? fixedProblems(was, sent) : []),
  ]);
  if (fields.length === 0) return { event: was, events: [], entitled: null };
  const isCorrection = was.status === "POSTED" && ofTerms.length > 0;
  refuseFor([
    ...(await problemsWithChanged(tx, is)),
    ...(isCorrection ? await problemsWithCorrection(tx, ctx, is, sent) : []),
  ]);
  const by = { persons: withPerson(was, person), ...(isCorrection && { correctedBy: person }) };
  return revised(tx, was, { ...is, ...by }, { ofTerms, fields });
}

/** Whether an event is one that the caller changes: of an issuer only a draft of its own. */
function mayChange({ status, creatingFirmOid }: Announced, { firm }: Caller): boolean {
  return firm.kind === "operator" || (status === "DRAFT" && creatingFirmOid === firm.oid);
}

interface OfPerson {
  readonly person: string | null;
  readonly isChanged: boolean;
}

/** The person who lets an event be posted by itself. That holds for the terms of then: another's
 * change of a draft takes it back, and any change of what is announced. Of changed terms, and once
 * there are lines, it is another than all who asked, changed or decided. */
function autoPostBy(
  { status, version, persons, ...was }: Announced,
  { autoPost }: CorporateEventUpdate,
  { person, isChanged }: OfPerson,
): string | null {
  if (autoPost === false) return null;
  const isAsked = autoPost === true && was.autoPostBy === null;
  const by = isAsked ? person : was.autoPostBy;
  if (isChanged && (status !== "DRAFT" || by !== person)) return null;
  const isLate = version > 1 || status === "ENTITLED";
  const isOwnChange = isAsked && isLate && by !== null && persons.includes(by);
  return isOwnChange ? null : by;
}

function isLater(deadline: Date | null | undefined, now: Date): boolean {
  return deadline !== undefined && deadline !== null && deadline > now;
}

function fixedProblems(was: Announced, sent: CorporateEventUpdate): Problem[] {
  return (["kind", "securityId", "source", "externalId"] as const)
    .filter((field) => sent[field] !== undefined && sent[field] !== was[field])
    .map((field) => {
      const { code: errorCode, sentence: message } = announcementErrors.notUpdateable;
      return { type: "VALIDATION_FIELD", field, errorCode, message };
    });
}

async function problemsWithChanged(tx: Tx, is: Announced): Promise<Problem[]> {
  const into = is.terms.intoSecurityId ?? null;
  const security = await selectEventSecurity(tx, is.securityId, into);
  return [
    ...problemsWithTerms(is),
    ...problemsWithDays(is),
    ...(security?.hasInto ? [] : [ruleProblem(announcementErrors.security)]),
    ...(is.status === "DRAFT" ? [] : problemsBeforeAnnouncing(is, security?.isPrivate ?? false)),
  ];
}

/** Problems that keep other terms from being booked at once in the place of the booked ones. */
async function problemsWithCorrection(
  tx: Tx,
  { now }: Context,
  is: Announced,
  { comment }: CorporateEventUpdate,
): Promise<Problem[]> {
  const state = { today: newYorkDay(now), heldLines: 0, leavesHeld: true };
  return [
    ...problemsBeforePosting(is, state),
    ...(await problemsWithTicker(tx, is)),
    ...(comment === undefined ? await problemsWithPrices(tx, is) : []),
  ];
}

interface Fields {
  readonly ofTerms: readonly string[];
  readonly fields: readonly string[];
}

async function revised(
  tx: Tx,
  was: Announced,
  is: Announced,
  { ofTerms, fields }: Fields,
): Promise<Moved> {
  const { eventId, status, version } = was;
  const isNewVersion = status !== "DRAFT" && ofTerms.length > 0;
  const isCorrection = isNewVersion && status === "POSTED";
  const event: Announced = {
    ...is,
    version: isNewVersion ? version + 1 : version,
    status: isCorrection ? "POSTING" : status,
  };
  const hasLines = isNewVersion && (status === "ENTITLED" || isCorrection);
  const entitled = hasLines ? await reviseLines(tx, event) : null;
  const toEvent = isCorrection ? eventCorrected : eventUpdated;
  const events = [toEvent({ eventId, status: event.status, fields: [...fields] })];
  return { event, events, entitled };
}
