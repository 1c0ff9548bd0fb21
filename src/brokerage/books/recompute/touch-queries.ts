// The statements with which a load notes the accounts that it touches.

import type { Day } from "@bursar/values/dates";
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { type SqlPart, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { selectChangedSources } from "../../clients-and-accounts/accounts/changes.ts";
import { heldWorthless } from "../account-books/changes.ts";

/** The changed rows of a load, for a FROM clause. Where the accounts of all the store are meant, its
 * tables are named `public.…`, since a load on a distributed store has a part of them before these. */
type Changed = SqlPart;

/** Makes the table in which a load notes the accounts that it touches. */
export async function createTouched(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table if not exists touched_account (
       account_number text collate "C" primary key, of_lots boolean not null, from_on date)
       on commit delete rows`,
  );
}

/** Notes accounts by a query: with `of_lots` where their lots may change too, and with the first day
 * of which anything has changed, where that is known; returns how many are noted otherwise than before. */
async function touch(tx: Tx, query: SqlPart): Promise<number> {
  await createTouched(tx);
  return run(
    tx,
    declared`insert into touched_account as known (account_number, of_lots, from_on) ${query}
     on conflict (account_number) do update set of_lots = known.of_lots or excluded.of_lots,
       from_on = case when known.from_on is not null and excluded.from_on is not null
         then least(known.from_on, excluded.from_on) end
       where excluded.of_lots and not known.of_lots
         or known.from_on is not null and excluded.from_on is distinct from known.from_on`,
  );
}

/** Notes the accounts of changed rows. */
export async function touchAccounts(tx: Tx, changed: Changed): Promise<void> {
  await touch(
    tx,
    declared`select distinct account_number, true, null::date from ${changed} as changed`,
  );
}

/** Notes the accounts to which lots were ever moved from those whose lots may change, and from these on. */
export async function touchReceivers(tx: Tx): Promise<void> {
  let noted = 1;
  while (noted > 0) {
    noted = await touch(
      tx,
      declared`select distinct t.to_account_number, true, null::date
       from public.account_transaction as t where t.to_account_number is not null
         and t.account_number in (select account_number from touched_account where of_lots)`,
    );
  }
}

/** Notes the accounts of changed rows that affect only series. */
export async function touchSeries(tx: Tx, changed: Changed): Promise<void> {
  await touch(
    tx,
    declared`select distinct account_number, false, null::date from ${changed} as changed`,
  );
}

/** Notes the accounts of changed raw data, which affects series from its day on. */
export async function touchValued(tx: Tx, changed: Changed): Promise<void> {
  await touch(
    tx,
    declared`select account_number, false, min(valued_on) from ${changed} as changed
     group by account_number`,
  );
}

/** Notes the accounts that changed closes affect: those that have had their securities and, where a
 * day becomes a valuation day or is none any more, all whose performance is computed. A disposal since
 * without a price uses them, too, if need be of a security that has another symbol since. */
export async function touchPriced(tx: Tx, changed: Changed): Promise<void> {
  const from = declared`(select min(priced_on) from ${changed} as changed)`;
  const securities = declared`(select distinct security_id from ${changed} as changed)`;
  // An account is found by its key, so that a close of one security costs its holders alone.
  const isValued = declared`exists (select from public.folio as f
    where f.account_number = t.account_number and f.performance_source = 'computed')`;
  await touch(
    tx,
    declared`select t.account_number, false, ${from} from public.account_transaction as t
     where t.security_id in ${securities} and ${isValued}
     union select t.account_number, false, ${from} from public.account_transaction as t
     where t.into_security_id in ${securities} and ${isValued}
     union select t.to_account_number, false, ${from} from public.account_transaction as t
     where t.security_id in ${securities} and t.to_account_number is not null`,
  );
  await touch(
    tx,
    declared`select distinct t.account_number, true, ${from} from public.account_transaction as t
     where t.security_id in ${securities} and t.price is null
       and (t.transaction_type = 'SYM' or t.trade_on >= ${from}
         and t.transaction_type in ('SLE', 'RDM', 'CIL', 'TOT', 'LMV'))`,
  );
  if (!(await isOtherDay(tx, changed))) return;
  await touch(
    tx,
    declared`select distinct t.account_number, false, ${from}
     from public.account_transaction as t where ${isValued}
     union select t.to_account_number, false, ${from}
     from public.account_transaction as t where t.to_account_number is not null`,
  );
}

/** Whether closes were added to a day that had none, or taken from one that has none now: whether a day
 * has as many closes as were added to it. */
async function isOtherDay(tx: Tx, changed: Changed): Promise<boolean> {
  const days = declared`(select priced_on, count(*) filter (where is_new) as added
    from ${changed} as changed where is_new or is_withdrawn group by priced_on)`;
  const others = await query<{ day: Day }>(
    tx,
    declared`select day.priced_on as "day" from ${days} as day
     left join (select p.priced_on, count(*) as stored from public.security_price as p
       where p.priced_on in (select d.priced_on from ${days} as d) group by p.priced_on) as known
       on known.priced_on = day.priced_on
     where coalesce(known.stored, 0) = day.added limit 1`,
  );
  return others.length > 0;
}

/** Notes the accounts of folios that have another source of performance from now on. */
export async function touchSources(tx: Tx): Promise<void> {
  const numbers = (await selectChangedSources(tx)).map(({ accountNumber }) => accountNumber);
  await createTouched(tx);
  await tx.execute(sql`
    insert into touched_account (account_number, of_lots)
    select distinct unnest(${numbers}::text[]), false
    on conflict (account_number) do update set from_on = null`);
}

/** Notes every account with transactions, since its valuation days may have changed. */
export async function touchTraders(tx: Tx): Promise<void> {
  await touch(
    tx,
    declared`select distinct account_number, false, null::date from public.account_transaction
     union select to_account_number, false, null from public.account_transaction
     where to_account_number is not null`,
  );
}

/** Notes the accounts that have had a changed security, whose kind decides what is covered. */
export async function touchHolders(tx: Tx, changed: Changed): Promise<void> {
  await touch(
    tx,
    declared`select account_number, true, null::date from public.account_transaction
     where security_id in (select security_id from ${changed} as changed)
     union select account_number, true, null from public.account_transaction
     where into_security_id in (select security_id from ${changed} as changed)`,
  );
}

/** Notes the accounts that still hold a security that became worthless in a year now ended. */
export async function touchWorthless(tx: Tx, today: Day): Promise<void> {
  await createTouched(tx);
  await tx.execute(sql`
    insert into touched_account (account_number, of_lots)
    select distinct t.account_number, true from ${heldWorthless} and year.closed_on <= ${today}
    on conflict (account_number) do update set of_lots = true`);
}
