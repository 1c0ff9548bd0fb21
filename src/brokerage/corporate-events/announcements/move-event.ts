// Moving a corporate event from one status to another. (docs/corporate-events.md)
import { type Day, newYorkDay } from "@bursar/values/dates";
import {
  type Caller,
  type Context,
  deciderOf,
  personOf,
} from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { endAccruals } from "./accrual-queries.ts";
import { type Announced, isPayout } from "./announced.ts";
import { addLateLines, type LinesDigest, reviseLines } from "./entitled-lines.ts";
import { announcementErrors } from "./errors.ts";
import { eventOfStatus } from "./events.ts";
import { selectSurroundings } from "./expectation-queries.ts";
import { expectedExDate } from "./expectations.ts";
import { type EventStatus, eventLifeCycle, mayMoveEvent } from "./life-cycle.ts";
import { forgetRefusals, retryLines, selectProgress } from "./line-queries.ts";
import { problemsWithPrices } from "./price-checks.ts";
import { selectEventSecurity } from "./queries.ts";
import { problemsWithTicker } from "./rename-security.ts";
import {
  problemsBeforeAnnouncing,
  problemsBeforeEntitling,
  problemsBeforePosting,
} from "./rules.ts";
import type { CorporateEventUpdate } from "./schema.ts";
import { isPart, isRetry, problemsWithPerson, withPerson } from "./second-person.ts";

/** The event as an update makes it, with the events of the feed. */
export interface Moved {
  readonly event: Announced;
  readonly events: readonly EventNote[];
  readonly entitled: LinesDigest | null;
}

/** The state of an event as entries record it. */
export function stateOf({ eventId, status, version }: Announced) {
  return { eventId, status, version: String(version) };
}

/** How a step is judged: in a sandbox, on any day. */
export interface StepOptions {
  readonly onAnyDay?: boolean;
}

/** Moves an event to the status that was sent, if it may go there from its own. */
export async function moveEvent(
  tx: Tx,
  ctx: Context,
  was: Announced,
  sent: CorporateEventUpdate,
  { onAnyDay = false }: StepOptions = {},
): Promise<Moved> {
  const to = sent.status as EventStatus;
  const next = nextStatuses(was, ctx.caller);
  if (!next.includes(to)) refuseFor([statusProblem(was.status, to, next)]);
  const dated = to === "ANNOUNCED" ? await withExDate(tx, was, newYorkDay(ctx.now)) : was;
  const today = onAnyDay ? lastDay : newYorkDay(ctx.now);
  refuseFor([
    ...problemsWithPerson(was, to, ctx.caller),
    ...(await problemsOfStep(tx, today, dated, { ...sent, status: to })),
  ]);
  const event = movedTo(dated, to, { ...movers(ctx.caller), comment: sent.comment ?? null });
  // Facts and settings of accounts may have changed since they were entitled.
  const isRevised = to === "ENTITLED" || (was.status === "ENTITLED" && to === "POSTING");
  const entitled = isRevised ? await reviseLines(tx, event) : null;
  // Lines that the books refused to correct may still be taken back.
  if (to === "REVERSING") await forgetRefusals(tx, was.eventId);
  if (isRetry({ from: was.status, to })) {
    const ofDiffering = sent.recomputeDiffering === true;
    await retryLines(tx, was.eventId, { ofDiffering });
    if (ofDiffering) await addLateLines(tx, event);
  }
  if (to === "CANCELLED") endAccruals(tx, was.eventId);
  const toEvent = eventOfStatus[to];
  const { eventId } = event;
  const fields = dated === was ? [] : ["exDate"];
  return { event, events: toEvent ? [toEvent({ eventId, status: to, fields })] : [], entitled };
}

/** The statuses to which a caller may move an event: an issuer its own drafts alone. */
function nextStatuses(was: Announced, { firm }: Caller): EventStatus[] {
  if (firm.kind === "issuing" && was.creatingFirmOid !== firm.oid) return [];
  const step = { from: was.status, by: firm.kind };
  return eventLifeCycle.states.filter((to) => to !== was.status && mayMoveEvent({ ...step, to }));
}

/** A step that the event cannot take, and those that it can. */
function statusProblem(from: EventStatus, to: EventStatus, next: readonly EventStatus[]): Problem {
  const may =
    next.length > 0 ? `It can become ${next.join(" or ")}.` : "You cannot change its status.";
  return ruleProblem({
    ...announcementErrors.status,
    sentence: `The event is ${from} and cannot become ${to} now. ${may}`,
  });
}

/** An event whose ex-date was left out has the one that is to be expected. */
async function withExDate(tx: Tx, event: Announced, today: Day): Promise<Announced> {
  if (event.exOn !== null || !isPayout(event.kind)) return event;
  const exOn = expectedExDate(event, await selectSurroundings(tx, event, today));
  return exOn === undefined ? event : { ...event, exOn };
}

/** On which every day has come. */
const lastDay = "9999-12-31" as Day;

async function problemsOfStep(
  tx: Tx,
  today: Day,
  was: Announced,
  { status, leaveHeld = false, comment }: CorporateEventUpdate,
): Promise<Problem[]> {
  if (status === "ANNOUNCED") {
    const security = await selectEventSecurity(tx, was.securityId, null);
    return problemsBeforeAnnouncing(was, security?.isPrivate ?? false);
  }
  if (status === "ENTITLED") return problemsBeforeEntitling(was, today);
  if (status !== "POSTING" || was.status !== "ENTITLED") return [];
  const progress = await selectProgress(tx, was.eventId);
  const heldLines = progress.get("HELD") ?? 0;
  return [
    ...problemsBeforePosting(was, { today, heldLines, leavesHeld: leaveHeld }),
    ...(await problemsWithTicker(tx, was)),
    ...(comment === undefined ? await problemsWithPrices(tx, was) : []),
  ];
}

/** The persons of a step: the one named, who cannot be its second person, and the one known to
 * decide. */
interface Movers {
  readonly named: string | null;
  readonly decider: string | null;
}

function movers(caller: Caller): Movers {
  return { named: personOf(caller), decider: deciderOf(caller) };
}

/** An event in another status, with the person who decided so. */
function movedTo(
  was: Announced,
  to: EventStatus,
  { named, decider, comment }: Movers & { readonly comment: string | null },
): Announced {
  return {
    ...was,
    status: to,
    comment: comment ?? was.comment,
    ...(isPart({ from: was.status, to }) && { persons: withPerson(was, named) }),
    ...(to === "ANNOUNCED" && { announcedBy: decider }),
    ...(to === "POSTING" && was.status === "ENTITLED" && { postedBy: decider }),
    ...(to === "REVERSING" && { reversedBy: decider }),
  };
}

/** An event in another status, by the passing of time. */
export function movedByTime(was: Announced, to: EventStatus): Announced {
  return movedTo(was, to, { named: null, decider: null, comment: null });
}

/** The note of an event that time has moved. */
export function noteOfMove(was: Announced, is: Announced) {
  return { subject: `security:${is.securityId}`, before: stateOf(was), after: stateOf(is) };
}
