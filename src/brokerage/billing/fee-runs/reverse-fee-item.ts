// Refunding what accounts have paid by a run that is reversed, a few items in one transaction. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { Refusal } from "../../../values/problem.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import { keyOf } from "./bill-queries.ts";
import type { DueItem } from "./due-queries.ts";
import { reverseFeeItemEntry } from "./entries.ts";
import { feeRefunded } from "./events.ts";
import { type FeeItemRow, selectItemsOfAccounts, updateItem } from "./item-queries.ts";
import { type BookedFee, selectBookedFees } from "./payment-queries.ts";
import {
  accountsOf,
  notesOfItem,
  notifyStaff,
  ofDifferentAccounts,
  reasonOf,
  type Settled,
  settledNotes,
} from "./post-fee-item.ts";
import { type Refunds, refundFees } from "./refund-fee.ts";
import { shareRun } from "./run-queries.ts";

type Note = NoteOf<typeof reverseFeeItemEntry>;

const reversible: ReadonlySet<string> = new Set(["POSTED", "PART", "DUE", "WRITTENOFF"]);

/** Refunds all that is left of an item's fees, if its run is reversed; returns whether it was refunded. What the books
 * refuse is noted on the item, and the next sweep tries it again. */
export async function reverseFeeItem(ctx: WriteContext, due: DueItem): Promise<boolean> {
  try {
    const [isReversed = false] = await reverseFeeItems(ctx, [due]);
    return isReversed;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = reasonOf(error);
    await write(ctx, reverseFeeItemEntry, (tx) => noteRefused(tx, ctx, due, reason));
    return false;
  }
}

/** The same of some items, those of a run in one transaction; returns of each whether it was due. Of several that concern
 * the same account the first is refunded, and the others alone afterwards. */
export async function reverseFeeItems(
  ctx: WriteContext,
  due: readonly DueItem[],
): Promise<readonly boolean[]> {
  const done = new Set<DueItem>();
  for (const [feeRunOid, ofRun] of Map.groupBy(due, (each) => each.feeRunOid)) {
    const together = ofDifferentAccounts(ofRun);
    const reversed = await write(ctx, reverseFeeItemEntry, (tx) =>
      reverseOfRun(tx, ctx, feeRunOid, together),
    );
    for (const [at, each] of together.entries()) if (reversed[at]) done.add(each);
  }
  return due.map((each) => done.has(each));
}

async function reverseOfRun(
  tx: Tx,
  ctx: WriteContext,
  feeRunOid: Id,
  due: readonly DueItem[],
): Promise<Change<readonly boolean[], Note>> {
  const found = await lockReversible(tx, feeRunOid, due);
  if (found === undefined) return { value: due.map(() => false), audit: [] };
  const { run, items, locked } = found;
  const numbers = due.map(({ accountNumber }) => accountNumber);
  const ids = items.flatMap(({ transactionIds }) => transactionIds);
  const booked = await selectBookedFees(tx, numbers, ids);
  const common = {
    firmOid: run.firmOid,
    on: newYorkDay(ctx.now),
    reason: run.comment ?? "The run is reversed.",
    comment: null,
    locked,
  };
  const toRefund = items.map((item) => ({
    accountNumber: item.accountNumber,
    fees: feesOf(item, booked),
    payer: item.payerAccountNumber,
  }));
  const refunds = await refundFees(tx, ctx, common, toRefund);
  const settled = items.map((was, at) => reversedItem(was, refunds[at] ?? nothingRefunded));
  const reversed = new Set(items.map(keyOf));
  return {
    value: due.map((each) => reversed.has(keyOf(each))),
    audit: await settledNotes(tx, ctx, run, settled),
  };
}

/** Items of a run that is reversed, as long as they are not refunded, under the locks of their accounts and payers. */
async function lockReversible(tx: Tx, feeRunOid: Id, due: readonly DueItem[]) {
  const [run, locked] = await Promise.all([
    shareRun(tx, feeRunOid),
    lockForBookings(tx, due.flatMap(accountsOf)),
  ]);
  if (run?.status !== "REVERSING") return undefined;
  const asked = new Set(due.map(keyOf));
  const numbers = due.map(({ accountNumber }) => accountNumber);
  const items = (await selectItemsOfAccounts(tx, feeRunOid, numbers)).filter(
    (item) => asked.has(keyOf(item)) && reversible.has(item.state),
  );
  return { run, items, locked };
}

/** Notes why a fee does not come back, and notifies the firm's staff, once for each reason. */
async function noteRefused(
  tx: Tx,
  ctx: WriteContext,
  due: DueItem,
  reason: string,
): Promise<Change<null, Note>> {
  const found = await lockReversible(tx, due.feeRunOid, [due]);
  const [was] = found?.items ?? [];
  if (found === undefined || was === undefined || was.refusal === reason) {
    return { value: null, audit: [] };
  }
  const item: FeeItemRow = { ...was, refusal: reason };
  updateItem(tx, item);
  const text =
    `The fee of ${item.accountNumber} from ${item.from} to ${item.to} could not be refunded. ` +
    `${reason} It is tried again each minute, and its run is not reversed before.`;
  const notice = { title: "A fee could not be refunded", text };
  const notified = await notifyStaff(tx, ctx, { run: found.run, item }, notice);
  return { value: null, audit: notesOfItem({ was, item, bookings: [], events: [] }, notified) };
}

/** The fees of an item with what is left of each. */
function feesOf({ accountNumber, transactionIds }: FeeItemRow, booked: readonly BookedFee[]) {
  return booked
    .filter((fee) => fee.accountNumber === accountNumber)
    .filter((fee) => transactionIds.includes(fee.transactionId))
    .map((fee) => ({ fee, cents: unitsOf(fee.left, places.money) }))
    .filter(({ cents }) => cents > 0n);
}

const nothingRefunded: Refunds = { bookings: [], transactionIds: [] };

function reversedItem(was: FeeItemRow, { bookings, transactionIds: ids }: Refunds): Settled {
  const { feeRunOid } = was;
  const transactionIds = [...was.transactionIds, ...ids];
  const item: FeeItemRow = {
    ...was,
    state: "REFUNDED",
    refunded: was.posted,
    transactionIds,
    refusal: null,
    retryUntil: null,
  };
  const events = ids.length === 0 ? [] : [feeRefunded({ feeRunOid, transactionIds: [...ids] })];
  return { was, item, bookings, events };
}
