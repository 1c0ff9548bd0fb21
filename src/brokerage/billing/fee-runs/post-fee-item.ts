// Posting what an account pays by a run: one transaction an item, exactly once. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { type Calendar, selectCalendar } from "../../../reference/settlement/queries.ts";
import { Refusal } from "../../../values/problem.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import { addNotice, itemCreated } from "../../clients-and-accounts/agreements/changes.ts";
import { withdrawBill } from "./bill-queries.ts";
import type { BilledPlan } from "./billed-plan.ts";
import { type Collected, collectFee, leftDue } from "./collect-fee.ts";
import type { DueItem } from "./due-queries.ts";
import { postFeeItemEntry } from "./entries.ts";
import { amountDue, leftOfItem } from "./item-amounts.ts";
import { type FeeItemRow, selectCorrectedItem, selectItem, updateItem } from "./item-queries.ts";
import { freeDays, markParts } from "./part-queries.ts";
import { selectStaff } from "./payment-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { type FeeRunRow, selectRunById, shareRun } from "./run-queries.ts";
import { type NotOwed, whyNotOwed, whyNotPaid } from "./whether-to-take.ts";

type Note = NoteOf<typeof postFeeItemEntry>;

/** Posts an item that is due, or tries one again; returns whether it was due. What the books refuse is noted on the
 * item, which stays due. */
export async function postFeeItem(ctx: WriteContext, due: DueItem): Promise<boolean> {
  const run = await selectRunById(ctx.db, due.feeRunOid);
  return run === undefined ? false : postAs(ctx, due, await ofAllItems(ctx.db, run.firmOid));
}

/** Posts some items, each in a transaction of its own; returns of each whether it was due and was posted. What those of
 * a run have in common is read once; the run itself is read with each item, since it may change in between. */
export async function postFeeItems(
  ctx: WriteContext,
  due: readonly DueItem[],
): Promise<readonly boolean[]> {
  const done = new Set<DueItem>();
  for (const [feeRunOid, ofRun] of Map.groupBy(due, (each) => each.feeRunOid)) {
    const run = await selectRunById(ctx.db, feeRunOid);
    if (run === undefined) continue;
    const common = await ofAllItems(ctx.db, run.firmOid);
    for (const each of ofRun) {
      // What fails here is tried alone afterwards, and that failure is noted.
      if (await postAs(ctx, each, common).catch(() => false)) done.add(each);
    }
  }
  return due.map((each) => done.has(each));
}

/** What the items of a firm's runs have in common. */
export interface OfAllItems {
  /** By id; a plan does not change once a run that bills by it is approved. */
  readonly plans: ReadonlyMap<string, BilledPlan>;
  readonly calendar: Calendar;
}

/** Reads what the items of a firm's runs have in common. */
export async function ofAllItems(db: Reader, firmOid: Id): Promise<OfAllItems> {
  const [plans, calendar] = await Promise.all([selectBilledPlans(db, firmOid), selectCalendar(db)]);
  return { plans, calendar };
}

async function postAs(ctx: WriteContext, due: DueItem, common: OfAllItems): Promise<boolean> {
  try {
    return await write(ctx, postFeeItemEntry, (tx) => settle(tx, ctx, due, common));
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

/** The item under the locks of its run, which stays as it is, and of its account and payer, as long as it is due. */
async function lockDue(
  tx: Tx,
  { now }: WriteContext,
  { accountNumber, feeRunOid, line, payerAccountNumber }: DueItem,
): Promise<Due | undefined> {
  const [run] = await Promise.all([
    shareRun(tx, feeRunOid),
    lockForBookings(tx, [accountNumber, ...(payerAccountNumber ? [payerAccountNumber] : [])]),
  ]);
  const item = await selectItem(tx, { accountNumber, feeRunOid, line });
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
  common: OfAllItems,
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
  const collected = await collectItem(tx, ctx, found, common);
  return { value: true, audit: await settledNotes(tx, ctx, found, collected) };
}

/** Takes what an item owes, on the day of its run or, where it is tried again, today. */
export async function collectItem(
  tx: Tx,
  ctx: WriteContext,
  { run, item }: Due,
  { plans, calendar }: OfAllItems,
): Promise<Collected> {
  // Only what comes back is of a fee that it corrects.
  const corrected = leftOfItem(item) < 0n ? await selectCorrectedItem(tx, item) : undefined;
  const plan = plans.get(item.billingPlanOid);
  const on = item.state === "OPEN" && run.postOn !== null ? run.postOn : newYorkDay(ctx.now);
  return collectFee(tx, ctx, { run, item: { ...item, corrected }, plan, calendar, on });
}

/** Stores what became of an item, notifies the firm's staff the first time that something could not be taken, and returns the
 * notes on the chain of each account. */
export async function settledNotes(
  tx: Tx,
  ctx: WriteContext,
  { run, item: was }: Due,
  { item, bookings, events, setOff }: Collected,
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
        ...(setOff && { setOff }),
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
