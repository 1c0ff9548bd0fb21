// SQL of the surroundings of an event: closes of its security, and other events of it.
import { addDays, type Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { type Announced, entitledOn } from "./announced.ts";
import { closingDay, type Surroundings } from "./expectations.ts";

type Found = Omit<Surroundings, "calendar" | "today">;

/** The surroundings of an event, as of a day. */
export async function selectSurroundings(
  db: Reader,
  event: Announced,
  today: Day,
): Promise<Surroundings> {
  const { securityId, eventId, kind, exOn } = event;
  const day = entitledOn(event);
  const near = { from: day && addDays(day, -10), to: day && addDays(day, 10) };
  const [calendar, found] = await Promise.all([
    selectCalendar(db),
    db.first(sql<Found>`
      select s.instrument_type = 'PR' as "isPrivate",
        (last.close * s.quotation_factor)::text as "lastClose", last.priced_on as "lastCloseOn",
        (select sum((paid->>'rate')::numeric)::text from (
            select e.terms from corporate_event as e
            where e.security_id = s.security_id and e.kind = ${kind} and e.event_id <> ${eventId}
              and e.ex_on < ${exOn ?? today}
              and e.status not in ('DRAFT', 'REVERSED', 'CANCELLED')
            order by e.ex_on desc, e.event_id desc limit 1) as earlier
          cross join lateral jsonb_array_elements(earlier.terms->'components') as paid)
          as "lastRate",
        (select min(e.event_id)::text from corporate_event as e
          where e.security_id = s.security_id and e.event_id <> ${eventId}
            and e.status not in ('REVERSED', 'CANCELLED')
            and e.entitled_on between ${near.from} and ${near.to}) as "nearEventId"
      from security as s
        left join lateral (
          select close, priced_on from security_price as p
          where p.security_id = s.security_id and p.priced_on <= ${closingDay(event, today)}
          order by p.priced_on desc limit 1) as last on true
      where s.security_id = ${securityId}`),
  ]);
  const none = { lastClose: null, lastCloseOn: null, lastRate: null, nearEventId: null };
  return { calendar, today, ...(found ?? { isPrivate: false, ...none }) } satisfies Surroundings;
}
