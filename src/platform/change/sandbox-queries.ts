// The statements of a sandbox: its mark, which is also how many days its clock of business dates is
// ahead, and what its sample firm still awaits. A store without the mark is none.
import type { Day } from "@bursar/values/dates";
import { type Reader, sql, type Tx } from "../store/db.ts";

/** How many days the business dates of a sandbox are ahead; undefined where the store is none. */
export async function selectDaysAhead(db: Reader): Promise<number | undefined> {
  const row = await db.first(sql<{ days: number }>`
    select value::integer as "days" from store_property where name = 'sandbox_days_ahead'`);
  return row?.days;
}

/** Marks a store as a sandbox; returns whether it was none. */
export async function insertSandboxMark(tx: Tx): Promise<boolean> {
  const stored = await tx.execute(sql`
    insert into store_property (name, value) values ('sandbox_days_ahead', '0')
    on conflict (name) do nothing`);
  return stored === 1;
}

/** Moves the business dates of a sandbox ahead; returns the number of days that they are ahead then. */
export async function updateDaysAhead(tx: Tx, days: number): Promise<number | undefined> {
  const row = await tx.first(sql<{ days: number }>`
    update store_property set value = (value::integer + ${days}::integer)::text
    where name = 'sandbox_days_ahead' returning value::integer as "days"`);
  return row?.days;
}

/** The day as of which a sandbox's sample firm still awaits its history; undefined if it awaits none. */
export async function selectSampleMark(db: Reader): Promise<Day | undefined> {
  const row = await db.first(sql<{ day: Day }>`
    select value as "day" from store_property where name = 'sample_awaited'`);
  return row?.day;
}

/** Marks a sandbox whose sample firm awaits its history. */
export async function insertSampleMark(tx: Tx, day: Day): Promise<void> {
  await tx.execute(sql`
    insert into store_property (name, value) values ('sample_awaited', ${day})
    on conflict (name) do update set value = excluded.value`);
}

/** Removes the mark, since the history is loaded. */
export async function deleteSampleMark(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from store_property where name = 'sample_awaited'`);
}
