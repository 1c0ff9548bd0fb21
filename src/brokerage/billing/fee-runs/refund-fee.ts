// Giving back fees: the refunds, the item that it lowers and what its payer gets, in one transaction whose caller holds
// the locks of both accounts. (docs/billing.md)
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { type BookedOf, bookAll, type RowsOf } from "./collect-fee.ts";
import { payerRefundRow, refundRow } from "./fee-rows.ts";
import type { FeeItemRow } from "./item-queries.ts";
import { type BookedFee, type FeePaymentRow, insertPayments } from "./payment-queries.ts";
import { payersOfFirm } from "./whether-to-take.ts";

/** The refunds of an account's fees. */
export interface FeesToRefund {
  readonly accountNumber: AccountNumber;
  /** Each with the cents that come back, more than none. */
  readonly fees: readonly { readonly fee: BookedFee; readonly cents: bigint }[];
  /** The account that has paid them, where that is another. */
  readonly payer: string | null;
}

/** Facts that the refunds of a transaction share. */
export interface OfRefunds {
  readonly firmOid: Id;
  readonly on: Day;
  readonly reason: string;
  readonly comment: string | null;
  /** The accounts whose locks are held. */
  readonly locked: readonly string[];
}

/** The bookings, and the refunds among them, in the order of the fees. */
export interface Refunds {
  readonly bookings: readonly BookedOf[];
  readonly transactionIds: readonly Id[];
}

/** Books refunds of fees of some accounts on a day, whose payers are all different; what was paid by another account goes
 * back there, as long as that is the firm's. What was paid from outside, or by an account that has left, is paid by the
 * firm. The books of an account can be stored once in a transaction: what comes back is one booking. Returns the refunds
 * in the order of the accounts. */
export async function refundFees(
  tx: Tx,
  ctx: WriteContext,
  common: OfRefunds,
  toRefund: readonly FeesToRefund[],
): Promise<readonly Refunds[]> {
  const named = toRefund.flatMap(({ payer }) => payer ?? []);
  const payers = await payersOfFirm(tx, named, common.firmOid);
  const rows = toRefund.map((each) => rowsOfRefund(each, common.on, payers));
  const booked = new Map(
    (await bookAll(tx, ctx, common.locked, rows.flat())).map((each) => [each.accountNumber, each]),
  );
  const refunds = rows.map((own): Refunds => {
    const bookings = own.flatMap(({ accountNumber }) => booked.get(accountNumber) ?? []);
    return { bookings, transactionIds: bookings.at(-1)?.transactionIds ?? [] };
  });
  const payments = toRefund.flatMap((each, at) =>
    paymentsOf(each, common, refunds[at]?.transactionIds ?? []),
  );
  insertPayments(tx, payments);
  return refunds;
}

/** The rows that are booked for the payer, if it is paid back here, and for the account itself. */
function rowsOfRefund(
  { accountNumber, fees, payer }: FeesToRefund,
  on: Day,
  payers: ReadonlySet<string>,
): RowsOf[] {
  if (fees.length === 0) return [];
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
  if (payer === null || !payers.has(payer)) return [{ accountNumber, rows }];
  const toPayer = fees.map(({ cents }) => payerRefundRow({ accountNumber: payer, cents, on }));
  return [
    { accountNumber: payer, rows: toPayer },
    { accountNumber, rows },
  ];
}

function paymentsOf(
  { accountNumber, fees }: FeesToRefund,
  { firmOid, on, reason, comment }: OfRefunds,
  transactionIds: readonly Id[],
): FeePaymentRow[] {
  return fees.map(({ fee, cents }, at) => ({
    accountNumber,
    transactionId: transactionIds[at] as Id,
    feeRunOid: fee.feeRunOid,
    line: fee.line,
    firmOid,
    billingPlanOid: fee.billingPlanOid,
    amount: moneyText(-cents),
    paidOn: on,
    ofTransactionId: fee.transactionId,
    reason,
    comment,
  }));
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
