// Every SQL statement of transactions.
import { ask, run } from "../../platform/bulk/load-sql.ts";
import { type Reader, sql, type Tx } from "../../platform/db.ts";
import type { Id } from "../../values/ids.ts";
import type { TransactionRow } from "./facts.ts";

/** Transactions of accounts, by account and then in the order in which facts are taken: by trade
 * date; on one day corporate events first, then all else; then by entry. */
export async function selectTransactions(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<TransactionRow[]> {
  return db.rows(sql<TransactionRow>`
    select t.account_number as "accountNumber", t.transaction_id as "transactionId",
      t.transaction_type as "transactionType", t.entry_order as "entryOrder",
      t.folio_number as "folioNumber", t.trade_on as "tradeOn",
      t.settlement_on as "settlementOn", t.ex_on as "exOn", t.security_id as "securityId",
      t.shares, t.price, last.close as "lastClose", t.fees, t.net_amount as "netAmount", t.amount,
      t.federal_tax_withholding as "federalTaxWithholding",
      t.state_tax_withholding as "stateTaxWithholding",
      t.withholding_state as "withholdingState",
      t.foreign_tax_withholding as "foreignTaxWithholding",
      t.withholding_country as "withholdingCountry", t.lots,
      t.donor_acquired_on as "donorAcquiredOn", t.donor_cost_basis as "donorBasis",
      t.died_on as "diedOn", t.market_value as "marketValue",
      t.into_security_id as "intoSecurityId", t.ratio_new as "ratioNew",
      t.ratio_old as "ratioOld", t.cash_per_share as "cashPerShare",
      t.new_share_value as "newShareValue", t.child_value as "childValue",
      t.parent_value as "parentValue", t.relief_method as "reliefMethod",
      t.named_lots as "namedLots", t.to_folio_number as "toFolioNumber",
      t.fee_paid_by as "feePaidBy", t.takes_back as "takesBack",
      exists (select from account_transaction as later
        where later.account_number = t.account_number
          and later.takes_back = t.transaction_id) as "isTakenBack",
      t.default_method as "defaultMethod", t.short_term_tax_rate as "shortTermTaxRate",
      t.long_term_tax_rate as "longTermTaxRate"
    from account_transaction as t
    left join lateral (
      select close from security_price as p
      where t.price is null and t.transaction_type in ('SLE', 'RDM', 'CIL', 'TOT')
        and p.security_id = t.security_id and p.priced_on <= t.trade_on
      order by p.priced_on desc limit 1) as last on true
    where t.account_number = any(${accountNumbers}::text[])
    order by t.account_number, t.trade_on,
      t.transaction_type not in ('SPL', 'MRG', 'SPO', 'ROC', 'SYM'),
      t.entry_order, t.transaction_id`);
}

/** The version of an account's facts; 0 before the first. */
export async function selectVersion(db: Reader, accountNumber: string): Promise<string> {
  const row = await db.first(sql<{ version: string }>`
    select version from account_facts where account_number = ${accountNumber}`);
  return row?.version ?? "0";
}

/** The next accounts that have facts, in order of number. */
export async function selectAccountsAfter(
  db: Reader,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account_facts
    where account_number > ${after} order by account_number limit ${most}`);
  return rows.map(({ number }) => number);
}

/** The accounts that have a transaction of one of the securities, in order of number. */
export async function selectAccountsOf(
  db: Reader,
  securityIds: readonly string[],
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account_transaction
    where security_id = any(${securityIds}::bigint[])
    union
    select account_number from account_transaction
    where into_security_id = any(${securityIds}::bigint[])
    order by 1`);
  return rows.map(({ number }) => number);
}

/** Moves the version of every account that has a changed row. */
export async function updateVersions(tx: Tx, changed: string): Promise<void> {
  await run(
    tx,
    `insert into account_facts (account_number, version)
     select distinct account_number, 1 from ${changed} as changed order by account_number
     on conflict (account_number) do update set version = account_facts.version + 1`,
  );
}

/** Columns of a staged disposal that are not the file's. */
const settings = ["default_method", "short_term_tax_rate", "long_term_tax_rate"] as const;

/** Gives each staged disposal the method and rates with which it was first accepted: those of the
 * account now, else of what it replaces, else its own where it was accepted before. */
export async function updateStagedSettings(tx: Tx, stage: string): Promise<void> {
  await run(
    tx,
    `update ${stage} as staged set default_method = account.default_tax_lot_selection,
       short_term_tax_rate = account.short_term_tax_rate,
       long_term_tax_rate = account.long_term_tax_rate
     from account where account.account_number = staged.account_number
       and staged.transaction_type in ('SLE', 'RDM', 'EXP', 'CIL', 'TOT')`,
  );
  const take = settings.map((column) => `${column} = known.${column}`).join(", ");
  await run(
    tx,
    `with recursive origin as (
       select account_number, transaction_id, replaces as origin_id
       from ${stage} where replaces is not null
       union
       select origin.account_number, origin.transaction_id, staged.replaces
       from origin join ${stage} as staged on staged.account_number = origin.account_number
         and staged.transaction_id = origin.origin_id
       where staged.replaces is not null)
     update ${stage} as staged set ${take}
     from origin join account_transaction as known
       on known.account_number = origin.account_number
         and known.transaction_id = origin.origin_id
     where staged.account_number = origin.account_number
       and staged.transaction_id = origin.transaction_id
       and staged.default_method is not null and known.default_method is not null`,
  );
  await run(
    tx,
    `update ${stage} as staged set ${take} from account_transaction as known
     where staged.account_number = known.account_number
       and staged.transaction_id = known.transaction_id
       and staged.default_method is not null`,
  );
}

/** The lines whose transaction was accepted with other figures. */
export async function selectChangedLines(
  tx: Tx,
  stage: string,
  columns: readonly string[],
): Promise<number[]> {
  const row = (alias: string) => columns.map((column) => `${alias}.${column}`).join(", ");
  const found = await ask<{ line: number }>(
    tx,
    `select load_line::integer as line
     from ${stage} as staged join account_transaction as known
       using (account_number, transaction_id)
     where (${row("staged")}) is distinct from (${row("known")})
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** A transaction that a load adds, and the line where it stands. */
export interface AddedLine {
  readonly transactionId: Id;
  readonly line: number;
}

/** The accounts of changed rows, in order of number. */
export async function selectTouchedAccounts(tx: Tx, changed: string): Promise<string[]> {
  const found = await ask<{ number: string }>(
    tx,
    `select distinct account_number as "number" from ${changed} as changed order by 1`,
  );
  return found.map(({ number }) => number);
}

/** The accounts with a disposal that changed closes may order otherwise: it has no price. */
export async function selectAccountsOfCloses(tx: Tx, changed: string): Promise<string[]> {
  const found = await ask<{ number: string }>(
    tx,
    `select distinct account_number as "number" from account_transaction
     where price is null and transaction_type in ('SLE', 'RDM', 'CIL', 'TOT')
       and security_id in (select security_id from ${changed} as changed) order by 1`,
  );
  return found.map(({ number }) => number);
}

/** The changed rows of some accounts by line, with their account. */
export async function selectAddedLines(
  tx: Tx,
  changed: string,
  accountNumbers: readonly string[],
): Promise<(AddedLine & { readonly accountNumber: string })[]> {
  return ask(
    tx,
    `select account_number as "accountNumber", transaction_id::text as "transactionId",
       load_line::integer as line
     from ${changed} as changed where account_number = any($1::text[]) order by load_line`,
    [accountNumbers],
  );
}

/** The type of each account. */
export async function selectAccountTypes(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<{ readonly accountNumber: string; readonly accountType: string }[]> {
  return db.rows(sql<{ accountNumber: string; accountType: string }>`
    select account_number as "accountNumber", account_type as "accountType" from account
    where account_number = any(${accountNumbers}::text[])`);
}
