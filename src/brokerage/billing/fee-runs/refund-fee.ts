// Giving back fees: the refunds, the item that it lowers and what its payer gets, in one transaction whose caller holds
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

/** What comes back of fees of an account. */
export interface FeesToRefund {
  readonly accountNumber: AccountNumber;
  readonly firmOid: Id;
  /** Each with the cents that come back, more than none. */
  readonly fees: readonly { readonly fee: BookedFee; readonly cents: bigint }[];
  readonly on: Day;
  /** The account that has paid them, where that is another. */
  readonly payer: string | null;
  readonly reason: string;
  readonly comment: string | null;
}

/** What was booked, and the refunds among it, in the order of the fees. */
export interface Refunds {
  readonly bookings: readonly BookedOf[];
  readonly transactionIds: readonly Id[];
}

/** Books refunds of fees on a day; what was paid by another account goes back there, what was paid from outside is paid
 * by the firm. The books of an account can be stored once in a transaction: what comes back is one booking. */
export async function refundFees(
  tx: Tx,
  ctx: WriteContext,
  { accountNumber, firmOid, fees, on, payer, reason, comment }: FeesToRefund,
): Promise<Refunds> {
  if (fees.length === 0) return { bookings: [], transactionIds: [] };
  const rows = fees.map(({ fee, cents }) =>
    refundRow({
      accountNumber,
      cents,
      on,
      reverses: fee.transactionId,
      folioNumber: fee.folioNumber,
      feePaidBy: fee.feePaidBy ?? undefined,
    }),
  );
  const toPayer = fees.map(({ cents }) =>
    payerRefundRow({ accountNumber: payer ?? "", cents, on }),
  );
  const paidBack = payer === null ? [] : [await book(tx, ctx, payer, toPayer)];
  const own = await book(tx, ctx, accountNumber, rows);
  for (const [at, { fee, cents }] of fees.entries()) {
    insertPayment(tx, {
      accountNumber,
      transactionId: own.transactionIds[at] as Id,
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
  }
  return { bookings: [...paidBack, own], transactionIds: own.transactionIds };
}

/** An item with a further refund, next to the refunds in force: refunded, once it is all. */
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
