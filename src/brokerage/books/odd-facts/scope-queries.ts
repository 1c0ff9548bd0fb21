// The facts that are looked at: those that the running load adds, or all that are in force.
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { declared, literal } from "../../../platform/store/declared-sql.ts";

/** Facts and splits to look at, and how many findings of a kind are returned. */
export interface Scope {
  /** Facts of which a condition holds, by the columns of `account_transaction`: the first part of a WITH,
   * named `fact`. */
  readonly facts: (condition: SqlPart) => SqlPart;
  /** Facts in force other than these, for a FROM: payouts of their accounts, and all spin-offs of their securities. */
  readonly others: SqlPart;
  /** The splits of some securities, in `splits` or of accounts: `security_id` and `ex_on`, as a query. */
  readonly divided: (securities: SqlPart) => SqlPart;
  /** Accounts that held a security at the opening of the day of a row of `splits` and have no split on it, the
   * first part of a WITH, named `holder`: `account_number`, `security_id` and `ex_on`. */
  readonly holders: SqlPart;
  readonly most: number;
}

/** The condition that nothing has taken a stored transaction back. */
export function inForce(alias: string): SqlPart {
  return declared`not exists (select from public.account_transaction as later
    where later.account_number = ${alias}.account_number
      and later.takes_back = ${alias}.transaction_id)`;
}

/** Whether the running load has a file of transactions, or of splits. */
export async function hasLoaded(tx: Tx, kind: "transactions" | "splits"): Promise<boolean> {
  return isStaged(tx, `load_${kind}_changes`);
}

/** Keeps the facts in force and the splits that the running load adds, once. */
export async function keepLoaded(tx: Tx): Promise<void> {
  if (await isStaged(tx, "load_fact")) return;
  await run(
    tx,
    (await hasLoaded(tx, "transactions"))
      ? declared`create temporary table load_fact on commit drop as
         select added.* from load_transactions_changes as added
         where transaction_type <> 'CXL' and not exists (
           select from load_transactions_changes as later
           where later.account_number = added.account_number
             and later.takes_back = added.transaction_id)`
      : declared`create temporary table load_fact on commit drop as
         select * from public.account_transaction with no data`,
  );
  await run(tx, declared`analyze load_fact`);
  await run(
    tx,
    (await hasLoaded(tx, "splits"))
      ? declared`create temporary table load_split on commit drop as
         select security_id, ex_on, ratio_new, ratio_old from load_splits_changes
         where not is_withdrawn`
      : declared`create temporary table load_split on commit drop as
         select * from public.security_split with no data`,
  );
  await copyOtherFacts(tx);
  await keepDivided(tx);
}

const accountsAtOnce = 1_000;

/** A distributed store is asked account by account, and for nothing that is staged; so the other facts are copied,
 * which costs little elsewhere. */
async function copyOtherFacts(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_others on commit drop as
     select account_number, transaction_id, transaction_type, folio_number, security_id, amount, ex_on,
       trade_on, parent_value from load_fact with no data`,
  );
  let after = "";
  for (;;) {
    const accounts = await query<{ number: string }>(
      tx,
      declared`select distinct account_number as "number" from load_fact
       where transaction_type in ('DIV', 'INT', 'ROC', 'REI') and account_number > $1
       order by 1 limit ${accountsAtOnce}`,
      [after],
    );
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.number;
    await query(
      tx,
      declared`insert into load_others
       select account_number, transaction_id, transaction_type, folio_number, security_id, amount, ex_on,
         trade_on, parent_value from public.account_transaction as t
       where t.account_number = any($1::text[])
         and t.transaction_type in ('DIV', 'INT', 'ROC')
         and not exists (select from public.account_transaction as later
           where later.account_number = t.account_number
             and later.account_number = any($1::text[]) and later.takes_back = t.transaction_id)`,
      [accounts.map(({ number }) => number)],
    );
  }
  const spun = await query<{ id: string }>(
    tx,
    declared`select distinct security_id as "id" from load_fact where transaction_type = 'SPO'`,
  );
  await query(
    tx,
    declared`insert into load_others
     select account_number, transaction_id, transaction_type, folio_number, security_id, amount, ex_on,
       trade_on, parent_value from public.account_transaction as t
     where t.security_id = any($1::bigint[]) and t.transaction_type = 'SPO' and ${inForce("t")}`,
    [spun.map(({ id }) => id)],
  );
  await run(tx, declared`create index on load_others (account_number)`);
  await run(tx, declared`analyze load_others`);
}

async function keepDivided(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_divided (security_id bigint, ex_on date) on commit drop`,
  );
  const securities = await query<{ id: string }>(
    tx,
    declared`select security_id as "id" from load_fact where ${isValued} or transaction_type = 'SPL'
     union select into_security_id from load_fact where ${isValued} and into_security_id is not null`,
  );
  if (securities.length === 0) return;
  await query(
    tx,
    declared`insert into load_divided
     select distinct t.security_id, t.trade_on from public.account_transaction as t
     where t.transaction_type = 'SPL' and t.security_id = any($1::bigint[]) and ${inForce("t")}`,
    [securities.map(({ id }) => id)],
  );
}

/** The condition that a fact may state a value of a share. */
export const isValued = declared`transaction_type in ('GFT', 'INH', 'LMV', 'STU', 'TIN', 'SPO', 'MRG')`;

/** Whether the running load has made a table of its own. */
async function isStaged(tx: Tx, table: string): Promise<boolean> {
  const [row] = await query<{ isThere: boolean }>(
    tx,
    declared`select to_regclass(${literal(`pg_temp.${table}`)}) is not null as "isThere"`,
  );
  return row?.isThere === true;
}

function dividedBy(own: SqlPart) {
  return (securities: SqlPart) => declared`
    select security_id, ex_on from security_split where security_id in (${securities})
    union
    select security_id, ex_on from ${own} as own where security_id in (${securities})`;
}

/** Lots that another account has moved here came on its day of transfer. */
const openedOn = declared`coalesce(opening.trade_on, lot.transfer_on)`;

/** Joins a lot `lot` with the transaction that opened it, which is not the account's own of a moved lot. */
export const opened = declared`left join public.account_transaction as opening
  on opening.account_number = lot.account_number
    and opening.transaction_id = lot.originating_transaction_id`;

/** Whether the account of a row has a split of its security on a day. */
const follows = (
  of: SqlPart,
  exOn: SqlPart,
) => declared`exists (select from public.account_transaction as t
  where t.account_number = ${of}.account_number and t.security_id = ${of}.security_id
    and t.transaction_type = 'SPL' and t.trade_on = ${exOn} and ${inForce("t")})`;

/** A child of a spin-off has its parent's opening: the account must have had the security itself by then. */
const hadBefore = declared`(opening.transaction_id is null
  or exists (select from public.account_transaction as had
    where had.account_number = lot.account_number and had.trade_on < split.ex_on
      and lot.security_id in (had.security_id, had.into_security_id)))`;

/** From the lots of accounts, joined with splits: a distributed store joins these on each of its servers. */
function holdersBy(splits: SqlPart, isHeld: SqlPart): SqlPart {
  return declared`holder as (
    select lot.account_number, lot.security_id, split.ex_on
    from public.open_lot as lot ${opened} join ${splits}
    where ${openedOn} < split.ex_on and ${isHeld}
      and not ${follows(declared`lot`, declared`split.ex_on`)}
    union
    select lot.account_number, lot.security_id, split.ex_on
    from public.closed_lot as lot ${opened} join ${splits}
    where ${openedOn} < split.ex_on and lot.closing_transaction_on >= split.ex_on and ${isHeld}
      and not ${follows(declared`lot`, declared`split.ex_on`)})`;
}

function tradersOf(splits: SqlPart): SqlPart {
  return declared`
    select t.account_number, split.security_id, split.ex_on
    from ${splits} as split join public.account_transaction as t
      on t.security_id = split.security_id and t.trade_on < split.ex_on
    union
    select t.account_number, split.security_id, split.ex_on
    from ${splits} as split join public.account_transaction as t
      on t.into_security_id = split.security_id and t.trade_on < split.ex_on
    union
    select t.to_account_number, split.security_id, split.ex_on
    from ${splits} as split join public.account_transaction as t
      on t.security_id = split.security_id and t.trade_on < split.ex_on
        and t.to_account_number is not null`;
}

/** The facts that the running load adds. */
export const ofLoad: Scope = {
  // Staged rows lie on one server, even where the store does not.
  facts: (condition) => declared`fact as materialized (select * from load_fact where ${condition})`,
  others: declared`load_others`,
  divided: dividedBy(declared`load_divided`),
  // Of new splits all accounts; of stored ones those that have had the security by new facts alone.
  holders: declared`had as materialized (
      select account_number, security_id, min(trade_on) as first_on from (
        select account_number, security_id, trade_on from load_fact
        union all select account_number, into_security_id, trade_on from load_fact
        union all select to_account_number, security_id, trade_on from load_fact
          where to_account_number is not null) as had
      group by account_number, security_id),
    pair as materialized (
      select account_number, known.security_id, known.ex_on
      from had join security_split as known
        on known.security_id = had.security_id and known.ex_on > first_on
      where not exists (select from load_split as new
        where new.security_id = known.security_id and new.ex_on = known.ex_on)),
    added as materialized (
      select account_number, transaction_id from load_fact
      where account_number in (select account_number from pair)),
    earlier as materialized (
      select pair.account_number, pair.security_id, pair.ex_on
      from public.account_transaction as t join pair on pair.account_number = t.account_number
        and pair.security_id in (t.security_id, t.into_security_id) and t.trade_on < pair.ex_on
      where not exists (select from added where added.account_number = t.account_number
        and added.transaction_id = t.transaction_id)),
    new_split as materialized (select security_id, ex_on from load_split),
    trader as materialized (
      select account_number, security_id, ex_on from pair
      where not exists (select from earlier where earlier.account_number = pair.account_number
        and earlier.security_id = pair.security_id and earlier.ex_on = pair.ex_on)
      union ${tradersOf(declared`new_split`)}),
    ${holdersBy(
      declared`trader as split on split.account_number = lot.account_number
        and split.security_id = lot.security_id`,
      declared`true`,
    )}`,
  most: 20,
};

/** The facts that the running load adds once they are stored, so that they are compared with lots
 * where these lie. */
export const ofLoadStored: Scope = {
  ...ofLoad,
  facts: (condition) => declared`added as materialized (
      select account_number, transaction_id from load_fact where ${condition}),
    fact as not materialized (
      select stored.* from public.account_transaction as stored
        join added on added.account_number = stored.account_number
          and added.transaction_id = stored.transaction_id)`,
};

/** The stored splits of accounts on the days of those that the running load adds of securities. */
export const ofLoadedSplits: Scope = {
  ...ofLoad,
  facts: (condition) => declared`added as materialized (
      select account_number, transaction_id from load_fact where ${condition}),
    new_split as materialized (select security_id, ex_on from load_split),
    fact as materialized (
      select stored.* from public.account_transaction as stored
        join new_split as new on new.security_id = stored.security_id
          and new.ex_on = stored.trade_on
      where ${condition} and ${inForce("stored")} and not exists (select from added
        where added.account_number = stored.account_number
          and added.transaction_id = stored.transaction_id))`,
};

/** Everything that is stored. */
export const ofStore: Scope = {
  facts: (condition) => declared`fact as not materialized (
    select stored.* from public.account_transaction as stored
    where ${condition} and ${inForce("stored")})`,
  others: declared`(select own.* from public.account_transaction as own where ${inForce("own")})`,
  divided: dividedBy(declared`(select t.security_id, t.trade_on as ex_on
    from public.account_transaction as t where t.transaction_type = 'SPL' and ${inForce("t")})`),
  holders: holdersBy(
    declared`security_split as split on split.security_id = lot.security_id`,
    hadBefore,
  ),
  most: 100,
};
