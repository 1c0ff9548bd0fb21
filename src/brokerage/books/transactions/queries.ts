// SQL for transactions: reading, booking, and the settings stored with loaded ones.

import type { Id } from "@bursar/values/ids";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { declared, joined } from "../../../platform/store/declared-sql.ts";
import type { TransactionRow } from "./facts.ts";
import { isBehindEvents } from "./order-queries.ts";

/** The columns of a transaction `t` of which a fact is made. */
const factColumns = part`
  t.account_number as "accountNumber",
  t.transaction_id as "transactionId", t.transaction_type as "transactionType", t.entry_order as "entryOrder",
  t.folio_number as "folioNumber", t.trade_on as "tradeOn",
  t.settlement_on as "settlementOn", t.ex_on as "exOn", t.security_id as "securityId",
  t.shares, t.price, t.fees, t.net_amount as "netAmount", t.amount,
  t.accrued_interest as "accruedInterest",
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
  t.named_lots as "namedLots", t.part, t.child_part as "childPart",
  t.new_shares as "newShares", t.reason, t.holding_days as "holdingDays",
  t.plan_since as "planSince", t.fee_kind as "feeKind", t.reverses,
  t.to_account_number as "toAccountNumber",
  coalesce(t.receiving_folio_number, t.to_folio_number) as "toFolioNumber",
  t.fee_paid_by as "feePaidBy", t.takes_back as "takesBack",
  t.default_method as "defaultMethod", t.short_term_tax_rate as "shortTermTaxRate",
  t.long_term_tax_rate as "longTermTaxRate", t.accepted_version as "acceptedVersion"`;

/** Transactions of accounts, by account and then in the order in which facts are taken: by trade
 * date; on one day corporate events first, then all else; then by entry. The accounts are named of
 * each table, so that a distributed store asks only the nodes on which they lie. */
export async function selectTransactions(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<TransactionRow[]> {
  return db.rows(sql<TransactionRow>`
    select account.account_type as "accountType", ${factColumns},
      exists (select from account_transaction as later
        where later.account_number = t.account_number
          and later.account_number = any(${accountNumbers}::text[])
          and later.takes_back = t.transaction_id) as "isTakenBack"
    from account_transaction as t join account using (account_number)
    where t.account_number = any(${accountNumbers}::text[])
      and account.account_number = any(${accountNumbers}::text[])
    order by t.account_number, t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id`);
}

/** Stores new transactions of one account, each by its columns. */
export async function insertTransactions(
  tx: Tx,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const all = joined(columns);
  await tx.execute(sql`
    insert into account_transaction (${all})
    select ${all}
    from jsonb_populate_recordset(null::account_transaction, ${JSON.stringify(rows)}::jsonb)`);
}

/** The version of an account's transactions and valuations, which increases with every change of them; 0 before the
 * first. */
export async function selectFactsVersion(db: Reader, accountNumber: string): Promise<string> {
  const row = await db.first(sql<{ version: string }>`
    select version from account_facts where account_number = ${accountNumber}`);
  return row?.version ?? "0";
}

/** The next accounts, in order of number, that have transactions or valuations. */
export async function selectAccountsWithFacts(
  db: Reader,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account_facts
    where account_number > ${after} order by account_number limit ${limit}`);
  return rows.map(({ number }) => number);
}

/** How many accounts have transactions or valuations, from the one after a number on. */
export async function countAccountsWithFacts(db: Reader, after: string): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::integer as "count" from account_facts where account_number > ${after}`);
  return row?.count ?? 0;
}

/** The accounts with a transaction of a security, or to which lots of it were moved, in order of number. */
export async function selectTradersOf(db: Reader, securityId: Id): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account_transaction where security_id = ${securityId}
    union
    select account_number from account_transaction where into_security_id = ${securityId}
    union
    select to_account_number from account_transaction
    where security_id = ${securityId} and to_account_number is not null
    order by 1`);
  return rows.map(({ number }) => number);
}

/** The accounts with a disposal that may take the last close of a security: one that names no price, of it
 * or of the symbol that it has got there. */
export async function selectSellersAtClose(db: Reader, securityId: Id): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select distinct account_number as "number" from account_transaction
    where security_id = ${securityId} and price is null
      and transaction_type in ('SLE', 'RDM', 'CIL', 'TOT', 'LMV', 'SYM')`);
  return rows.map(({ number }) => number);
}

/** The lines whose transaction was accepted with different figures. */
export async function selectChangedLines(
  tx: Tx,
  stage: string,
  columns: readonly string[],
): Promise<number[]> {
  const row = (alias: string) => joined(columns.map((column) => `${alias}.${column}`));
  const found = await query<{ line: number }>(
    tx,
    declared`select load_line::integer as line
     from ${stage} as staged join account_transaction as known
       using (account_number, transaction_id)
     where (${row("staged")}) is distinct from (${row("known")})
     order by load_line`,
  );
  return found.map(({ line }) => line);
}

/** A transaction that the running load adds, and its line. */
export interface AddedLine {
  readonly accountNumber: string;
  readonly transactionId: Id;
  readonly line: number;
}

/** Whether the load of transactions concerns a stored one, `t`: it has it, or takes it back. */
export const isConcerned = declared`t.transaction_id in (select transaction_id from load_transactions)
  or t.transaction_id in (select takes_back from load_transactions)
  or t.takes_back in (select takes_back from load_transactions)`;

/** The transactions that the running load adds or changes, while it has its staging tables. */
export const added = "load_transactions_changes";

/** Whether the running transaction is a load with transactions. */
export async function isLoading(tx: Tx): Promise<boolean> {
  const found = await tx.first(sql<{ isThere: boolean }>`
    select to_regclass('pg_temp.load_transactions_changes') is not null as "isThere"`);
  return found?.isThere === true;
}

/** The transactions that the running load adds to some accounts, by line. */
export async function selectLinesOfLoad(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<AddedLine[]> {
  if (!(await isLoading(tx))) return [];
  return query(
    tx,
    declared`select account_number as "accountNumber", transaction_id::text as "transactionId",
       load_line::integer as line
     from load_transactions join ${added} using (account_number, transaction_id)
     where account_number = any($1::text[]) order by load_line`,
    [accountNumbers],
  );
}
