// Refunding what an account has paid by a run that is reversed, one transaction an item. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import type { DueItem } from "./due-queries.ts";
import { reverseFeeItemEntry } from "./entries.ts";
import { feeRefunded } from "./events.ts";
import { selectItem } from "./item-queries.ts";
import { selectBookedFees } from "./payment-queries.ts";
import { settledNotes } from "./post-fee-item.ts";
import { refundFees } from "./refund-fee.ts";
import { selectRunById } from "./run-queries.ts";

const reversible: ReadonlySet<string> = new Set(["POSTED", "PART", "DUE", "WRITTENOFF"]);

/** Refunds all that is left of an item's fees, if its run is reversed; returns whether it was due. */
export async function reverseFeeItem(ctx: WriteContext, due: DueItem): Promise<boolean> {
  return write(ctx, reverseFeeItemEntry, async (tx) => {
    const { accountNumber, feeRunOid, payerAccountNumber: payer } = due;
    await lockForBookings(tx, [accountNumber, ...(payer === null ? [] : [payer])]);
    const [item, run] = await Promise.all([selectItem(tx, due), selectRunById(tx, feeRunOid)]);
    const isDue = run?.status === "REVERSING" && item && reversible.has(item.state);
    if (run === undefined || !isDue) return { value: false, audit: [] };
    const booked = await selectBookedFees(tx, accountNumber, item);
    const fees = booked
      .map((fee) => ({ fee, cents: unitsOf(fee.left, places.money) }))
      .filter(({ cents }) => cents > 0n);
    const { bookings, transactionIds: ids } = await refundFees(tx, ctx, {
      accountNumber,
      firmOid: run.firmOid,
      fees,
      on: newYorkDay(ctx.now),
      payer,
      reason: run.comment ?? "The run is reversed.",
      comment: null,
    });
    const transactionIds = [...item.transactionIds, ...ids];
    const refunded = item.posted as Decimal;
    const is = { ...item, state: "REFUNDED" as const, refunded, transactionIds, retryUntil: null };
    const events = ids.length === 0 ? [] : [feeRefunded({ feeRunOid, transactionIds: [...ids] })];
    const collected = { item: is, bookings, events };
    return { value: true, audit: await settledNotes(tx, ctx, { run, item }, collected) };
  });
}
