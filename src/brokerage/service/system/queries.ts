// The statements on how far accounts are computed.

import type { Day } from "@bursar/values/dates";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** How far the accounts are computed, and closes known. */
export interface ComputingRow {
  readonly accounts: string;
  readonly valued: string;
  readonly newest: Day | null;
  readonly oldest: Day | null;
  readonly closesUntil: Day | null;
}

/** The first and the last of the days up to which accounts are computed, and the last close's. */
export async function selectComputing(db: Reader): Promise<ComputingRow | undefined> {
  // Two statements: accounts are distributed over nodes, and prices are not.
  const [accounts, closes] = await Promise.all([
    db.first(sql<Omit<ComputingRow, "closesUntil">>`
      select count(*)::text as accounts, count(valued_on)::text as valued,
        max(valued_on) as newest, min(valued_on) as oldest
      from account`),
    db.first(sql<Pick<ComputingRow, "closesUntil">>`
      select max(priced_on) as "closesUntil" from security_price`),
  ]);
  return accounts && { closesUntil: null, ...accounts, ...closes };
}

/** How many accounts are computed up to an earlier day than the newest. */
export async function countBehind(db: Reader, newest: Day | null): Promise<string> {
  const row = await db.first(sql<{ count: string }>`
    select count(*)::text as count from account where valued_on < ${newest}::date`);
  return row?.count ?? "0";
}
