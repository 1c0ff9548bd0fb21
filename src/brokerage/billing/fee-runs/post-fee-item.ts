// Posting what an account pays by a run: one transaction an item, exactly once. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { Refusal } from "../../../values/problem.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import { addNotice, itemCreated } from "../../clients-and-accounts/agreements/changes.ts";
import { withdrawBill } from "./bill-queries.ts";
import { type Collected, collectFee, leftDue } from "./collect-fee.ts";
import { type DueItem, selectCorrectedIds } from "./due-queries.ts";
import { postFeeItemEntry } from "./entries.ts";
import { amountDue, leftOfItem } from "./item-amounts.ts";
import { type FeeItemRow, selectItem, updateItem } from "./item-queries.ts";
import { freeDays, markParts } from "./part-queries.ts";
import { selectStaff } from "./payment-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { type FeeRunRow, selectRunById } from "./run-queries.ts";
import { type NotOwed, whyNotOwed, whyNotPaid } from "./whether-to-take.ts";

type Note = NoteOf<typeof postFeeItemEntry>;

/** Posts an item that is due, or tries one again; returns whether it was due. What the books refuse is noted on the
 * item, which stays due. */
export async function postFeeItem(ctx: WriteContext, due: DueItem): Promise<boolean> {
  try {
    return await write(ctx, postFeeItemEntry, (tx) => settle(tx, ctx, due));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.problems
      .flatMap((each) => ("message" in each ? each.message : []))
      .join(" ");
    return write(ctx, postFeeItemEntry, (tx) => refuse(tx, ctx, { due, reason }));
  }
}

interface Due {
  readonly run: FeeRunRow;
  readonly item: FeeItemRow;
}

/** The item under the locks of its account and payer, as long as it is due. */
async function lockDue(
  tx: Tx,
  { now }: WriteContext,
  { accountNumber, feeRunOid, line, payerAccountNumber }: DueItem,
): Promise<Due | undefined> {
  await lockForBookings(tx, [accountNumber, ...(payerAccountNumber ? [payerAccountNumber] : [])]);
  const [item, run] = await Promise.all([
    selectItem(tx, { accountNumber, feeRunOid, line }),
    selectRunById(tx, feeRunOid),
  ]);
  if (item === undefined || run === undefined) return undefined;
  const today = newYorkDay(now);
  const isOpen = item.state === "OPEN" && run.status === "POSTING";
  const isLacking = item.state === "PART" || item.state === "DUE";
  const isUntried = (item.triedOn ?? "") < today && (item.retryUntil ?? "") >= today;
  const isToTry = isLacking && isUntried && ["POSTING", "POSTED"].includes(run.status);
  return isOpen || isToTry ? { run, item } : undefined;
}

/** Posts an item in a transaction that is open, if it is due. */
export async function settle(
  tx: Tx,
  ctx: WriteContext,
  due: DueItem,
): Promise<Change<boolean, Note>> {
  const found = await lockDue(tx, ctx, due);
  if (found === undefined) return { value: false, audit: [] };
  const { item } = found;
  const notOwed = await whyNotOwed(tx, found);
  if (notOwed && item.state === "OPEN") return exclude(tx, found, notOwed);
  // Days of which something was posted, or is due, stay billed.
  const reason = notOwed?.reason ?? (await whyNotPaid(tx, found));
  if (reason !== undefined) {
    const lacking = leftDue({ ...item, reason }, newYorkDay(ctx.now));
    return { value: true, audit: await settledNotes(tx, ctx, found, lacking) };
  }
  const collected = await collectItem(tx, ctx, found);
  return { value: true, audit: await settledNotes(tx, ctx, found, collected) };
}

/** Takes what an item owes, on the day of its run or, where it is tried again, today. */
export async function collectItem(
  tx: Tx,
  ctx: WriteContext,
  { run, item }: Due,
): Promise<Collected> {
  const [plans, ofTransactionIds] = await Promise.all([
    selectBilledPlans(tx, run.firmOid),
    // Only what comes back is of a fee that it corrects.
    leftOfItem(item) < 0n ? selectCorrectedIds(tx, item) : [],
  ]);
  const plan = plans.get(item.billingPlanOid);
  const on = item.state === "OPEN" && run.postOn !== null ? run.postOn : newYorkDay(ctx.now);
  return collectFee(tx, ctx, { run, item: { ...item, ofTransactionIds }, plan, on });
}

/** Stores what became of an item, notifies the firm's staff the first time that something could not be taken, and returns the
 * notes on the chain of each account. */
export async function settledNotes(
  tx: Tx,
  ctx: WriteContext,
  { run, item: was }: Due,
  { item, bookings, events }: Collected,
): Promise<Note[]> {
  updateItem(tx, item);
  const isNewlyDue = was.state === "OPEN" && item.retryUntil !== null;
  const why = item.reason !== null && item.reason !== was.reason ? item.reason : lacksCash;
  const notified = isNewlyDue ? await notifyStaff(tx, ctx, { run, item }, why) : [];
  const own = bookings.filter(({ accountNumber }) => accountNumber === item.accountNumber);
  const others = bookings.filter(({ accountNumber }) => accountNumber !== item.accountNumber);
  return [
    {
      subject: item.accountNumber,
      before: itemInEntry(was),
      after: itemInEntry(item),
      detail: {
        transactionIds: own.flatMap(({ transactionIds }) => transactionIds),
        reason: item.reason,
        foliosComputed: own.flatMap(({ foliosComputed }) => foliosComputed),
        itemsCreated: notified.map(({ id }) => id),
        paidFor: null,
      },
      events: [
        ...own.flatMap((booking) => booking.events),
        ...events,
        ...notified.map((each) => itemCreated({ ...each, ifaStatus: "I" })),
      ],
    },
    ...others.map((booking) => ({
      subject: booking.accountNumber,
      before: itemInEntry(was),
      after: itemInEntry(item),
      detail: {
        transactionIds: booking.transactionIds,
        reason: null,
        foliosComputed: booking.foliosComputed,
        itemsCreated: [],
        paidFor: item.accountNumber,
      },
      events: booking.events,
    })),
  ];
}

const lacksCash = "Free cash is insufficient.";

async function notifyStaff(tx: Tx, { now, newId }: WriteContext, { run, item }: Due, why: string) {
  const staff = await selectStaff(tx, run.firmOid);
  const text =
    `Of the fee from ${item.from} to ${item.to}, ${amountDue(item)} could not be taken. ${why} ` +
    "It is tried again each day for 30 days.";
  return staff.map((loginId) => {
    const notice = { id: newId(), loginId, ifaType: "NO" as const };
    const of = { ...notice, accountNumber: item.accountNumber, startOn: newYorkDay(now) };
    addNotice(tx, of, { title: "A fee is due", text });
    return notice;
  });
}

async function exclude(
  tx: Tx,
  { run, item }: Due,
  notOwed: NotOwed,
): Promise<Change<boolean, Note>> {
  const is = await excludeItem(tx, { run, item }, notOwed);
  return { value: true, audit: [noteOf(item, is)] };
}

/** An open item of an account that waits for its owners or has left the firm, and its days are free. */
export async function excludeItem(
  tx: Tx,
  { run, item }: Due,
  { reason, isOther }: NotOwed,
): Promise<FeeItemRow> {
  const { accountNumber, feeRunOid, unitNumber } = item;
  const warnings = isOther ? item.warnings : [...new Set([...item.warnings, "pending"])];
  const is: FeeItemRow = { ...item, state: "EXCLUDED", reason, warnings };
  const among = [{ accountNumber, unitNumber }];
  await freeDays(tx, run.kind, await markParts(tx, { feeRunOid, takesDays: false, among }));
  updateItem(tx, is);
  withdrawBill(tx, item);
  return is;
}

/** An item as audit entries have it. */
export function itemInEntry({ feeRunOid, line, state, posted }: FeeItemRow) {
  return { feeRunOid, line: String(line), state, posted };
}

function noteOf(was: FeeItemRow, is: FeeItemRow): Note {
  return {
    subject: is.accountNumber,
    before: itemInEntry(was),
    after: itemInEntry(is),
    detail: {
      transactionIds: [],
      reason: is.reason,
      foliosComputed: [],
      itemsCreated: [],
      paidFor: null,
    },
  };
}

/** Notes the books' words; the item is due, and is tried again like one whose cash is insufficient. */
async function refuse(
  tx: Tx,
  ctx: WriteContext,
  { due, reason }: { readonly due: DueItem; readonly reason: string },
): Promise<Change<boolean, Note>> {
  const found = await lockDue(tx, ctx, due);
  if (found === undefined) return { value: false, audit: [] };
  const { run, item } = found;
  const said = reason.slice(0, mostOfReason) || "The books refuse it.";
  const collected = leftDue({ ...item, reason: said }, newYorkDay(ctx.now));
  return { value: true, audit: await settledNotes(tx, ctx, { run, item }, collected) };
}

const mostOfReason = 255;
