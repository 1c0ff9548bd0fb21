// What others may read of securities.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../platform/store/db.ts";

/** The tickers as the securities have them, ignoring case; undefined if one is that of none. */
export async function selectKnownTickers(
  db: Reader,
  tickers: readonly string[],
): Promise<string[] | undefined> {
  const wanted = [...new Set(tickers.map((ticker) => ticker.toUpperCase()))];
  if (wanted.length === 0) return [];
  const found = await db.rows(sql<{ ticker: string }>`
    select ticker from security where upper(ticker) = any(${wanted}::text[]) order by ticker`);
  return found.length === wanted.length ? found.map(({ ticker }) => ticker) : undefined;
}

/** Which of some securities there are, by id. */
export async function selectKnownSecurities(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await db.rows(sql<{ id: string }>`
    select security_id as "id" from security where security_id = any(${ids}::bigint[])`);
  return found.map(({ id }) => id);
}

/** The security of a ticker, if there is one. */
export async function selectSecurityOf(db: Reader, ticker: string): Promise<Id | undefined> {
  const row = await db.first(sql<{ id: Id }>`
    select security_id as "id" from security where ticker = ${ticker}`);
  return row?.id;
}

/** The quotation factors of some securities, those of 1 left out. */
export async function selectQuotationFactors(
  db: Reader,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, Decimal>> {
  if (ids.length === 0) return new Map();
  const found = await db.rows(sql<{ id: Id; factor: Decimal }>`
    select security_id as "id", quotation_factor as "factor" from security
    where security_id = any(${ids}::bigint[]) and quotation_factor <> 1`);
  return new Map(found.map(({ id, factor }) => [id, factor]));
}
