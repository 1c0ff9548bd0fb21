// What others may read of closing prices.
import { type Reader, sql } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Id } from "../../values/ids.ts";
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
  const rows = await db.rows(sql<{ securityId: Id; on: Day; units: string }>`
    select security_id as "securityId", priced_on as "on", trunc(close * 1000000)::text as "units"
    from security_price where security_id = any(${securityIds}::bigint[])
    order by security_id, priced_on`);
  const closes = new Map<Id, Close[]>();
  for (const { securityId, on, units } of rows) {
    const known = closes.get(securityId);
    const close = { on, close: BigInt(units) };
    if (known) known.push(close);
    else closes.set(securityId, [close]);
  }
  return closes;
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
