// Posting what accounts pay by a run: each item in the transaction that makes it posted, exactly once, and a few of them
// in one. (docs/billing.md)
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { type Calendar, selectCalendar } from "../../../reference/settlement/queries.ts";
import { Refusal } from "../../../values/problem.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import { addNotice, itemCreated } from "../../clients-and-accounts/agreements/changes.ts";
import { keyOf, withdrawBill } from "./bill-queries.ts";
import type { BilledPlan } from "./billed-plan.ts";
import { type Collected, collectFees, leftDue, type ToCollect } from "./collect-fee.ts";
import type { DueItem } from "./due-queries.ts";
import { postFeeItemEntry } from "./entries.ts";
import { amountDue, leftOfItem, reasonShown } from "./item-amounts.ts";
import {
  type FeeItemRow,
  selectCorrectedItem,
  selectItemsOfAccounts,
  updateItem,
} from "./item-queries.ts";
import { freeDays, markParts } from "./part-queries.ts";
import { selectStaff, selectStandings } from "./payment-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { type FeeRunRow, selectRunById, shareRun } from "./run-queries.ts";
import { type ItemOfRun, type NotOwed, notOwedAs, whyNotPaid } from "./whether-to-take.ts";

type Note = NoteOf<typeof postFeeItemEntry>;

/** Posts an item that is due, or tries one again; returns whether it was due. What the books refuse is noted on the
 * item, which stays due. */
export async function postFeeItem(ctx: WriteContext, due: DueItem): Promise<boolean> {
  const run = await selectRunById(ctx.db, due.feeRunOid);
  return run === undefined ? false : postAs(ctx, due, await ofAllItems(ctx.db, run.firmOid));
}

/** Posts some items, those of a run in one transaction; returns of each whether it was due and was posted. Of several
 * that concern the same account the first is posted, and what the books refuse fails all of them: each of the others is
 * tried alone afterwards, and a refusal is noted then. */
export async function postFeeItems(
  ctx: WriteContext,
  due: readonly DueItem[],
): Promise<readonly boolean[]> {
  const done = new Set<DueItem>();
  for (const [feeRunOid, ofRun] of Map.groupBy(due, (each) => each.feeRunOid)) {
    const run = await selectRunById(ctx.db, feeRunOid);
    if (run === undefined) continue;
    const common = await ofAllItems(ctx.db, run.firmOid);
    const together = ofDifferentAccounts(ofRun);
    const posted = await write(ctx, postFeeItemEntry, (tx) => settle(tx, ctx, together, common));
    for (const [at, each] of together.entries()) if (posted[at]) done.add(each);
  }
  return due.map((each) => done.has(each));
}

/** The items whose accounts and payers are not those of an earlier item: the books of an account are stored once in a
 * transaction. */
export function ofDifferentAccounts(due: readonly DueItem[]): readonly DueItem[] {
  const taken = new Set<string>();
  return due.filter((each) => {
    const concerned = accountsOf(each);
    if (concerned.some((number) => taken.has(number))) return false;
    for (const number of concerned) taken.add(number);
    return true;
  });
}

/** The accounts that posting an item concerns: its own, and its payer's. */
export function accountsOf({
  accountNumber,
  payerAccountNumber: payer,
}: Pick<DueItem, "accountNumber" | "payerAccountNumber">): readonly string[] {
  return payer === null ? [accountNumber] : [accountNumber, payer];
}

/** The facts that the items of a firm's runs have in common. */
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
    const [isPosted = false] = await write(ctx, postFeeItemEntry, (tx) =>
      settle(tx, ctx, [due], common),
    );
    return isPosted;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = reasonOf(error);
    return write(ctx, postFeeItemEntry, (tx) => refuse(tx, ctx, { due, reason }));
  }
}

interface Due {
  readonly run: FeeRunRow;
  /** The items that are due. */
  readonly items: readonly FeeItemRow[];
  /** The accounts whose locks are held. */
  readonly locked: readonly string[];
}

/** Items of a run as long as they are due, under the locks of the run, which stays as it is, and of their accounts and
 * payers. */
async function lockDue(
  tx: Tx,
  { now }: WriteContext,
  due: readonly DueItem[],
): Promise<Due | undefined> {
  const [first] = due;
  if (first === undefined) return undefined;
  const [run, locked] = await Promise.all([
    shareRun(tx, first.feeRunOid),
    lockForBookings(tx, due.flatMap(accountsOf)),
  ]);
  if (run === undefined) return undefined;
  const asked = new Set(due.map(keyOf));
  const numbers = due.map(({ accountNumber }) => accountNumber);
  const items = await selectItemsOfAccounts(tx, run.feeRunOid, numbers);
  const today = newYorkDay(now);
  const stillDue = items.filter((item) => asked.has(keyOf(item)) && isDue(run, item, today));
  return { run, items: stillDue, locked };
}

function isDue(run: FeeRunRow, item: FeeItemRow, today: Day): boolean {
  if (item.state === "OPEN") return run.status === "POSTING";
  const isLacking = item.state === "PART" || item.state === "DUE";
  const isUntried = (item.triedOn ?? "") < today && (item.retryUntil ?? "") >= today;
  return isLacking && isUntried && ["POSTING", "POSTED"].includes(run.status);
}

/** Posts those of a run's items that are due, in a transaction that is open; their accounts and payers are all different.
 * Its value is of each whether it was due. */
export async function settle(
  tx: Tx,
  ctx: WriteContext,
  due: readonly DueItem[],
  common: OfAllItems,
): Promise<Change<readonly boolean[], Note>> {
  const found = await lockDue(tx, ctx, due);
  if (found === undefined) return { value: due.map(() => false), audit: [] };
  const { run, items, locked } = found;
  const settled: Settled[] = [];
  const toCollect: FeeItemRow[] = [];
  const audit: Note[] = [];
  const numbers = items.map(({ accountNumber }) => accountNumber);
  const standings = await selectStandings(tx, numbers);
  for (const item of items) {
    const notOwed = notOwedAs(run, standings.get(item.accountNumber));
    if (notOwed && item.state === "OPEN") {
      audit.push(noteOf(item, await excludeItem(tx, { run, item }, notOwed)));
      continue;
    }
    // Days of which something was posted, or is due, stay billed.
    const refusal = notOwed?.reason ?? (await whyNotPaid(tx, { run, item }));
    if (refusal === undefined) toCollect.push(item);
    else settled.push({ was: item, ...leftDue({ ...item, refusal }, newYorkDay(ctx.now)) });
  }
  const collected = await collectItems(tx, ctx, { run, items: toCollect, locked }, common);
  for (const [at, was] of toCollect.entries()) {
    const own = collected[at];
    if (own !== undefined) settled.push({ was, ...own });
  }
  audit.push(...(await settledNotes(tx, ctx, run, settled)));
  const posted = new Set(items.map(keyOf));
  return { value: due.map((each) => posted.has(keyOf(each))), audit };
}

/** Takes what items owe, on the day of their run or, where they are tried again, today. */
export async function collectItems(
  tx: Tx,
  ctx: WriteContext,
  { run, items, locked }: Due,
  { plans, calendar }: OfAllItems,
): Promise<readonly Collected[]> {
  const toCollect: ToCollect[] = [];
  for (const item of items) {
    // Only what comes back is of a fee that it corrects.
    const corrected = leftOfItem(item) < 0n ? await selectCorrectedItem(tx, item) : undefined;
    const plan = plans.get(item.billingPlanOid);
    const on = item.state === "OPEN" && run.postOn !== null ? run.postOn : newYorkDay(ctx.now);
    toCollect.push({ item: { ...item, refusal: null, corrected }, plan, on });
  }
  return collectFees(tx, ctx, { run, calendar, locked }, toCollect);
}

/** An item as it was, and what became of it. */
export interface Settled extends Collected {
  readonly was: FeeItemRow;
}

/** Stores what became of some items of a run, notifies the firm's staff the first time that one could not be taken, and
 * returns the notes on the chain of each account. */
export async function settledNotes(
  tx: Tx,
  ctx: WriteContext,
  run: FeeRunRow,
  settled: readonly Settled[],
): Promise<Note[]> {
  for (const { item } of settled) updateItem(tx, item);
  const notes: Note[] = [];
  for (const each of settled) {
    const { was, item } = each;
    const isNewlyDue = was.state === "OPEN" && item.retryUntil !== null;
    const why = item.refusal ?? lacksCash;
    const notified = isNewlyDue ? await notifyOfDue(tx, ctx, { run, item }, why) : [];
    notes.push(...notesOfItem(each, notified));
  }
  return notes;
}

/** Of the account, and of the one that pays for it. */
export function notesOfItem(
  { was, item, bookings, events, setOff }: Settled,
  notified: readonly NotifiedStaff[],
): Note[] {
  const own = bookings.filter(({ accountNumber }) => accountNumber === item.accountNumber);
  const others = bookings.filter(({ accountNumber }) => accountNumber !== item.accountNumber);
  return [
    {
      subject: item.accountNumber,
      before: itemInEntry(was),
      after: itemInEntry(item),
      detail: {
        transactionIds: own.flatMap(({ transactionIds }) => transactionIds),
        reason: reasonShown(item),
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

function notifyOfDue(tx: Tx, ctx: WriteContext, of: ItemOfRun, why: string) {
  const { item } = of;
  const text =
    `Of the fee from ${item.from} to ${item.to}, ${amountDue(item)} could not be taken. ${why} ` +
    "It is tried again each day for 30 days.";
  return notifyStaff(tx, ctx, of, { title: "A fee is due", text });
}

/** An item for attention that a member of the staff has got. */
export interface NotifiedStaff {
  readonly id: Id;
  readonly loginId: string;
  readonly ifaType: "NO";
}

/** Notifies a firm's staff of an item of its run. */
export async function notifyStaff(
  tx: Tx,
  { now, newId }: WriteContext,
  { run, item }: ItemOfRun,
  notice: { readonly title: string; readonly text: string },
): Promise<NotifiedStaff[]> {
  const staff = await selectStaff(tx, run.firmOid);
  return staff.map((loginId) => {
    const own = { id: newId(), loginId, ifaType: "NO" as const };
    addNotice(tx, { ...own, accountNumber: item.accountNumber, startOn: newYorkDay(now) }, notice);
    return own;
  });
}

/** An open item of an account that waits for its owners or has left the firm, and its days are free. */
export async function excludeItem(
  tx: Tx,
  { run, item }: ItemOfRun,
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

/** Notes the books' words; the item is due, and is tried again like one whose cash is insufficient. Its value is whether
 * it was due. */
async function refuse(
  tx: Tx,
  ctx: WriteContext,
  { due, reason }: { readonly due: DueItem; readonly reason: string },
): Promise<Change<boolean, Note>> {
  const found = await lockDue(tx, ctx, [due]);
  if (found === undefined) return { value: false, audit: [] };
  const settled = found.items.map((was) => ({
    was,
    ...leftDue({ ...was, refusal: reason }, newYorkDay(ctx.now)),
  }));
  const audit = await settledNotes(tx, ctx, found.run, settled);
  return { value: settled.length > 0, audit };
}

const mostOfReason = 255;

/** The books' words, as an item has them. */
export function reasonOf({ problems }: Refusal): string {
  const words = problems.flatMap((each) => ("message" in each ? each.message : [])).join(" ");
  return words.slice(0, mostOfReason) || "The books refuse it.";
}
