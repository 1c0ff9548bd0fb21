// The computed days in the store, read and altered without the service.

import type { Day } from "@bursar/values/dates";
import {
  readDays,
  type SeriesDay,
  writeDays,
} from "../src/brokerage/books/performance/day-lines.ts";

type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** The stored days of a series; without a folio number the account's own. */
export async function storedDays(
  query: Query,
  accountNumber: string,
  folioNumber = "",
): Promise<SeriesDay[]> {
  const quarters = await storedQuarters(query, accountNumber, folioNumber);
  return quarters.flatMap(({ days }) => readDays(days));
}

/** Alters the stored days of an account's own series. */
export async function alterDays(
  query: Query,
  accountNumber: string,
  alter: (day: SeriesDay) => Partial<SeriesDay["raw"]>,
): Promise<void> {
  for (const { quarterOn, days: lines } of await storedQuarters(query, accountNumber, "")) {
    const days = readDays(lines).map((day) => ({
      ...day,
      raw: { ...day.raw, ...alter(day) },
    }));
    await query(
      `update performance_quarter set days = $3
        where account_number = $1 and folio_number = '' and quarter_on = $2`,
      [accountNumber, quarterOn, writeDays(days)],
    );
  }
}

async function storedQuarters(query: Query, accountNumber: string, folioNumber: string) {
  const { rows } = await query(
    `select quarter_on::text as "quarterOn", days from performance_quarter
      where account_number = $1 and folio_number = $2 order by quarter_on`,
    [accountNumber, folioNumber],
  );
  return rows as { readonly quarterOn: Day; readonly days: string }[];
}
