// Facts about securities that others may read.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, type SqlPart, sql } from "../../platform/store/db.ts";

/** Every ticker that a security has or had, in capitals, and until when: what it has now is last. */
export const tickersEver = part`(
  select upper(ticker) as symbol, security_id, 'infinity'::date as until from security
  union all
  select upper(ticker), security_id, changed_on from security_name)`;

/** Whether a row of `security` is private: not everybody sees it. */
export const isPrivate = part`(instrument_type = 'PR' or issuing_firm_oid is not null)`;

/** A column with tickers as the store keeps them, as their securities have them now. A ticker of a security
 * means that one; a former one means the last security that had it. */
export function tickerNow(stored: SqlPart): SqlPart {
  return part`coalesce((
    select named.ticker from ${tickersEver} as known join security as named using (security_id)
    where known.symbol = upper(${stored})
    order by known.until desc, known.security_id limit 1), ${stored})`;
}

/** A security by the ticker that it has now. */
interface TickedSecurity {
  readonly id: Id;
  readonly ticker: string;
  /** An index, which nobody can buy. */
  readonly isIndex: boolean;
  /** Placed privately, or issued by a firm of this service: not everybody sees it. */
  readonly isPrivate: boolean;
}

/** The securities of some tickers, ignoring case, by the ticker in capitals; former ones count where nobody
 * has them now. */
export async function selectSecuritiesOf(
  db: Reader,
  tickers: readonly string[],
): Promise<ReadonlyMap<string, TickedSecurity>> {
  const wanted = [...new Set(tickers.map((ticker) => ticker.toUpperCase()))];
  if (wanted.length === 0) return new Map();
  const found = await db.rows(sql<TickedSecurity & { readonly wanted: string }>`
    select distinct on (asked.symbol) asked.symbol as "wanted", security_id as "id", ticker,
      instrument_type = 'IX' as "isIndex",
      ${isPrivate} as "isPrivate"
    from unnest(${wanted}::text[]) as asked (symbol)
      join ${tickersEver} as known on known.symbol = asked.symbol
      join security using (security_id)
    order by asked.symbol, known.until desc, security_id`);
  return new Map(found.map(({ wanted: symbol, ...security }) => [symbol, security]));
}

/** The tickers that the securities of some tickers have now, in order, each once; undefined if one is that of
 * none, or of a private security that is not among the stored tickers: nobody learns here that there is one. */
export async function selectKnownTickers(
  db: Reader,
  tickers: readonly string[],
  stored: readonly string[] = [],
): Promise<string[] | undefined> {
  const found = await selectSecuritiesOf(db, tickers);
  const isKnown = (ticker: string) => {
    const security = found.get(ticker.toUpperCase());
    return security !== undefined && (!security.isPrivate || stored.includes(security.ticker));
  };
  if (!tickers.every(isKnown)) return undefined;
  return [...new Set([...found.values()].map(({ ticker }) => ticker))].toSorted();
}

/** Selects those of some securities that there are, by id. */
export async function selectKnownSecurities(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await db.rows(sql<{ id: string }>`
    select security_id as "id" from security where security_id = any(${ids}::bigint[])`);
  return found.map(({ id }) => id);
}

/** The security of a ticker, if there is one. */
export async function selectSecurityOf(db: Reader, ticker: string): Promise<Id | undefined> {
  return (await selectSecuritiesOf(db, [ticker])).get(ticker.toUpperCase())?.id;
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
