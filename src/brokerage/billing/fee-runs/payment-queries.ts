// SQL of fees that were booked, and of what came back of them.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, FolioNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { pendingReasons } from "../../../reference/codes.ts";

/** A fee that was booked, or (below 0) came back. */
export interface FeePaymentRow {
  readonly accountNumber: AccountNumber;
  readonly transactionId: Id;
  readonly feeRunOid: Id | null;
  readonly line: number | null;
  readonly firmOid: Id;
  readonly billingPlanOid: Id | null;
  readonly amount: string;
  readonly paidOn: Day;
  readonly ofTransactionId: Id | null;
  readonly reason: string | null;
  readonly comment: string | null;
}

/** Notes fees that were booked or came back. */
export function insertPayments(tx: Tx, rows: readonly FeePaymentRow[]): void {
  for (const row of rows) {
    tx.send(sql`
      insert into fee_payment (account_number, transaction_id, fee_run_oid, line, firm_oid,
        billing_plan_oid, amount, paid_on, of_transaction_id, reason, comment)
      values (${row.accountNumber}, ${row.transactionId}, ${row.feeRunOid}, ${row.line},
        ${row.firmOid}, ${row.billingPlanOid}, ${row.amount}, ${row.paidOn},
        ${row.ofTransactionId}, ${row.reason}, ${row.comment})`);
  }
}

/** A fee in force, with what is left of it and the item that it pays. */
export interface BookedFee {
  readonly accountNumber: AccountNumber;
  readonly transactionId: Id;
  readonly folioNumber: FolioNumber;
  readonly feePaidBy: string | null;
  readonly amount: Decimal;
  /** The part that was not refunded. */
  readonly left: Decimal;
  readonly feeRunOid: Id | null;
  readonly line: number | null;
  readonly billingPlanOid: Id | null;
}

/** The fees of some accounts in force by their ids; refunds are none. */
export async function selectBookedFees(
  db: Reader,
  accountNumbers: readonly string[],
  transactionIds: readonly Id[],
): Promise<BookedFee[]> {
  return db.rows(sql<BookedFee>`
    select t.account_number as "accountNumber", t.transaction_id as "transactionId", t.folio_number as "folioNumber",
      t.fee_paid_by as "feePaidBy", t.amount,
      t.amount - coalesce((
        select sum(back.amount) from account_transaction as back
        where back.account_number = t.account_number and back.reverses = t.transaction_id
          and back.account_number = any(${accountNumbers}::text[])
          and not exists (select from account_transaction as later
            where later.account_number = back.account_number
              and later.takes_back = back.transaction_id)), 0) as "left",
      paid.fee_run_oid as "feeRunOid", paid.line, paid.billing_plan_oid as "billingPlanOid"
    from account_transaction as t left join fee_payment as paid
      on paid.account_number = t.account_number and paid.transaction_id = t.transaction_id
    where t.account_number = any(${accountNumbers}::text[])
      and t.transaction_id = any(${transactionIds}::bigint[])
      and t.transaction_type = 'FEE' and t.fee_kind is distinct from 'refund'
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    order by t.account_number, t.transaction_id`);
}

/** The sum of an item's own refunds that are in force. */
export async function selectRefunded(
  db: Reader,
  { accountNumber, feeRunOid, line }: Pick<FeePaymentRow, "accountNumber" | "feeRunOid" | "line">,
): Promise<Decimal> {
  const row = await db.first(sql<{ refunded: Decimal }>`
    select coalesce(-sum(back.amount), 0) as "refunded" from fee_payment as back
    where back.account_number = ${accountNumber} and back.fee_run_oid = ${feeRunOid}
      and back.line = ${line} and back.of_transaction_id is not null
      and not exists (select from account_transaction as later
        where later.account_number = ${accountNumber}
          and later.takes_back = back.transaction_id)`);
  return row?.refunded ?? ("0" as Decimal);
}

/** The fees that a plan has collected and refunded since payees were paid last. */
export interface PlanPayments {
  readonly billingPlanOid: Id | null;
  readonly collected: Decimal;
  readonly refunded: Decimal;
}

/** Hands what a firm's plans have collected and given back to the payouts of a run. */
export async function takePayments(tx: Tx, firmOid: Id, feeRunOid: Id): Promise<PlanPayments[]> {
  await tx.execute(sql`
    update fee_payment set payout_run_oid = ${feeRunOid}
    where firm_oid = ${firmOid} and payout_run_oid is null`);
  return tx.rows(sql<PlanPayments>`
    select billing_plan_oid as "billingPlanOid",
      coalesce(sum(amount) filter (where amount > 0), 0) as "collected",
      coalesce(-sum(amount) filter (where amount < 0), 0) as "refunded"
    from fee_payment where firm_oid = ${firmOid} and payout_run_oid = ${feeRunOid}
    group by 1 order by 1`);
}

/** Where an account stands when a fee is booked. */
export interface AccountStanding {
  readonly firmOid: Id;
  /** Whether it waits for its owners to sign or agree. */
  readonly isPending: boolean;
}

/** The standing of an account; undefined without one. */
export async function selectStanding(
  db: Reader,
  accountNumber: string,
): Promise<AccountStanding | undefined> {
  return (await selectStandings(db, [accountNumber])).get(accountNumber);
}

/** The standings of some accounts, by number. */
export async function selectStandings(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, AccountStanding>> {
  const rows = await db.rows(sql<AccountStanding & { accountNumber: string }>`
    select a.account_number as "accountNumber", a.firm_oid as "firmOid", exists (select from restriction as own
        where own.account_number = a.account_number and own.lifted_at is null
          and own.reason_code = any(${pendingReasons}::text[])) as "isPending"
    from account as a where a.account_number = any(${accountNumbers}::text[])`);
  return new Map(rows.map((row) => [row.accountNumber, row]));
}

/** The facts that decide whether one account may pay for another. */
export interface OwnedAccount {
  readonly accountNumber: string;
  readonly firmOid: Id;
  readonly accountType: string;
  readonly owners: readonly string[];
}

/** Some accounts with their owners. */
export async function selectOwnedAccounts(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<OwnedAccount[]> {
  return db.rows(sql<OwnedAccount>`
    select account_number as "accountNumber", firm_oid as "firmOid",
      account_type as "accountType",
      array(select login_id from account_owner as o
        where o.account_number = account.account_number order by position) as "owners"
    from account where account_number = any(${accountNumbers}::text[])`);
}

/** The members of a firm's staff who manage its accounts: all but viewers. */
export async function selectStaff(db: Reader, firmOid: Id): Promise<string[]> {
  const rows = await db.rows(sql<{ loginId: string }>`
    select login_id as "loginId" from member
    where firm_oid = ${firmOid} and membership_type = 'staff' and staff_role is distinct from 'viewer'
    order by login_id`);
  return rows.map(({ loginId }) => loginId);
}
