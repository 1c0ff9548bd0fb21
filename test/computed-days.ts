// What the store has of computed days, read and altered behind the service's back.

import type { Day } from "@bursar/values/dates";
import {
  decodeDays,
  encodeDays,
  type SeriesDay,
} from "../src/brokerage/books/performance/packed-days.ts";

type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** The stored days of a series; without a folio number the account's own. */
export async function storedDays(
  query: Query,
  accountNumber: string,
  folioNumber = "",
): Promise<SeriesDay[]> {
  const quarters = await storedQuarters(query, accountNumber, folioNumber);
  return quarters.flatMap(({ quarterOn, packed }) => decodeDays(quarterOn, packed));
}

/** Alters the stored days of an account's own series. */
export async function alterDays(
  query: Query,
  accountNumber: string,
  alter: (day: SeriesDay) => Partial<SeriesDay["raw"]>,
): Promise<void> {
  for (const { quarterOn, packed } of await storedQuarters(query, accountNumber, "")) {
    const days = decodeDays(quarterOn, packed).map((day) => ({
      ...day,
      raw: { ...day.raw, ...alter(day) },
    }));
    await query(
      `update performance_quarter set packed = $3
        where account_number = $1 and folio_number = '' and quarter_on = $2`,
      [accountNumber, quarterOn, encodeDays(days)],
    );
  }
}

async function storedQuarters(query: Query, accountNumber: string, folioNumber: string) {
  const { rows } = await query(
    `select quarter_on::text as "quarterOn", packed from performance_quarter
      where account_number = $1 and folio_number = $2 order by quarter_on`,
    [accountNumber, folioNumber],
  );
  return rows as { readonly quarterOn: Day; readonly packed: Buffer }[];
}
