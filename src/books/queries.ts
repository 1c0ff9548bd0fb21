// Every SQL statement of computing accounts after a load: which it touches, and which a request has
// changed meanwhile.
import { countRows, query, run } from "../platform/bulk/load-sql.ts";
import { lockAccounts } from "../platform/bulk/near-stages.ts";
import { type SqlPart, sql, type Tx } from "../platform/store/db.ts";
import { declared, joined } from "../platform/store/declared-sql.ts";
import type { AccountState } from "../resources/account-books/state-queries.ts";
import { selectChangedSources } from "../resources/accounts/changes.ts";
import type { Day } from "../values/dates.ts";

/** The changed rows of a load, for a FROM clause. Where the accounts of all the store are meant, its
 * tables are named `public.…`, since a load on a spread store has a part of them before these. */
type Changed = SqlPart;

/** Makes the table in which a load notes the accounts that it touches. */
async function createTouched(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table if not exists touched_account (
       account_number text collate "C" primary key, of_lots boolean not null)
       on commit delete rows`,
  );
}

/** Notes accounts by a query; `of_lots` where their lots may change too. */
async function touch(tx: Tx, query: SqlPart): Promise<void> {
  await createTouched(tx);
  await run(
    tx,
    declared`insert into touched_account as known (account_number, of_lots) ${query}
     on conflict (account_number) do update set of_lots = true
       where excluded.of_lots and not known.of_lots`,
  );
}

/** Notes the accounts of changed rows. */
export async function touchAccounts(tx: Tx, changed: Changed): Promise<void> {
  await touch(tx, declared`select distinct account_number, true from ${changed} as changed`);
}

/** Notes the accounts of changed rows that affect only series. */
export async function touchSeries(tx: Tx, changed: Changed): Promise<void> {
  await touch(tx, declared`select distinct account_number, false from ${changed} as changed`);
}

/** Notes the accounts that changed closes affect: each close makes a valuation day, and a disposal
 * without a price uses them. */
export async function touchPriced(tx: Tx, changed: Changed): Promise<void> {
  const isPriced = declared`t.price is null and t.transaction_type in ('SLE', 'RDM', 'CIL', 'TOT')
    and priced.security_id is not null`;
  await touch(
    tx,
    declared`select t.account_number, bool_or(${isPriced})
     from public.account_transaction as t
     left join (select distinct account_number from public.folio
       where performance_source = 'computed') as computed
       on computed.account_number = t.account_number
     left join (select distinct security_id from ${changed} as changed) as priced
       on priced.security_id = t.security_id
     group by t.account_number
     having bool_or(computed.account_number is not null) or bool_or(${isPriced})`,
  );
}

/** Notes the accounts of folios that have another source of performance from now on. */
export async function touchSources(tx: Tx): Promise<void> {
  const numbers = (await selectChangedSources(tx)).map(({ accountNumber }) => accountNumber);
  await createTouched(tx);
  await tx.execute(sql`
    insert into touched_account (account_number, of_lots)
    select distinct unnest(${numbers}::text[]), false
    on conflict (account_number) do nothing`);
}

/** Notes every account with transactions, since its valuation days may have changed. */
export async function touchTraders(tx: Tx): Promise<void> {
  await touch(tx, declared`select distinct account_number, false from public.account_transaction`);
}

/** Notes the accounts that have had a changed security, whose kind decides what is covered. */
export async function touchHolders(tx: Tx, changed: Changed): Promise<void> {
  await touch(
    tx,
    declared`select account_number, true from public.account_transaction
     where security_id in (select security_id from ${changed} as changed)
     union select account_number, true from public.account_transaction
     where into_security_id in (select security_id from ${changed} as changed)`,
  );
}

/** Notes the accounts that still hold a security that became worthless in a year now ended. */
export async function touchWorthless(tx: Tx, today: Day): Promise<void> {
  await createTouched(tx);
  await tx.execute(sql`
    insert into touched_account (account_number, of_lots)
    select distinct t.account_number, true
    from account_transaction as t
    cross join lateral (
      select make_date(extract(year from t.trade_on)::integer, 12, 31) as closed_on) as year
    join open_lot as lot on lot.account_number = t.account_number
      and lot.security_id = t.security_id
    join account_transaction as opening on opening.account_number = lot.account_number
      and opening.transaction_id = lot.originating_transaction_id
    where t.transaction_type = 'WLS' and year.closed_on <= ${today}
      and opening.trade_on <= year.closed_on
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    on conflict (account_number) do update set of_lots = true`);
}

/** Keeps only the touched accounts that have facts, or had some until now; returns how many there
 * are. */
export async function keepTouched(tx: Tx): Promise<number> {
  await createTouched(tx);
  await run(
    tx,
    declared`delete from touched_account where account_number not in (
       select account_number from account as a
       where account_number in (select account_number from touched_account)
         and (exists (select from account_transaction as t
             where t.account_number = a.account_number)
           or exists (select from folio_valuation as v
             where v.account_number = a.account_number)
           or exists (select from performance_quarter as p
             where p.account_number = a.account_number)))`,
  );
  await run(tx, declared`analyze touched_account`);
  return countRows(tx, declared`select from touched_account`);
}

/** Increases the versions of the touched accounts, whose locks are held: a version that moves earlier
 * would hold up every request that books. */
export async function updateTouchedVersions(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`insert into account_facts (account_number, version)
     select account_number, 1 from touched_account order by account_number
     on conflict (account_number) do update set version = account_facts.version + 1`,
  );
}

/** An account that a load touches. */
export interface TouchedAccount {
  readonly accountNumber: string;
  readonly ofLots: boolean;
}

/** The next touched accounts, in order of number. */
export async function selectTouched(
  tx: Tx,
  after: string,
  limit: number,
): Promise<TouchedAccount[]> {
  return query(
    tx,
    declared`select account_number as "accountNumber", of_lots as "ofLots" from touched_account
     where account_number > $1 order by account_number limit $2`,
    [after, limit],
  );
}

/** Keeps the states from which accounts were computed. */
export async function insertComputedStates(tx: Tx, states: readonly AccountState[]): Promise<void> {
  await run(
    tx,
    declared`create temporary table if not exists computed_account (account_number text collate "C",
       version bigint, account_type text collate "C", default_tax_lot_selection text collate "C",
       short_term_tax_rate numeric, long_term_tax_rate numeric) on commit delete rows`,
  );
  await tx.execute(sql`
    insert into computed_account
    select * from unnest(${states.map((state) => state.accountNumber)}::text[],
      ${states.map((state) => state.version)}::bigint[],
      ${states.map((state) => state.accountType)}::text[],
      ${states.map((state) => state.defaultTaxLotSelection)}::text[],
      ${states.map((state) => state.shortTermTaxRate)}::numeric[],
      ${states.map((state) => state.longTermTaxRate)}::numeric[])`);
}

/** Locks the touched accounts in order of number until the transaction ends; returns their numbers. */
export async function lockTouched(tx: Tx): Promise<readonly string[]> {
  const touched = await tx.rows(sql<{ number: string }>`
    select account_number as "number" from touched_account order by account_number`);
  const numbers = touched.map(({ number }) => number);
  await lockAccounts(tx, numbers);
  return numbers;
}

/** The touched accounts without those that are known already, in order of number. */
export async function selectTouchedBeside(
  tx: Tx,
  known: readonly string[],
): Promise<TouchedAccount[]> {
  return tx.rows(sql<TouchedAccount>`
    select account_number as "accountNumber", of_lots as "ofLots" from touched_account
    where account_number not in (select unnest(${known}::text[])) order by account_number`);
}

/** The accounts that were computed. */
export async function selectComputed(tx: Tx): Promise<TouchedAccount[]> {
  return tx.rows(sql<TouchedAccount>`
    select distinct account_number as "accountNumber", of_lots as "ofLots"
    from computed_account join touched_account using (account_number)
    order by account_number`);
}

/** The accounts whose settings or facts are no longer those from which they were computed. */
export async function selectMoved(tx: Tx): Promise<TouchedAccount[]> {
  const changed = await tx.rows(sql<TouchedAccount>`
    select account_number as "accountNumber", of_lots as "ofLots"
    from computed_account as computed join touched_account using (account_number)
      join account using (account_number)
    where (computed.account_type, computed.default_tax_lot_selection, computed.short_term_tax_rate,
        computed.long_term_tax_rate)
      is distinct from (account.account_type, account.default_tax_lot_selection,
        account.short_term_tax_rate, account.long_term_tax_rate)`);
  // One without facts has no version; a request that gives it the first moves it from 0.
  const booked = await tx.rows(sql<TouchedAccount>`
    select account_number as "accountNumber", true as "ofLots"
    from computed_account as computed join touched_account using (account_number)
      join account_facts using (account_number)
    where computed.version <> account_facts.version`);
  const moved = new Map([...changed, ...booked].map((each) => [each.accountNumber, each]));
  return [...moved.values()].toSorted((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1));
}

/** The first accounts of which anything is staged or reported lots were loaded, and how many there
 * are. */
export async function selectStagedAccounts(
  tx: Tx,
  limit: number,
): Promise<{ readonly count: number; readonly accountNumbers: readonly string[] }> {
  const rows = await query<{ count: number; accountNumber: string }>(
    tx,
    declared`with staged as (
       select account_number from new_series union select account_number from new_open_lot
       union select account_number from new_closed_lot union select account_number from gone_lot
       union select account_number from load_reported_bodies)
     select count(*) over ()::integer as count, account_number as "accountNumber" from staged
     order by account_number limit ${limit}`,
  );
  const accountNumbers = rows.map(({ accountNumber }) => accountNumber);
  return { count: rows[0]?.count ?? 0, accountNumbers };
}

/** Gives the planner statistics of the staging tables. */
export async function analyzeStages(tx: Tx): Promise<void> {
  const found = await query<{ name: string }>(
    tx,
    declared`select relname as name from pg_class
     where relnamespace = pg_my_temp_schema() and relkind = 'r' and relname = any($1::text[])`,
    [stages],
  );
  if (found.length > 0) await run(tx, declared`analyze ${joined(found.map(({ name }) => name))}`);
}

const stages = [
  ...["new_lot_book", "new_open_lot", "new_closed_lot", "gone_lot"],
  ...["new_holder", "new_position", "new_cash", "new_series", "new_quarter"],
];
