// Facts shown with the fields of events: names of their securities, and why the events wait.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { seesSums } from "./access.ts";
import { type Announced, bookedOn, decidedOn } from "./announced.ts";
import { selectEventsWaiting, selectWaitingLines } from "./line-queries.ts";
import { type EventViewer, selectEventNames, selectEventsOfStatus } from "./queries.ts";
import { type Attention, attentions, type CorporateEvent } from "./schema.ts";

/** The persons of an event: the logins of those who took its steps. */
type Persons = Pick<
  CorporateEvent,
  "createdBy" | "announcedBy" | "postedBy" | "correctedBy" | "reversedBy"
>;

/** The facts shown with an event. */
export type ShownFacts = Persons &
  Pick<CorporateEvent, "ticker" | "companyName" | "attention" | "received" | "comment">;

/** By event id. The amount received for all, the comment on its last decision, the reason why an event
 * waits, and its persons are for those alone who see the sums of all holders. */
export async function readShownFacts(
  db: Reader,
  events: readonly Announced[],
  { viewer, today }: { readonly viewer: EventViewer; readonly today: Day },
): Promise<ReadonlyMap<string, ShownFacts>> {
  const ids = events.map(({ eventId }) => eventId);
  const isShown = seesSums(viewer);
  const [names, waiting] = await Promise.all([
    selectEventNames(db, ids),
    isShown ? selectWaitingLines(db, ids) : [],
  ]);
  const eventOf = new Map(events.map((event) => [event.eventId, event]));
  return new Map(
    names.map(({ eventId, ticker, companyName }) => {
      const event = eventOf.get(eventId);
      const reasons = waiting.flatMap((each) => (each.eventId === eventId ? each.reasons : []));
      if (isShown && event !== undefined && isOverdue(event, today)) reasons.push("LATE");
      const attention = attentions.filter((each) => reasons.includes(each));
      const received = isShown ? (event?.received ?? null) : null;
      const comment = isShown ? (event?.comment ?? null) : null;
      const persons = personsOf(isShown ? event : undefined);
      return [eventId, { ticker, companyName, attention, received, comment, ...persons }];
    }),
  );
}

/** The persons of an event; nobody where the caller sees none. */
function personsOf(event: Announced | undefined): Persons {
  const {
    createdBy = null,
    announcedBy = null,
    postedBy = null,
    correctedBy = null,
    reversedBy = null,
  } = event ?? {};
  return { createdBy, announcedBy, postedBy, correctedBy, reversedBy };
}

/** The events that wait for a reason. */
export async function eventsWaiting(
  db: Reader,
  reason: Attention,
  today: Day,
): Promise<readonly Id[]> {
  if (reason !== "LATE") return selectEventsWaiting(db, reason);
  const underWay = await selectEventsOfStatus(db, statusesUnderWay, mostUnderWay);
  return underWay.filter((each) => isOverdue(each, today)).map(({ eventId }) => eventId);
}

const statusesUnderWay: readonly string[] = ["ANNOUNCED", "ENTITLED", "POSTING"];
const mostUnderWay = 100_000;

/** Whether the day has passed on which it should have been entitled or booked. */
function isOverdue(event: Announced, today: Day): boolean {
  const day = event.status === "ANNOUNCED" ? decidedOn(event) : bookedOn(event);
  return statusesUnderWay.includes(event.status) && day !== null && day < today;
}
