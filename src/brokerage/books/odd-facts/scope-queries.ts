// The facts that are looked at: those that the running load adds, or all that are in force.
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { declared, literal } from "../../../platform/store/declared-sql.ts";

/** Facts and splits to look at, and how many findings of a kind are returned. */
export interface Scope {
  /** Facts of which a condition holds, by the columns of `account_transaction`: the first part of a WITH,
   * named `fact`. */
  readonly facts: (condition: SqlPart) => SqlPart;
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
  return true;
}

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
  splits: declared`split as not materialized (select * from security_split)`,
  most: 100,
};
