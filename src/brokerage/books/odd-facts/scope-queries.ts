// The facts that are looked at: those that the running load adds, or all that are in force.
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { declared, literal } from "../../../platform/store/declared-sql.ts";

/** Facts and splits to look at, and how many findings of a kind are returned. */
export interface Scope {
  /** Facts of which a condition holds, by the columns of `account_transaction`: the first part of a WITH,
   * named `fact`. */
  readonly facts: (condition: SqlPart) => SqlPart;
  /** Facts in force of the accounts of payouts, reinvestments and spin-offs among these, for a FROM. */
  readonly beside: SqlPart;
  /** The splits that accounts have of securities: `security_id` and `ex_on`, for a FROM. */
  readonly divided: SqlPart;
  /** Rows of `splits` by the columns of their table, as the first part of a WITH, named `split`. */
  readonly splits: SqlPart;
  readonly most: number;
}

/** The condition that nothing has taken a stored transaction back. */
export function inForce(alias: string): SqlPart {
  return declared`not exists (select from public.account_transaction as later
    where later.account_number = ${alias}.account_number
      and later.takes_back = ${alias}.transaction_id)`;
}

/** Keeps the facts in force that the running load adds; returns whether it has a file of transactions. */
export async function keepLoadedFacts(tx: Tx): Promise<boolean> {
  if (!(await isStaged(tx, "load_transactions_changes"))) return false;
  await run(
    tx,
    declared`create temporary table load_fact on commit drop as
     select added.* from load_transactions_changes as added
     where transaction_type <> 'CXL' and not exists (
       select from load_transactions_changes as later
       where later.account_number = added.account_number
         and later.takes_back = added.transaction_id)`,
  );
  await run(tx, declared`analyze load_fact`);
  await keepBeside(tx);
  await keepDivided(tx);
  return true;
}

const accountsAtOnce = 1_000;

/** A spread store is asked account by account, and for nothing that is staged; so the facts beside are copied,
 * which costs little elsewhere. */
async function keepBeside(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_beside on commit drop as
     select account_number, transaction_id, transaction_type, folio_number, security_id, amount, ex_on,
       trade_on, parent_value from load_fact with no data`,
  );
  let after = "";
  for (;;) {
    const accounts = await query<{ number: string }>(
      tx,
      declared`select distinct account_number as "number" from load_fact
       where transaction_type in ('DIV', 'INT', 'ROC', 'REI', 'SPO') and account_number > $1
       order by 1 limit ${accountsAtOnce}`,
      [after],
    );
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.number;
    await query(
      tx,
      declared`insert into load_beside
       select account_number, transaction_id, transaction_type, folio_number, security_id, amount, ex_on,
         trade_on, parent_value from public.account_transaction as t
       where t.account_number = any($1::text[])
         and t.transaction_type in ('DIV', 'INT', 'ROC', 'SPO')
         and not exists (select from public.account_transaction as later
           where later.account_number = t.account_number
             and later.account_number = any($1::text[]) and later.takes_back = t.transaction_id)`,
      [accounts.map(({ number }) => number)],
    );
  }
  await run(tx, declared`create index on load_beside (account_number)`);
  await run(tx, declared`analyze load_beside`);
}

async function keepDivided(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_divided (security_id bigint, ex_on date) on commit drop`,
  );
  const securities = await query<{ id: string }>(
    tx,
    declared`select security_id as "id" from load_fact where ${isValued}
     union select into_security_id from load_fact where ${isValued} and into_security_id is not null`,
  );
  if (securities.length === 0) return;
  await query(
    tx,
    declared`insert into load_divided
     select distinct security_id, trade_on from public.account_transaction
     where transaction_type = 'SPL' and security_id = any($1::bigint[])`,
    [securities.map(({ id }) => id)],
  );
}

/** The condition that a fact may state a value of a share. */
export const isValued = declared`transaction_type in ('GFT', 'INH', 'LMV', 'TIN', 'SPO', 'MRG')`;

/** Whether the running load has made a table of its own. */
export async function isStaged(tx: Tx, table: string): Promise<boolean> {
  const [row] = await query<{ isThere: boolean }>(
    tx,
    declared`select to_regclass(${literal(`pg_temp.${table}`)}) is not null as "isThere"`,
  );
  return row?.isThere === true;
}

/** What the running load adds; it has a file of transactions, and one of splits, respectively. */
export const ofLoad: Scope = {
  // What is staged lies on one server, even where the store does not.
  facts: (condition) => declared`fact as materialized (select * from load_fact where ${condition})`,
  beside: declared`load_beside`,
  divided: declared`load_divided`,
  splits: declared`split as materialized (
    select security_id, ex_on, ratio_new, ratio_old from load_splits_changes
    where not is_withdrawn)`,
  most: 20,
};

/** Everything that is stored. */
export const ofStore: Scope = {
  facts: (condition) => declared`fact as not materialized (
    select stored.* from public.account_transaction as stored
    where ${condition} and ${inForce("stored")})`,
  beside: declared`(select own.* from public.account_transaction as own where ${inForce("own")})`,
  divided: declared`(select security_id, trade_on as ex_on from public.account_transaction
    where transaction_type = 'SPL')`,
  splits: declared`split as not materialized (select * from security_split)`,
  most: 100,
};
