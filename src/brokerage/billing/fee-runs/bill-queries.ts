// SQL of the bills of items and of what came back of fees.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { FeeKind } from "./billed-plan.ts";
import type { FeeItemRow } from "./item-queries.ts";
import type { FeeRunRow } from "./run-queries.ts";

/** An item by its key. */
export type ItemKey = Pick<FeeItemRow, "accountNumber" | "feeRunOid" | "line">;

/** The key of an item as one text. */
export function keyOf({ accountNumber, feeRunOid, line }: ItemKey): string {
  return `${accountNumber} ${feeRunOid} ${line}`;
}

/** Items of approved runs that were computed to an amount and have no bill yet, also where it is waived, by run and
 * account. Folio fees have none. */
export async function selectItemsToBill(db: Reader, most: number): Promise<ItemKey[]> {
  return db.rows(sql<ItemKey>`
    select i.account_number as "accountNumber", i.fee_run_oid as "feeRunOid", i.line
    from fee_run as r join fee_item as i using (fee_run_oid)
    where r.run_status = 'APPROVED' and r.kind <> 'P' and i.state = 'OPEN'
      and i.bill_oid is null and i.computed <> 0
    order by i.fee_run_oid, i.account_number, i.line limit ${most}::integer`);
}

/** The same of one run, up to a limit. */
export async function selectUnbilled(
  db: Reader,
  { feeRunOid, kind }: Pick<FeeRunRow, "feeRunOid" | "kind">,
  most: number,
): Promise<ItemKey[]> {
  if (kind === "P") return [];
  return db.rows(sql<ItemKey>`
    select account_number as "accountNumber", fee_run_oid as "feeRunOid", line
    from fee_item where fee_run_oid = ${feeRunOid} and state = 'OPEN'
      and bill_oid is null and computed <> 0
    order by account_number, line limit ${most}::integer`);
}

/** Locks the open items without a bill of some accounts in a run until the transaction ends. */
export async function lockUnbilled(
  tx: Tx,
  feeRunOid: Id,
  accountNumbers: readonly string[],
): Promise<ItemKey[]> {
  return tx.rows(sql<ItemKey>`
    select account_number as "accountNumber", fee_run_oid as "feeRunOid", line from fee_item
    where account_number = any(${accountNumbers}::text[]) and fee_run_oid = ${feeRunOid}
      and state = 'OPEN' and bill_oid is null
    order by account_number, line for no key update`);
}

/** Notes the bill of an item. */
export function updateBillOfItem(
  tx: Tx,
  { accountNumber, feeRunOid, line }: ItemKey,
  bill: Id,
): void {
  tx.send(sql`
    update fee_item set bill_oid = ${bill}
    where account_number = ${accountNumber} and fee_run_oid = ${feeRunOid} and line = ${line}`);
}

/** Notes that the bills of a run no longer hold. */
export function withdrawBills(tx: Tx, feeRunOid: Id): void {
  tx.send(sql`
    update fee_item set is_bill_withdrawn = true
    where fee_run_oid = ${feeRunOid} and bill_oid is not null`);
}

/** Notes that the bill of an item no longer holds, if it has one. */
export function withdrawBill(tx: Tx, { accountNumber, feeRunOid, line }: ItemKey): void {
  tx.send(sql`
    update fee_item set is_bill_withdrawn = true
    where account_number = ${accountNumber} and fee_run_oid = ${feeRunOid} and line = ${line}
      and bill_oid is not null`);
}

/** Items whose bill no longer holds, of which the owners were not notified yet, by account. */
export async function selectBillsToWithdraw(db: Reader, most: number): Promise<ItemKey[]> {
  return db.rows(sql<ItemKey>`
    select account_number as "accountNumber", fee_run_oid as "feeRunOid", line from fee_item
    where is_bill_withdrawn and withdrawal_oid is null
    order by account_number, fee_run_oid, line limit ${most}::integer`);
}

/** Notes the document by which a bill is withdrawn; returns whether there was none. */
export async function markWithdrawn(
  tx: Tx,
  { accountNumber, feeRunOid, line }: ItemKey,
  documentOid: Id,
): Promise<boolean> {
  const count = await tx.execute(sql`
    update fee_item set withdrawal_oid = ${documentOid}
    where account_number = ${accountNumber} and fee_run_oid = ${feeRunOid} and line = ${line}
      and is_bill_withdrawn and withdrawal_oid is null`);
  return count > 0;
}

/** A refund by its key. */
export interface RefundKey {
  readonly accountNumber: AccountNumber;
  readonly transactionId: Id;
}

/** Fees that came back, without a bill of that, by account. */
export async function selectRefundsToBill(db: Reader, most: number): Promise<RefundKey[]> {
  return db.rows(sql<RefundKey>`
    select account_number as "accountNumber", transaction_id as "transactionId" from fee_payment
    where of_transaction_id is not null and bill_oid is null
    order by account_number, transaction_id limit ${most}::integer`);
}

/** A fee that came back, with the item that it paid; null of one that no run has billed. */
export interface RefundedRow extends RefundKey {
  readonly firmOid: Id;
  /** Below 0. */
  readonly amount: Decimal;
  readonly paidOn: Day;
  readonly reason: string | null;
  readonly feeRunOid: Id | null;
  readonly kind: FeeKind | null;
  /** The fee, and the day on which it was taken. */
  readonly takenFee: Decimal;
  readonly takenOn: Day;
  readonly feePaidBy: string | null;
  readonly line: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly payerAccountNumber: string | null;
}

/** The refunds of some fees, by account and transaction. */
export async function selectRefundedFees(
  db: Reader,
  keys: readonly RefundKey[],
): Promise<RefundedRow[]> {
  const numbers = keys.map(({ accountNumber }) => accountNumber);
  return db.rows(sql<RefundedRow>`
    select back.account_number as "accountNumber", back.transaction_id as "transactionId",
      back.firm_oid as "firmOid", back.amount, back.paid_on as "paidOn", back.reason,
      back.fee_run_oid as "feeRunOid", back.line, r.kind, t.amount as "takenFee",
      t.trade_on as "takenOn", t.fee_paid_by as "feePaidBy", i.from_on as "from", i.to_on as "to",
      i.payer_account_number as "payerAccountNumber"
    from fee_payment as back
      join account_transaction as t on t.account_number = back.account_number
        and t.transaction_id = back.of_transaction_id
      left join fee_item as i on i.account_number = back.account_number
        and i.fee_run_oid = back.fee_run_oid and i.line = back.line
      left join fee_run as r on r.fee_run_oid = back.fee_run_oid
    where back.account_number = any(${numbers}::text[])
      and back.transaction_id = any(${keys.map(({ transactionId }) => transactionId)}::bigint[])
    order by back.account_number, back.transaction_id`);
}

/** Notes the bill of a refund; returns whether it had none. */
export async function markRefundBilled(
  tx: Tx,
  { accountNumber, transactionId }: RefundKey,
  documentOid: Id,
): Promise<boolean> {
  const count = await tx.execute(sql`
    update fee_payment set bill_oid = ${documentOid}
    where account_number = ${accountNumber} and transaction_id = ${transactionId}
      and bill_oid is null`);
  return count > 0;
}
