// SQL of what was loaded of days and settlement periods.

import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../platform/store/db.ts";
import type { ExchangeDayStatus } from "../exchange-days/calendar.ts";
import { type Calendar, openCalendar } from "./calendar.ts";

export { type Calendar, settlesLater } from "./calendar.ts";

interface LoadedRow {
  readonly calendar: "exchange" | "bank" | "settlement" | "period";
  readonly on: Day;
  /** Null of a period alone. */
  readonly status: ExchangeDayStatus;
  readonly isEarly: boolean | null;
  readonly closesAt: string | null;
  /** These two are of a period alone. */
  readonly group: string;
  readonly days: number;
}

/** The calendar with everything that was loaded of it: a few rows a year, by one statement. */
export async function selectCalendar(db: Reader): Promise<Calendar> {
  const loaded = await db.rows(sql<LoadedRow>`
    select 'exchange' as "calendar", day as "on", status, is_early as "isEarly",
      to_char(closes_at, 'HH24:MI') as "closesAt", null as "group", null::smallint as "days"
    from exchange_day
    union all select 'bank', day, status, null, null, null, null from bank_day
    union all select 'settlement', day, status, null, null, null, null from settlement_day
    union all select 'period', traded_from, null, null, null, settlement_group, settlement_days
    from settlement_period`);
  const text = JSON.stringify(loaded);
  if (opened?.text !== text) opened = { text, calendar: calendarOf(loaded) };
  return opened.calendar;
}

/** The calendar that was opened last. It remembers the days that were asked of it, and most requests find what was
 * loaded as the one before did. */
let opened: { readonly text: string; readonly calendar: Calendar } | undefined;

function calendarOf(loaded: readonly LoadedRow[]): Calendar {
  const of = (name: LoadedRow["calendar"]) => loaded.filter(({ calendar }) => calendar === name);
  const statuses = (name: LoadedRow["calendar"]) =>
    new Map(of(name).map(({ on, status }) => [on, status]));
  return openCalendar({
    exchange: new Map(
      of("exchange").map(({ on, status, isEarly, closesAt }) => [
        on,
        { status, isEarly: isEarly ?? undefined, closesAt: closesAt ?? undefined },
      ]),
    ),
    banks: statuses("bank"),
    settlement: statuses("settlement"),
    periods: of("period").map(({ group, on: from, days }) => ({ group, from, days })),
  });
}
