// Every statement on securities by their tickers.
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
