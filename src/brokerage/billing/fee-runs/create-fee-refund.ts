// Refunding a fee of an account, in whole or in part. (docs/billing.md)
import assert from "node:assert/strict";
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { createFeeRefundEntry } from "./entries.ts";
import { feeRefundErrors } from "./errors.ts";
import { feeRefunded } from "./events.ts";
import { type FeeItemRow, selectItem, updateItem } from "./item-queries.ts";
import { refuseOthersFees } from "./operators-fees.ts";
import {
  type BookedFee,
  selectBookedFees,
  selectRefunded,
  selectStanding,
} from "./payment-queries.ts";
import { type Refunds, refundedItem, refundFees } from "./refund-fee.ts";
import { selectRunById } from "./run-queries.ts";
import type { NewFeeRefund } from "./schema.ts";

type Note = NoteOf<typeof createFeeRefundEntry>;

/** Refunds a fee of the account, and returns the id of the transaction. */
export async function createFeeRefund(
  ctx: Context,
  accountNumber: string,
  sent: NewFeeRefund,
): Promise<string> {
  return write(ctx, createFeeRefundEntry, async (tx) => {
    // Read before the locks as well, since the account that paid has to be locked too.
    const beforeLock = await feeWithItem(tx, accountNumber, sent);
    const payer = beforeLock?.item?.payerAccountNumber ?? null;
    const locked = await lockForBookings(tx, [accountNumber, ...(payer === null ? [] : [payer])]);
    const { number } = await lockAccountForCaller(tx, ctx.caller, accountNumber, "papers");
    const found = await feeWithItem(tx, number, sent);
    if (found === undefined) refuseFor([ruleProblem(feeRefundErrors.transaction)]);
    assert(found, "it was refused above");
    const { fee, item } = found;
    const cents = unitsOf(sent.amount, places.money);
    const left = unitsOf(fee.left, places.money);
    if (cents > left) refuseFor([amountProblem(left)]);
    const firmOid = await firmOfRefund(tx, ctx, number, fee);
    // Refunds that were cancelled since do not count.
    const was = item && { ...item, refunded: await selectRefunded(tx, item) };
    const common = {
      firmOid,
      on: newYorkDay(ctx.now),
      reason: sent.reason,
      comment: sent.comment ?? null,
      locked,
    };
    const toRefund = { accountNumber: number, fees: [{ fee, cents }], payer };
    const [refund] = await refundFees(tx, ctx, common, [toRefund]);
    assert(refund, "one was asked for");
    const [transactionId] = refund.transactionIds as readonly [Id];
    if (was !== undefined) updateItem(tx, refundedItem(was, cents, transactionId));
    const audit = notesOf(number, { fee, left: left - cents, refund }, sent);
    return { value: transactionId, audit };
  });
}

/** The firm that refunds a fee: the one that billed it, even if the account has left it since. */
async function firmOfRefund(
  tx: Tx,
  ctx: Context,
  accountNumber: string,
  { feeRunOid }: BookedFee,
): Promise<Id> {
  const standing = await selectStanding(tx, accountNumber);
  assert(standing, "the account is locked");
  const run = feeRunOid === null ? undefined : await selectRunById(tx, feeRunOid);
  if (run === undefined) return standing.firmOid;
  refuseOthersFees(ctx, run.kind);
  const isOwn = run.firmOid === standing.firmOid || ctx.caller.firm.kind === "operator";
  const sentence = "Another firm has billed this fee, and decides on it.";
  if (!isOwn) refuseFor([ruleProblem({ ...feeRefundErrors.transaction, sentence })]);
  return run.firmOid;
}

function amountProblem(left: bigint) {
  const sentence = `Of the fee ${moneyText(left)} is left to come back.`;
  return ruleProblem({ ...feeRefundErrors.amount, sentence });
}

interface FeeOfItem {
  readonly fee: BookedFee;
  readonly item: FeeItemRow | undefined;
}

async function feeWithItem(
  tx: Tx,
  accountNumber: string,
  { transactionId }: NewFeeRefund,
): Promise<FeeOfItem | undefined> {
  const [fee] = await selectBookedFees(tx, [accountNumber], [transactionId]);
  if (fee === undefined) return undefined;
  const { feeRunOid, line } = fee;
  if (feeRunOid === null || line === null) return { fee, item: undefined };
  const named = { accountNumber: accountNumber as FeeItemRow["accountNumber"], feeRunOid, line };
  return { fee, item: await selectItem(tx, named) };
}

function notesOf(
  accountNumber: string,
  {
    fee,
    left,
    refund,
  }: { readonly fee: BookedFee; readonly left: bigint; readonly refund: Refunds },
  { amount, reason, comment }: NewFeeRefund,
): Note[] {
  const { transactionId } = fee;
  return refund.bookings.map((booking) => {
    const isOwn = booking.accountNumber === accountNumber;
    const refundEvent = feeRefunded({
      ...(fee.feeRunOid !== null && { feeRunOid: fee.feeRunOid }),
      transactionIds: [...refund.transactionIds],
    });
    return {
      subject: booking.accountNumber,
      before: { transactionId, left: fee.left },
      after: { transactionId, left: moneyText(left) },
      detail: {
        transactionIds: booking.transactionIds,
        reason,
        foliosComputed: booking.foliosComputed,
        itemsCreated: [],
        paidFor: isOwn ? null : accountNumber,
        amount,
        comment: comment ?? null,
      },
      events: [...booking.events, ...(isOwn ? [refundEvent] : [])],
    };
  });
}
