// The statements of computing the accounts that a load touches: which they are, and which a request
// has changed meanwhile.

import type { Day } from "@bursar/values/dates";
import { countRows, query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { lockAccounts } from "../../../platform/bulk/stage/near-stages.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { declared, joined } from "../../../platform/store/declared-sql.ts";
import type { AccountState } from "../account-books/changes.ts";
import { createTouched } from "./touch-queries.ts";

/** Keeps only the touched accounts that have facts, or had some until now; returns how many there
 * are. */
export async function keepTouched(tx: Tx): Promise<number> {
  await createTouched(tx);
  // The least row of an account is looked up by its key. With `exists`, a plan that expects many rows of
  // each account would read the table from its start until it meets one.
  await run(
    tx,
    declared`with known as materialized (
       select account_number from account as a
       where account_number in (select account_number from touched_account)
         and coalesce(
           (select min(t.transaction_id)::text from account_transaction as t
             where t.account_number = a.account_number),
           (select min(v.folio_number) from folio_valuation as v
             where v.account_number = a.account_number),
           (select min(p.folio_number) from performance_quarter as p
             where p.account_number = a.account_number)) is not null)
     delete from touched_account as touched where not exists (
       select from known where known.account_number = touched.account_number)`,
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
  /** The first day of which anything has changed, where that is known. */
  readonly from?: Day | null;
}

/** The next touched accounts, in order of number. */
export async function selectTouched(
  tx: Tx,
  after: string,
  limit: number,
): Promise<TouchedAccount[]> {
  return query(
    tx,
    declared`select account_number as "accountNumber", of_lots as "ofLots", from_on as "from"
     from touched_account where account_number > $1 order by account_number limit $2`,
    [after, limit],
  );
}

/** Keeps the states from which accounts were computed. */
export async function insertComputedStates(tx: Tx, states: readonly AccountState[]): Promise<void> {
  await run(
    tx,
    declared`create temporary table if not exists computed_account (account_number text collate "C",
       version bigint, account_type text collate "C", default_tax_lot_selection text collate "C",
       short_term_tax_rate numeric, long_term_tax_rate numeric, funds_averaged_from date)
       on commit delete rows`,
  );
  await tx.execute(sql`
    insert into computed_account
    select * from unnest(${states.map((state) => state.accountNumber)}::text[],
      ${states.map((state) => state.version)}::bigint[],
      ${states.map((state) => state.accountType)}::text[],
      ${states.map((state) => state.defaultTaxLotSelection)}::text[],
      ${states.map((state) => state.shortTermTaxRate)}::numeric[],
      ${states.map((state) => state.longTermTaxRate)}::numeric[],
      ${states.map((state) => state.fundsAveragedFrom)}::date[])`);
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
    select account_number as "accountNumber", of_lots as "ofLots", from_on as "from"
    from touched_account as touched
    where not exists (
      select from unnest(${known}::text[]) as known (number) where number = touched.account_number)
    order by account_number`);
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
        computed.long_term_tax_rate, computed.funds_averaged_from)
      is distinct from (account.account_type, account.default_tax_lot_selection,
        account.short_term_tax_rate, account.long_term_tax_rate, account.funds_averaged_from)`);
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
  "new_lot_book",
  "new_open_lot",
  "new_closed_lot",
  "gone_lot",
  "new_holder",
  "new_position",
  "new_cash",
  "new_cash_day",
  "gone_cash_day",
  "new_series",
  "new_quarter",
  "new_served_quarter",
];
