// Taking what an account owes by a run, or giving back what it was billed too much: the books and the item in one
// transaction, whose caller holds the locks of the account and of its payer. (docs/billing.md)
import { addDays, type Day, newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { leastOf, moneyText, places, unitsOf } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import { ruleProblem } from "../../../values/problem.ts";
import {
  type Booking,
  bookTransactionsInto,
  type NewTransaction,
} from "../../books/account-books/changes.ts";
import { selectFreeCash } from "../../books/balances/reads.ts";
import type { BilledPlan } from "./billed-plan.ts";
import { takenNow } from "./calculation/billable-value.ts";
import { feeRunErrors } from "./errors.ts";
import { feeDue, feePosted, feeRefunded } from "./events.ts";
import {
  feeRow,
  payerRefundRow,
  payerRow,
  raisingRows,
  refundRow,
  type Taken,
} from "./fee-rows.ts";
import { centsDue, leftOfItem } from "./item-amounts.ts";
import { type CorrectingItem, type FeeItemRow, updateItem } from "./item-queries.ts";
import { type BookedFee, insertPayment, selectBookedFees } from "./payment-queries.ts";
import type { FeeRunRow } from "./run-queries.ts";

/** The number of days on which an item is tried again where free cash was insufficient. */
const retryDays = 30;

/** An item that is paid, on which day. */
export interface ToPay {
  readonly run: FeeRunRow;
  readonly item: FeeItemRow;
  readonly on: Day;
}

interface ToCorrect extends ToPay {
  readonly item: CorrectingItem;
}

/** What is collected, as far as free cash and the plan allow. */
export interface ToCollect extends ToCorrect {
  readonly plan: BilledPlan | undefined;
  /** By which it is known what cash has settled. */
  readonly calendar: Calendar;
}

/** What became of an item, and what was booked of whom. */
export interface Collected {
  readonly item: FeeItemRow;
  readonly bookings: readonly BookedOf[];
  readonly events: readonly EventNote[];
  /** What is no longer due of the item that this one corrects. */
  readonly setOff?: SetOff;
}

/** An item that owes less by an amount of dollars, since days of it were not served. */
export interface SetOff extends Pick<FeeItemRow, "feeRunOid" | "state"> {
  readonly line: string;
  readonly amount: Decimal;
}

/** What was booked into an account. */
export interface BookedOf extends Omit<Booking, "receivers"> {
  readonly accountNumber: string;
}

/** Takes what free cash pays of an item; what lacks stays due, and is tried again for 30 days. */
export async function collectFee(
  tx: Tx,
  ctx: WriteContext,
  { run, item, plan, calendar, on }: ToCollect,
): Promise<Collected> {
  const left = leftOfItem(item);
  if (left < 0n) return giveBack(tx, ctx, { run, item, on });
  // Folio fees are listed for the firm, and taken from no account.
  if (left === 0n || run.kind === "P") return postedWhole(item, left, []);
  if (item.collect === "invoice") {
    return { item: { ...item, state: "DUE" }, bookings: [], events: [feeEvent(feeDue, item)] };
  }
  const payer = item.payerAccountNumber ?? item.accountNumber;
  const found = await selectFreeCash(tx, { now: ctx.now, calendar }, [payer]);
  const cash = found.get(payer) ?? { free: 0n, folios: [] };
  const cents = takenNow(left, cash.free, plan?.insufficient ?? "P");
  const today = newYorkDay(ctx.now);
  if (cents === 0n) return leftDue(item, today);
  const tried = triedAgain(item, today);
  const own = { accountNumber: item.accountNumber, cents, on };
  const raised = raisingRows({ ...own, accountNumber: payer }, cash);
  const isPaidOutside = payer !== item.accountNumber;
  const fee = feeRow(own, { isPaidOutside });
  const bookings = isPaidOutside
    ? [
        await book(tx, ctx, payer, [...raised, payerRow({ ...own, accountNumber: payer })]),
        await book(tx, ctx, item.accountNumber, [fee]),
      ]
    : [await book(tx, ctx, payer, [...raised, fee])];
  const transactionId = bookings.at(-1)?.transactionIds.at(-1) as Id;
  notePayment(tx, { run, item, on }, { transactionId, cents });
  const collected = { ...tried, posted: money(unitsOf(item.posted, places.money) + cents) };
  const transactionIds = [...item.transactionIds, transactionId];
  if (cents === left) return postedWhole({ ...collected, transactionIds }, 0n, bookings);
  const part: FeeItemRow = { ...collected, transactionIds, state: "PART" };
  return { item: part, bookings, events: [feeEvent(feePosted, part), feeEvent(feeDue, part)] };
}

/** An item of which nothing could be taken today; that it is due is emitted once. */
export function leftDue(item: FeeItemRow, today: Day): Collected {
  const is: FeeItemRow = { ...triedAgain(item, today), state: stateOf(item) };
  return { item: is, bookings: [], events: item.state === "OPEN" ? [feeEvent(feeDue, is)] : [] };
}

/** An item that free cash did not pay: due, or in part if some of it was paid before. */
function stateOf({ posted }: FeeItemRow): "PART" | "DUE" {
  return unitsOf(posted, places.money) > 0n ? "PART" : "DUE";
}

function triedAgain(item: FeeItemRow, today: Day): FeeItemRow {
  return { ...item, triedOn: today, retryUntil: item.retryUntil ?? addDays(today, retryDays) };
}

function postedWhole(item: FeeItemRow, left: bigint, bookings: readonly BookedOf[]): Collected {
  const posted = money(unitsOf(item.posted, places.money) + left);
  const is: FeeItemRow = { ...item, posted, state: "POSTED", retryUntil: null };
  return { item: is, bookings, events: [feeEvent(feePosted, is)] };
}

function feeEvent(event: typeof feePosted, { feeRunOid, transactionIds }: FeeItemRow): EventNote {
  return event({ feeRunOid, transactionIds: [...transactionIds] });
}

/** The fee of an invoice that was paid from outside on a day. */
export async function collectInvoice(
  tx: Tx,
  ctx: WriteContext,
  { run, item, on }: ToPay,
): Promise<Collected> {
  const cents = leftOfItem(item);
  const own = { accountNumber: item.accountNumber, cents, on };
  const booking = await book(tx, ctx, item.accountNumber, [feeRow(own, { isPaidOutside: true })]);
  const transactionId = booking.transactionIds.at(-1) as Id;
  notePayment(tx, { run, item, on }, { transactionId, cents });
  const transactionIds = [...item.transactionIds, transactionId];
  return postedWhole({ ...item, transactionIds, paidOn: on }, cents, [booking]);
}

/** An item below 0 first takes off what is still due of the fee that it corrects. The rest comes back on its day, as a
 * refund of that fee, as far as it has not come back yet. */
async function giveBack(
  tx: Tx,
  ctx: WriteContext,
  { run, item, on }: ToCorrect,
): Promise<Collected> {
  const { accountNumber, payerAccountNumber: payer, corrected } = item;
  const setOff = corrected && takeOffDue(tx, corrected, -leftOfItem(item));
  const lowered = { ...item, setOff: money(-unitsOf(setOff?.amount ?? zero, places.money)) };
  const done = (is: FeeItemRow, bookings: readonly BookedOf[]): Collected => ({
    ...(bookings.length === 0
      ? postedWhole(is, 0n, [])
      : { item: is, bookings, events: [feeEvent(feeRefunded, is)] }),
    ...(setOff && { setOff }),
  });
  const fees = await selectBookedFees(tx, accountNumber, {
    transactionIds: corrected?.transactionIds ?? [],
  });
  const rows = refundRows(fees, { accountNumber, cents: -leftOfItem(lowered), on }, item);
  const cents = rows.reduce((sum, { amount }) => sum + unitsOf(amount ?? zero, places.money), 0n);
  if (cents === 0n) return done(lowered, []);
  const bookings = [
    ...(payer === null
      ? []
      : [await book(tx, ctx, payer, [payerRefundRow({ accountNumber: payer, cents, on })])]),
    await book(tx, ctx, accountNumber, rows),
  ];
  const ids = bookings.at(-1)?.transactionIds ?? [];
  for (const [at, { amount }] of rows.entries()) {
    const paid = { transactionId: ids[at] as Id, cents: -unitsOf(amount ?? zero, places.money) };
    notePayment(tx, { run, item, on }, paid);
  }
  const transactionIds = [...item.transactionIds, ...ids];
  return done({ ...lowered, posted: money(-cents), state: "POSTED", transactionIds }, bookings);
}

const zero = "0" as Decimal;

/** Lowers what is due of a fee by up to some cents; undefined where nothing is due. */
function takeOffDue(tx: Tx, item: FeeItemRow, most: bigint): SetOff | undefined {
  const due = centsDue(item);
  const cents = leastOf(due, most);
  if (cents <= 0n) return undefined;
  const setOff = money(unitsOf(item.setOff, places.money) + cents);
  const isPaid = cents === due;
  const is: FeeItemRow = { ...item, setOff, ...(isPaid && { state: "POSTED", retryUntil: null }) };
  updateItem(tx, is);
  const { feeRunOid, line, state } = is;
  return { feeRunOid, line: String(line), state, amount: money(cents) };
}

/** The refunds of some fees in their order, each as far as it has not come back yet. */
function refundRows(
  fees: readonly BookedFee[],
  { accountNumber, cents, on }: Taken,
  { payerAccountNumber, collect }: FeeItemRow,
): NewTransaction[] {
  const isPaidOutside = payerAccountNumber !== null || collect === "invoice";
  const feePaidBy = isPaidOutside ? "outside" : undefined;
  const rows: NewTransaction[] = [];
  let left = cents;
  for (const { transactionId: reverses, left: ofFee } of fees) {
    const own = unitsOf(ofFee, places.money);
    if (own <= 0n || left === 0n) continue;
    const back = leastOf(own, left);
    left -= back;
    rows.push(refundRow({ accountNumber, cents: back, on, reverses, feePaidBy }));
  }
  return rows;
}

function notePayment(
  tx: Tx,
  { run, item, on }: ToPay,
  { transactionId, cents }: { readonly transactionId: Id; readonly cents: bigint },
): void {
  insertPayment(tx, {
    accountNumber: item.accountNumber,
    transactionId,
    feeRunOid: item.feeRunOid,
    line: item.line,
    firmOid: run.firmOid,
    billingPlanOid: item.billingPlanOid,
    amount: moneyText(cents),
    paidOn: on,
    ofTransactionId: null,
    reason: item.reason,
    comment: null,
  });
}

/** Books rows of a fee into an account; refuses what its books cannot take. */
export async function book(
  tx: Tx,
  ctx: WriteContext,
  accountNumber: string,
  rows: readonly NewTransaction[],
): Promise<BookedOf> {
  const { receivers: _, ...booking } = await bookTransactionsInto(tx, ctx, {
    accountNumber,
    rows,
    problemOf: ({ reason }) => ruleProblem({ ...feeRunErrors.status, sentence: reason }),
  });
  return { accountNumber, ...booking };
}

function money(cents: bigint): Decimal {
  return moneyText(cents) as Decimal;
}
