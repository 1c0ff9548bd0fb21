// The facts that are looked at: those that the running load adds, or all that are in force. Each is the first
// part of a WITH, named `fact`, with the columns of `account_transaction`.
import type { SqlPart } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";

/** Facts and splits to look at, and how many findings of a kind are returned. */
export interface Scope {
  readonly facts: SqlPart;
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

// What is staged lies on one server, even where the store does not.
const loadedFacts = declared`fact as materialized (
  select added.* from load_transactions_changes as added where not exists (
    select from load_transactions_changes as later
    where later.account_number = added.account_number
      and later.takes_back = added.transaction_id))`;

const storedFacts = declared`fact as not materialized (
  select stored.* from public.account_transaction as stored where ${inForce("stored")})`;

/** What the running load adds; it has a file of transactions, and one of splits, respectively. */
export const ofLoad: Scope = {
  facts: loadedFacts,
  splits: declared`split as materialized (
    select security_id, ex_on, ratio_new, ratio_old from load_splits_changes
    where not is_withdrawn)`,
  most: 20,
};

/** Everything that is stored. */
export const ofStore: Scope = {
  facts: storedFacts,
  splits: declared`split as not materialized (select * from security_split)`,
  most: 100,
};
