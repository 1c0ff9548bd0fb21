// The statements of lots that move between accounts of the firm: what an account receives, and which
// accounts depend on others by it. (docs/tax-lots.md, "Lots moved inside the firm")
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";

/** A move in force as the receiving account lists it. */
export interface ReceivedMove {
  readonly accountNumber: string;
  readonly receivedFrom: string;
  readonly transactionId: Id;
  readonly transactionType: string;
  readonly entryOrder: number;
  readonly folioNumber: string;
  readonly tradeOn: Day;
  readonly settlementOn: Day | null;
  readonly securityId: Id;
  readonly shares: Decimal;
  readonly reason: string;
  readonly marketValue: Decimal | null;
}

const receivedColumns = part`
  t.to_account_number as "accountNumber", t.account_number as "receivedFrom",
  t.transaction_id as "transactionId", t.transaction_type as "transactionType",
  t.entry_order as "entryOrder", t.receiving_folio_number as "folioNumber",
  t.trade_on as "tradeOn", t.settlement_on as "settlementOn", t.security_id as "securityId",
  t.shares, t.reason, t.market_value as "marketValue"`;

/** The moves in force to some accounts, by day and entry. */
export async function selectReceived(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReceivedMove[]> {
  return db.rows(sql<ReceivedMove>`
    select ${receivedColumns}
    from account_transaction as t
    where t.to_account_number = any(${accountNumbers}::text[])
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    order by t.trade_on, t.entry_order, t.account_number, t.transaction_id`);
}

/** The moves to an account that were in force at a version of its facts, by day and entry. */
export async function selectReceivedAt(
  db: Reader,
  accountNumber: string,
  version: string,
): Promise<ReceivedMove[]> {
  return db.rows(sql<ReceivedMove>`
    select ${receivedColumns}
    from account_transaction as t
    where t.to_account_number = ${accountNumber}
      and coalesce(t.receiver_accepted_version, 0) <= ${version}
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id
          and coalesce(later.former_receiver_accepted_version, 0) <= ${version})
    order by t.trade_on, t.entry_order, t.account_number, t.transaction_id`);
}

/** The ids, among some, under which lots were moved to accounts by moves that were taken back, each
 * with the account that moved them. */
export async function selectMovesTakenBack(
  db: Reader,
  accountNumbers: readonly string[],
  transactionIds: readonly Id[],
): Promise<Pick<ReceivedMove, "accountNumber" | "receivedFrom" | "transactionId">[]> {
  return db.rows(sql<Pick<ReceivedMove, "accountNumber" | "receivedFrom" | "transactionId">>`
    select t.to_account_number as "accountNumber", t.account_number as "receivedFrom",
      t.transaction_id as "transactionId"
    from account_transaction as t
    where t.to_account_number = any(${accountNumbers}::text[])
      and t.transaction_id = any(${transactionIds}::bigint[])
      and exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    order by t.account_number, t.transaction_id`);
}

/** A transaction that takes another one of its account back, and where it moves lots itself. */
export interface Taker {
  readonly accountNumber: string;
  readonly transactionId: Id;
  readonly transactionType: string;
  readonly takesBack: Id;
  readonly toAccountNumber: string | null;
}

/** Everything of some accounts that takes back another transaction. */
export async function selectTakers(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<Taker[]> {
  return db.rows(sql<Taker>`
    select account_number as "accountNumber", transaction_id as "transactionId",
      transaction_type as "transactionType", takes_back as "takesBack",
      to_account_number as "toAccountNumber"
    from account_transaction
    where account_number = any(${accountNumbers}::text[]) and takes_back is not null`);
}

/** The accounts to which some accounts ever moved lots, by moves that were taken back as well: what
 * those have follows from these. */
export async function selectReceivers(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select distinct to_account_number as "number" from account_transaction
    where account_number = any(${accountNumbers}::text[]) and to_account_number is not null`);
  return rows.map(({ number }) => number);
}

/** The accounts from which lots were ever moved to some. */
export async function selectGivers(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select distinct account_number as "number" from account_transaction
    where to_account_number = any(${accountNumbers}::text[])`);
  return rows.map(({ number }) => number);
}

/** Of some transactions of an account those that move lots, or that take such a move back, each with the
 * account to which the lots go or went. */
export async function selectMovesBooked(
  db: Reader,
  accountNumber: string,
  transactionIds: readonly Id[],
): Promise<{ readonly transactionId: Id; readonly toAccountNumber: string }[]> {
  return db.rows(sql<{ transactionId: Id; toAccountNumber: string }>`
    select transaction_id as "transactionId", to_account_number as "toAccountNumber"
    from account_transaction
    where account_number = ${accountNumber} and transaction_id = any(${transactionIds}::bigint[])
      and to_account_number is not null
    union
    select t.transaction_id, moved.to_account_number
    from account_transaction as t join account_transaction as moved
      on moved.account_number = t.account_number and moved.transaction_id = t.takes_back
    where t.account_number = ${accountNumber} and t.transaction_id = any(${transactionIds}::bigint[])
      and moved.to_account_number is not null
    order by 2, 1`);
}

/** The accounts, among some, that the store has, with the firm of each. */
export async function selectFirmsOf(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows(sql<{ number: string; firmOid: string }>`
    select account_number as "number", firm_oid::text as "firmOid" from account
    where account_number = any(${accountNumbers}::text[])`);
  return new Map(rows.map(({ number, firmOid }) => [number, firmOid]));
}

/** A staged line that moves lots where they cannot go. */
export interface StrayMove {
  readonly line: number;
  /** Whether the other account is one of another firm; else it has no such folio. */
  readonly isOfOtherFirm: boolean;
  readonly toAccountNumber: string;
  readonly toFolioNumber: string;
}

/** The new lines that move lots to an account of another firm, or to a folio that the other account does
 * not have. */
export async function selectStrayMoves(tx: Tx, stage: string): Promise<StrayMove[]> {
  return query(
    tx,
    declared`select load_line::integer as line, own.firm_oid <> other.firm_oid as "isOfOtherFirm",
       other.account_number as "toAccountNumber",
       staged.receiving_folio_number as "toFolioNumber"
     from ${stage} as staged
       join account as own on own.account_number = staged.account_number
       join account as other on other.account_number = staged.to_account_number
     where (own.firm_oid <> other.firm_oid
         or not exists (select from folio where folio.account_number = other.account_number
           and folio.folio_number = staged.receiving_folio_number))
       and not exists (select from account_transaction as known
         where known.account_number = staged.account_number
           and known.transaction_id = staged.transaction_id)
     order by load_line`,
  );
}
