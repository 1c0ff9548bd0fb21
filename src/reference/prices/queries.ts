// Closing prices as others may read and set them.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../platform/store/db.ts";
import { type ExchangeDayStatus, isBusinessDay } from "../exchange-days/calendar.ts";

/** A close in units of 0.000001. */
export interface Close {
  readonly on: Day;
  readonly close: bigint;
}

/** The closes of securities, each in the order of days; one without a close is left out. */
export async function selectCloses(
  db: Reader,
  securityIds: readonly Id[],
): Promise<ReadonlyMap<Id, readonly Close[]>> {
  const rows = await db.rows(sql<ClosesRow>`
    select security_id as "securityId", string_agg(priced_on::text, ' ' order by priced_on) as "days",
      string_agg(trunc(close * 1000000)::text, ' ' order by priced_on) as "units"
    from security_price where security_id = any(${securityIds}::bigint[]) group by security_id`);
  return closesOfRows(rows);
}

/** Of each security its last close until a day, and those after it. */
export async function selectClosesAfter(
  db: Reader,
  securityIds: readonly Id[],
  day: Day,
): Promise<ReadonlyMap<Id, readonly Close[]>> {
  // Each security is looked up by key, whatever the planner knows: by a join, it may read all
  // closes.
  const rows = await db.rows(sql<ClosesRow>`
    select held.security_id as "securityId",
      string_agg(p.priced_on::text, ' ' order by p.priced_on) as "days",
      string_agg(trunc(p.close * 1000000)::text, ' ' order by p.priced_on) as "units"
    from unnest(${securityIds}::bigint[]) as held (security_id)
      cross join lateral (
        (select before.priced_on, before.close from security_price as before
          where before.security_id = held.security_id and before.priced_on <= ${day}
          order by before.priced_on desc limit 1)
        union all
        select after.priced_on, after.close from security_price as after
        where after.security_id = held.security_id and after.priced_on > ${day}) as p
    group by held.security_id`);
  return closesOfRows(rows);
}

/** Days of a security, from the first to before another. */
export interface PricedSpan {
  readonly security: Id;
  readonly since: Day;
  readonly before: Day;
}

/** The last close within each span, in the order of the spans; undefined where there is none. */
export async function selectLastCloses(
  db: Reader,
  spans: readonly PricedSpan[],
): Promise<(Close | undefined)[]> {
  const rows = await db.rows(sql<{ on: Day | null; units: string | null }>`
    select last.priced_on as "on", trunc(last.close * 1000000)::text as "units"
    from unnest(${spans.map(({ security }) => security)}::bigint[],
        ${spans.map(({ since }) => since)}::date[], ${spans.map(({ before }) => before)}::date[])
        with ordinality as span (security_id, since, before, place)
      left join lateral (
        select priced_on, close from security_price as p
        where p.security_id = span.security_id
          and p.priced_on >= span.since and p.priced_on < span.before
        order by p.priced_on desc limit 1) as last on true
    order by span.place`);
  return rows.map(({ on, units }) =>
    on === null || units === null ? undefined : { on, close: BigInt(units) },
  );
}

/** The closes of a security: many thousands are read faster as two texts than as rows. */
interface ClosesRow {
  readonly securityId: Id;
  readonly days: string;
  readonly units: string;
}

function closesOfRows(rows: readonly ClosesRow[]): ReadonlyMap<Id, readonly Close[]> {
  return new Map(
    rows.map(({ securityId, days, units }) => {
      const closes = units.split(" ");
      const own = days.split(" ") as Day[];
      return [securityId, own.map((on, at) => ({ on, close: BigInt(closes[at] as string) }))];
    }),
  );
}

/** Locks a security until the transaction ends; returns whether there is one. What refers to it can
 * still be stored. */
export async function lockSecurity(tx: Tx, securityId: Id): Promise<boolean> {
  const found = await tx.first(sql`
    select from security where security_id = ${securityId} for no key update`);
  return found !== undefined;
}

// A close that is being set and what is being booked of its security do not see each other:
// whichever comes second waits, by these advisory locks, until the first is stored. They are taken
// behind the locks of accounts.
const loadsEnding = "closes and the end of a load";
const newDays = "closes and their days";
const bookings = "closes and the bookings that follow them";
const closesOf = (securityId: Id) => `closes of ${securityId}`;

/** Until the transaction ends no close of these securities is set or loaded and, for an account
 * whose performance is computed from now on, none that makes a valuation day. */
export async function lockBookedCloses(
  tx: Tx,
  { securityIds, isNewlyValued }: { securityIds: readonly Id[]; isNewlyValued: boolean },
): Promise<void> {
  const own = [...securityIds.toSorted().map(closesOf), ...(isNewlyValued ? [newDays] : [])];
  if (own.length === 0) return;
  const names = [...own, bookings];
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(name, 0))
    from unnest(${names}::text[]) as name`);
}

/** Until the load ends no close is set; in a load that changes what bookings are computed by, no
 * security is booked either. */
export async function lockClosesForLoad(
  tx: Tx,
  { holdsBookings }: { holdsBookings: boolean },
): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${loadsEnding}, 0))`);
  if (!holdsBookings) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${bookings}, 0))`);
}

/** Until the close is stored no load ends, and nothing of its security is booked; where the close
 * makes a valuation day, nothing by which an account's performance is computed from then on. */
export async function lockSetClose(
  tx: Tx,
  { securityId, isNewDay }: { securityId: Id; isNewDay: boolean },
): Promise<void> {
  // The load first: while it is waited for, transactions are booked.
  const names = [loadsEnding, closesOf(securityId), ...(isNewDay ? [newDays] : [])];
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`);
}

/** The close of a security on a day, if there is one. */
export async function selectClose(
  db: Reader,
  securityId: Id,
  date: Day,
): Promise<Decimal | undefined> {
  const row = await db.first(sql<{ close: Decimal }>`
    select close from security_price where security_id = ${securityId} and priced_on = ${date}`);
  return row?.close;
}

/** Stores a close of a request, and notes that closes are no longer those from before. */
export async function upsertClose(
  tx: Tx,
  { securityId, date, close }: { securityId: Id; date: Day; close: Decimal },
  mark: string,
): Promise<void> {
  await tx.execute(sql`
    insert into security_price (security_id, priced_on, close, source)
    values (${securityId}, ${date}, ${close}, 'set')
    on conflict (security_id, priced_on) do update
      set close = excluded.close, source = excluded.source`);
  await tx.execute(sql`
    insert into store_property (name, value) values ('last_close', ${mark})
    on conflict (name) do update set value = excluded.value`);
}

/** The mark of the last close that a request has set; undefined before the first. */
export async function selectLastClose(db: Reader): Promise<string | undefined> {
  const row = await db.first(sql<{ value: string }>`
    select value from store_property where name = 'last_close'`);
  return row?.value;
}

/** A value that changes with each load and with each close that a request sets. */
export async function selectLastChange(db: Reader): Promise<string> {
  const rows = await db.rows(sql<{ value: string }>`
    select value from store_property where name in ('last_load', 'last_close') order by name`);
  return rows.map(({ value }) => value).join(" ");
}

/** Whether a business day of New York has a close of any other security. */
export async function isPricedBeside(db: Reader, securityId: Id, date: Day): Promise<boolean> {
  const row = await db.first(sql`
    select from security where security_id <> ${securityId} and exists (
      select from security_price as p
      where p.security_id = security.security_id and p.priced_on = ${date}) limit 1`);
  return row !== undefined;
}

/** The business days of New York with a close of any security, in order. */
export async function selectValuationDays(db: Reader): Promise<Day[]> {
  const rows = await db.rows(sql<{ on: Day; status: ExchangeDayStatus | null }>`
    select priced_on as "on", status
    from (select distinct priced_on from security_price) as priced
      left join exchange_day on day = priced_on
    order by priced_on`);
  return rows
    .filter(({ on, status }) => isBusinessDay(on, status ?? undefined))
    .map(({ on }) => on);
}

/** More days than these may be found faster by reading all closes once: a day without any is asked of each security. */
const mostAskedFor = 20;

/** The business days of New York with a close of any security from a day on, in order, where those of some
 * are known: only the others are asked for, each by the key, so that no store is too large. */
export async function selectValuationDaysBeside(
  db: Reader,
  { since, priced }: { readonly since: Day; readonly priced: ReadonlySet<Day> },
): Promise<Day[]> {
  const [last, statuses] = await Promise.all([selectLastPricedDay(db), selectStatuses(db, since)]);
  const days = daysUntil(since, last).filter((on) => isBusinessDay(on, statuses.get(on)));
  const unknown = days.filter((on) => !priced.has(on));
  if (unknown.length === 0) return days;
  if (unknown.length > mostAskedFor) {
    return (await selectValuationDays(db)).filter((on) => on >= since);
  }
  const found = new Set(await selectPricedDays(db, unknown));
  return days.filter((on) => priced.has(on) || found.has(on));
}

const msPerDay = 86_400_000;

/** The days of the calendar from one to another; none where the last is missing. */
function daysUntil(since: Day, last: Day | undefined): Day[] {
  if (last === undefined) return [];
  const from = Date.parse(since);
  const count = (Date.parse(last) - from) / msPerDay + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    return new Date(from + at * msPerDay).toISOString().slice(0, 10) as Day;
  });
}

async function selectStatuses(
  db: Reader,
  since: Day,
): Promise<ReadonlyMap<Day, ExchangeDayStatus>> {
  const rows = await db.rows(sql<{ on: Day; status: ExchangeDayStatus }>`
    select day as "on", status from exchange_day where day >= ${since}`);
  return new Map(rows.map(({ on, status }) => [on, status]));
}

/** The last day with a close of any security. */
async function selectLastPricedDay(db: Reader): Promise<Day | undefined> {
  const row = await db.first(sql<{ on: Day | null }>`
    select max(last.priced_on) as "on" from security as s cross join lateral (
      select priced_on from security_price as p where p.security_id = s.security_id
      order by priced_on desc limit 1) as last`);
  return row?.on ?? undefined;
}

/** The days among some on which any security has a close: of each day the first such security
 * answers. */
export async function selectPricedDays(db: Reader, days: readonly Day[]): Promise<Day[]> {
  // The limits keep the planner from joining, for which it would read all closes.
  const rows = await db.rows(sql<{ on: Day }>`
    select asked.day as "on" from unnest(${days}::date[]) as asked (day)
      cross join lateral (
        select 1 from security as s cross join lateral (
          select 1 from security_price as p
          where p.security_id = s.security_id and p.priced_on = asked.day limit 1) as priced
        limit 1) as any_security`);
  return rows.map(({ on }) => on);
}

/** The business days of New York with a close of any security after a day, in order; found by the
 * closes since alone. */
export async function selectValuationDaysAfter(db: Reader, day: Day): Promise<Day[]> {
  // Nearly every weekday has closes, so that the first securities answer for it.
  const rows = await db.rows(sql<{ on: Day; status: ExchangeDayStatus | null }>`
    select calendar.day as "on", status
    from (
        select ${day}::date + n as day
        from generate_series(1, (
          select max(last.priced_on) from security as s cross join lateral (
            select priced_on from security_price as p where p.security_id = s.security_id
            order by priced_on desc limit 1) as last) - ${day}::date) as n) as calendar
      left join exchange_day on exchange_day.day = calendar.day
    where (extract(isodow from calendar.day) < 6 or status = 'open') and exists (
      select from security as s where exists (
        select from security_price as p
        where p.security_id = s.security_id and p.priced_on = calendar.day))
    order by 1`);
  return rows
    .filter(({ on, status }) => isBusinessDay(on, status ?? undefined))
    .map(({ on }) => on);
}
