// SQL of what was loaded of days and settlement periods.

import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../platform/store/db.ts";
import type { ExchangeDayStatus } from "../exchange-days/calendar.ts";
import { type Calendar, openCalendar } from "./calendar.ts";

export type { Calendar } from "./calendar.ts";

interface DayRow {
  readonly calendar: "exchange" | "bank" | "settlement";
  readonly on: Day;
  readonly status: ExchangeDayStatus;
  readonly isEarly: boolean | null;
  readonly closesAt: string | null;
}

interface PeriodRow {
  readonly group: string;
  readonly from: Day;
  readonly days: number;
}

/** The calendar with everything that was loaded of it: a few rows a year. */
export async function selectCalendar(db: Reader): Promise<Calendar> {
  const daysRead = db.rows(sql<DayRow>`
    select 'exchange' as "calendar", day as "on", status, is_early as "isEarly",
      to_char(closes_at, 'HH24:MI') as "closesAt" from exchange_day
    union all select 'bank', day, status, null, null from bank_day
    union all select 'settlement', day, status, null, null from settlement_day`);
  const periodsRead = db.rows(sql<PeriodRow>`
    select settlement_group as "group", traded_from as "from", settlement_days as "days"
    from settlement_period order by 1, 2`);
  const [days, periods] = await Promise.all([daysRead, periodsRead]);
  const of = (name: DayRow["calendar"]) => days.filter(({ calendar }) => calendar === name);
  const statuses = (name: DayRow["calendar"]) =>
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
    periods,
  });
}
