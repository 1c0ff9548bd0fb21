// SQL of the events that time moves on: only those that are due are read, however many others wait.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import type { Announced } from "./announced.ts";

// Whether holders choose, and the day after the last one of their choice.
const isChoice = part`jsonb_array_length(coalesce(e.terms->'options', '[]'::jsonb)) > 0`;
const chosenOn = part`(e.deadline_at at time zone 'America/New_York')::date + 1`;

/** The announced events that are entitled by a day, and chosen where holders choose; by id. */
export async function selectEventsToEntitle(db: Reader, day: Day, most: number): Promise<Id[]> {
  return idsOf(
    await db.rows(sql<EventId>`
      select e.event_id as "eventId" from corporate_event as e
      where e.status = 'ANNOUNCED' and e.entitled_on <= ${day}
        and not (${isChoice} and e.deadline_at is not null and ${chosenOn} > ${day})
      order by e.event_id limit ${most}`),
  );
}

/** A day, and the kinds of events that are booked on their day of payment. */
interface BookedBy {
  readonly day: Day;
  readonly payouts: readonly string[];
}

/** The entitled events that two persons let be posted by themselves and whose booking day has come; by id. */
export async function selectEventsToPost(
  db: Reader,
  { day, payouts }: BookedBy,
  most: number,
): Promise<Id[]> {
  return idsOf(
    await db.rows(sql<EventId>`
      select e.event_id as "eventId" from corporate_event as e
      where e.status = 'ENTITLED' and e.auto_post and e.auto_post_by <> e.announced_by
        and case when e.kind = any(${payouts}::text[])
          then e.pay_on is not null and greatest(e.pay_on, e.ex_on) <= ${day}
          else e.entitled_on <= ${day} end
      order by e.event_id limit ${most}`),
  );
}

/** The choices whose deadline has passed and whose elections are not frozen; by id. */
export async function selectEventsToFreeze(db: Reader, now: Date, most: number): Promise<Id[]> {
  return idsOf(
    await db.rows(sql<EventId>`
      select e.event_id as "eventId" from corporate_event as e
      where e.status in ('ANNOUNCED', 'ENTITLED') and ${isChoice} and e.deadline_at < ${now}
        and e.elections_frozen_at is null
      order by e.event_id limit ${most}`),
  );
}

/** A choice that is open. */
export type OpenChoice = Pick<Announced, "eventId"> & { readonly deadlineAt: Date };

/** The choices with a deadline between two instants; by id. */
export async function selectOpenChoices(
  db: Reader,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<OpenChoice[]> {
  return db.rows(sql<OpenChoice>`
    select e.event_id as "eventId", e.deadline_at as "deadlineAt" from corporate_event as e
    where e.status in ('ANNOUNCED', 'ENTITLED') and ${isChoice}
      and e.deadline_at > ${after} and e.deadline_at <= ${until}
    order by e.event_id`);
}

/** An event under way: being posted, or reversed. */
type UnderWay = Pick<Announced, "eventId" | "status">;

/** The events under way of which no line is left; by id. Each is asked for by itself: its lines may
 * lie on any node, and the first that is found decides. */
export async function selectDoneEvents(db: Reader, most: number): Promise<Id[]> {
  const events = await db.rows(sql<UnderWay>`
    select event_id as "eventId", status from corporate_event
    where status in ('POSTING', 'REVERSING') order by event_id`);
  const done: Id[] = [];
  for (const event of events) {
    if (done.length === most) break;
    if (!(await hasLineLeft(db, event))) done.push(event.eventId);
  }
  return done;
}

/** Whether an event under way has a line that is due or, of a reversal, one that stands. */
export async function hasLineLeft(db: Reader, { eventId, status }: UnderWay): Promise<boolean> {
  const left = await db.first(sql`
    select l.account_number from corporate_event_line as l
    where l.event_id = ${eventId} and case when ${status} = 'REVERSING'
      then l.status not in ('REVERSED', 'KEPT', 'NONE')
      else l.status = 'DUE' or (l.status = 'POSTED' and l.is_due) end
    limit 1`);
  return left !== undefined;
}

interface EventId {
  readonly eventId: Id;
}

function idsOf(rows: readonly EventId[]): Id[] {
  return rows.map(({ eventId }) => eventId);
}
