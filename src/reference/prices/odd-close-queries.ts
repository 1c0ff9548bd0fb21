// Closes that jump, and splits that explain it: of a load, which stages them until all splits are
// known, and of the store.

import type { Day } from "@bursar/values/dates";
import { query, run } from "../../platform/bulk/kinds/load-sql.ts";
import type { SqlPart, Tx } from "../../platform/store/db.ts";
import { declared } from "../../platform/store/declared-sql.ts";
import type { ExchangeDayStatus } from "../exchange-days/calendar.ts";

/** A close that is ten times the last one or more, or a tenth or less. */
export interface Jump {
  readonly securityId: string;
  readonly on: Day;
  readonly close: string;
  readonly last: string;
}

/** The condition that a close jumps from the last one; both are columns. */
export function isJump(close: string, last: string): SqlPart {
  return declared`${last} > 0 and (${close} >= 10 * ${last} or ${close} <= ${last} / 10)`;
}

/** The splits that a statement looks at, as the first part of its WITH: those of some securities.
 * A split is recorded by each account that had the security. */
export function splitsOf(securities: SqlPart): SqlPart {
  return declared`splits as materialized (
    select distinct security_id, trade_on, ratio_new, ratio_old from account_transaction
    where transaction_type = 'SPL' and security_id in (${securities}))`;
}

/** The condition that no split between the last close and this one explains the jump; `jump` has
 * both, their days and the security. */
export function isUnexplained(jump: string): SqlPart {
  return declared`not exists (select from splits
    where splits.security_id = ${jump}.security_id
      and splits.trade_on > ${jump}.last_on and splits.trade_on <= ${jump}.priced_on
      and ${jump}.close * splits.ratio_new < 10 * ${jump}.last * splits.ratio_old
      and ${jump}.close * splits.ratio_new * 10 > ${jump}.last * splits.ratio_old)`;
}

/** Stages the changed closes that jump, and the days of all that are changed, until the load ends,
 * when all splits are known; `changed` stands in a FROM. */
export async function keepChangedCloses(tx: Tx, changed: SqlPart): Promise<void> {
  await run(
    tx,
    declared`create temporary table jumped_close on commit drop as
     select security_id, changed.priced_on, changed.close, last.close as last, last.last_on
     from ${changed} as changed
     cross join lateral (select close, before.priced_on as last_on from security_price as before
       where before.security_id = changed.security_id and before.priced_on < changed.priced_on
       order by before.priced_on desc limit 1) as last
     where not is_withdrawn and ${isJump("changed.close", "last.close")}`,
  );
  await run(
    tx,
    declared`create temporary table changed_close_day on commit drop as
     select distinct priced_on from ${changed} as changed where not is_withdrawn`,
  );
}

/** Whether the load has changed any close, so that there is something to look at. */
export async function areClosesKept(tx: Tx): Promise<boolean> {
  const [row] = await query<{ areKept: boolean }>(
    tx,
    declared`select to_regclass('pg_temp.jumped_close') is not null as "areKept"`,
  );
  return row?.areKept === true;
}

/** The staged closes that no split explains, by security and day. */
export async function selectKeptJumps(tx: Tx): Promise<Jump[]> {
  return query<Jump>(
    tx,
    declared`with ${splitsOf(declared`select security_id from jumped_close`)}
     select security_id::text as "securityId", priced_on::text as "on", close::text, last::text
     from jumped_close as jump where ${isUnexplained("jump")}
     order by security_id, priced_on`,
  );
}

/** A day with a close, and what is loaded of the exchange on it. */
export interface PricedDay {
  readonly on: Day;
  readonly status: ExchangeDayStatus | null;
}

/** The staged days of changed closes, in order. */
export async function selectKeptDays(tx: Tx): Promise<PricedDay[]> {
  return query<PricedDay>(
    tx,
    declared`select priced_on::text as "on", status
     from changed_close_day left join exchange_day on day = priced_on
     order by priced_on`,
  );
}
