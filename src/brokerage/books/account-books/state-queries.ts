// The statements of what an account's books depend on, and of its facts' version.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { run } from "../../../platform/bulk/kinds/load-sql.ts";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";

/** The state on which an account's books depend, by version or by value. */
export interface AccountState {
  readonly accountNumber: string;
  /** Increases with every load that touches the account's facts or prices; 0 before the first. */
  readonly version: string;
  readonly accountType: string;
  readonly defaultTaxLotSelection: string;
  readonly shortTermTaxRate: Decimal | null;
  readonly longTermTaxRate: Decimal | null;
  readonly fundsAveragedFrom: Day | null;
}

/** The states of those accounts that exist, in order of number. */
export async function selectStates(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<AccountState[]> {
  return db.rows(sql<AccountState>`
    select account_number as "accountNumber", coalesce(version, 0)::text as "version",
      account_type as "accountType", default_tax_lot_selection as "defaultTaxLotSelection",
      short_term_tax_rate as "shortTermTaxRate", long_term_tax_rate as "longTermTaxRate",
      funds_averaged_from as "fundsAveragedFrom"
    from account left join account_facts using (account_number)
    where account_number = any(${accountNumbers}::text[]) order by account_number`);
}

/** The accounts with transactions that have a folio whose performance is computed, by number. */
export async function selectValued(db: Reader): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select distinct account_number as "number" from folio
    where performance_source = 'computed' order by 1`);
  return rows.map(({ number }) => number);
}

/** Transactions `t` by which a security became worthless that their account still holds, and the day
 * `year.closed_on` on which its lots are closed. */
export const heldWorthless = part`account_transaction as t
  cross join lateral (
    select make_date(extract(year from t.trade_on)::integer, 12, 31) as closed_on) as year
  join open_lot as lot on lot.account_number = t.account_number
    and lot.security_id = t.security_id
  left join account_transaction as opening on opening.account_number = lot.account_number
    and opening.transaction_id = lot.originating_transaction_id
  -- What another account has moved here came on its day of transfer.
  where t.transaction_type = 'WLS'
    and coalesce(opening.trade_on, lot.transfer_on, '-infinity') <= year.closed_on
    and not exists (select from account_transaction as later
      where later.account_number = t.account_number and later.takes_back = t.transaction_id)`;

/** The accounts, among some, that still hold a security that became worthless in a year now
 * ended. */
export async function selectHoldersOfWorthless(
  db: Reader,
  accountNumbers: readonly string[],
  today: Day,
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select distinct t.account_number as "number" from ${heldWorthless}
      and year.closed_on <= ${today} and t.account_number = any(${accountNumbers}::text[])`);
  return rows.map(({ number }) => number);
}

/** Locks accounts in order of number until the transaction ends; returns the states then of those
 * that exist. */
export async function lockStates(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<AccountState[]> {
  // In one statement the version would be that from before the wait for the lock.
  await tx.execute(sql`
    select from account where account_number = any(${accountNumbers}::text[])
    order by account_number for no key update`);
  return selectStates(tx, accountNumbers);
}

/** Marks the place to which `releaseLocks` returns. */
export async function beginLocking(tx: Tx): Promise<void> {
  await run(tx, declared`savepoint before_locks`);
}

/** Releases the locks taken since `beginLocking`. */
export async function releaseLocks(tx: Tx): Promise<void> {
  await run(tx, declared`rollback to savepoint before_locks`);
}

/** Makes the planner find the rows of one account by their keys until the transaction ends: it does
 * not know the size of staging tables, and would read whole tables for a few rows. */
export async function preferKeys(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off`,
  );
}

/** Increases the versions of the facts of some accounts whose locks are held. */
export async function updateVersions(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  // One statement for all of them would commit in two phases where the store is distributed, even that of one account.
  await Promise.all(
    accountNumbers.map((accountNumber) =>
      tx.execute(sql`
        insert into account_facts (account_number, version) values (${accountNumber}, 1)
        on conflict (account_number) do update set version = account_facts.version + 1`),
    ),
  );
}
