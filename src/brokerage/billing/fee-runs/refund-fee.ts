// Giving back fees: the refund, the item that it lowers and what its payer gets, in one transaction whose caller holds
// the locks of both accounts. (docs/billing.md)
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { type BookedOf, book } from "./collect-fee.ts";
import { payerRefundRow, refundRow } from "./fee-rows.ts";
import type { FeeItemRow } from "./item-queries.ts";
import { type BookedFee, insertPayment } from "./payment-queries.ts";

/** What comes back of a fee. */
export interface FeeToRefund {
  readonly accountNumber: AccountNumber;
  readonly firmOid: Id;
  readonly fee: BookedFee;
  readonly cents: bigint;
  readonly on: Day;
  /** The account that has paid it, where that is another. */
  readonly payer: string | null;
  readonly reason: string;
  readonly comment: string | null;
}

/** What was booked, and the refund among it. */
export interface Refund {
  readonly bookings: readonly BookedOf[];
  readonly transactionId: Id;
}

/** Books a refund of a fee on its day; what was paid by another account goes back there, what was paid from outside is
 * paid by the firm. */
export async function refundFee(tx: Tx, ctx: WriteContext, refund: FeeToRefund): Promise<Refund> {
  const { accountNumber, firmOid, fee, cents, on, payer, reason, comment } = refund;
  const row = refundRow({
    accountNumber,
    cents,
    on,
    reverses: fee.transactionId,
    folioNumber: fee.folioNumber,
    feePaidBy: fee.feePaidBy ?? undefined,
  });
  const toPayer = payer && payerRefundRow({ accountNumber: payer, cents, on });
  const bookings = [
    ...(payer && toPayer ? [await book(tx, ctx, payer, [toPayer])] : []),
    await book(tx, ctx, accountNumber, [row]),
  ];
  const transactionId = bookings.at(-1)?.transactionIds.at(-1) as Id;
  insertPayment(tx, {
    accountNumber,
    transactionId,
    feeRunOid: fee.feeRunOid,
    line: fee.line,
    firmOid,
    billingPlanOid: fee.billingPlanOid,
    amount: moneyText(-cents),
    paidOn: on,
    ofTransactionId: fee.transactionId,
    reason,
    comment,
  });
  return { bookings, transactionId };
}

/** An item of which so much comes back beside what has, by refunds in force: refunded, once it is all. */
export function refundedItem(item: FeeItemRow, cents: bigint, transactionId: Id): FeeItemRow {
  const refunded = unitsOf(item.refunded, places.money) + cents;
  const isAll = refunded >= unitsOf(item.posted, places.money) && item.state !== "DUE";
  return {
    ...item,
    refunded: moneyText(refunded) as Decimal,
    transactionIds: [...item.transactionIds, transactionId],
    ...(isAll && { state: "REFUNDED", retryUntil: null }),
  };
}
