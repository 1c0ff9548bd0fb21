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
  type BookingProblem,
  bookIntoAll,
  type NewTransaction,
} from "../../books/account-books/changes.ts";
import { type FreeCash, selectFreeCash } from "../../books/balances/reads.ts";
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
import { type BookedFee, insertPayments, selectBookedFees } from "./payment-queries.ts";
import type { FeeRunRow } from "./run-queries.ts";
import { payersOfFirm } from "./whether-to-take.ts";

/** The number of days on which an item is tried again where free cash was insufficient. */
const retryDays = 30;

/** An item that is paid, on which day. */
export interface ToPay {
  readonly item: FeeItemRow;
  readonly on: Day;
}

/** An item that is collected, as far as free cash and the plan allow. */
export interface ToCollect extends ToPay {
  readonly item: CorrectingItem;
  readonly plan: BilledPlan | undefined;
}

/** Facts that the items share which a transaction collects. */
export interface OfTransaction {
  readonly run: FeeRunRow;
  /** By which it is known what cash has settled. */
  readonly calendar: Calendar;
  /** The accounts whose locks are held. */
  readonly locked: readonly string[];
}

/** The item after the collection, and the bookings of each payer. */
export interface Collected {
  readonly item: FeeItemRow;
  readonly bookings: readonly BookedOf[];
  readonly events: readonly EventNote[];
  /** The amount by which this item lowers the debt of the one that it corrects. */
  readonly setOff?: SetOff;
}

/** An item that owes less by an amount of dollars, since days of it were not served. */
export interface SetOff extends Pick<FeeItemRow, "feeRunOid" | "state"> {
  readonly line: string;
  readonly amount: Decimal;
}

/** The rows that were booked into an account. */
export interface BookedOf extends Omit<Booking, "receivers"> {
  readonly accountNumber: string;
}

/** Takes what free cash pays of some items, whose accounts and payers are all different; what lacks stays due, and is tried
 * again for 30 days. Returns what became of them in the same order. */
export async function collectFees(
  tx: Tx,
  ctx: WriteContext,
  common: OfTransaction,
  toCollect: readonly ToCollect[],
): Promise<readonly Collected[]> {
  const collected = new Map<ToCollect, Collected>();
  for (const each of toCollect) {
    if (leftOfItem(each.item) < 0n) collected.set(each, await giveBack(tx, ctx, common, each));
  }
  const owed = toCollect.filter((each) => !collected.has(each));
  const cash = await freeCashOf(tx, ctx, common, owed);
  const taken: Taking[] = [];
  for (const each of owed) {
    const found = takenOf(ctx, common, each, cash);
    if ("rows" in found) taken.push(found);
    else collected.set(each, found);
  }
  const rows = taken.flatMap((each) => each.rows);
  const booked = Map.groupBy(
    await bookAll(tx, ctx, common.locked, rows),
    ({ accountNumber }) => accountNumber,
  );
  const payments = taken.map((each) => {
    const bookings = each.rows.flatMap(({ accountNumber }) => booked.get(accountNumber) ?? []);
    const transactionId = bookings.at(-1)?.transactionIds.at(-1) as Id;
    collected.set(each.of, paid(each, transactionId, bookings));
    return { ...each, transactionId };
  });
  notePayments(tx, common.run, payments);
  return toCollect.flatMap((each) => collected.get(each) ?? []);
}

/** The part of an item that is taken: its cents, and the rows that book them, those of the account itself last. */
interface Taking extends ToPay {
  readonly of: ToCollect;
  readonly cents: bigint;
  readonly rows: readonly RowsOf[];
}

/** Folio fees are listed for the firm and taken from no account, and an invoice is paid from outside. */
function isTaken({ kind }: FeeRunRow, item: FeeItemRow): boolean {
  return kind !== "P" && item.collect === "debit" && leftOfItem(item) > 0n;
}

function payerOf({ item }: ToPay): string {
  return item.payerAccountNumber ?? item.accountNumber;
}

async function freeCashOf(
  tx: Tx,
  { now }: WriteContext,
  { run, calendar }: OfTransaction,
  owed: readonly ToCollect[],
): Promise<ReadonlyMap<string, FreeCash>> {
  const payers = owed.filter(({ item }) => isTaken(run, item)).map(payerOf);
  return payers.length === 0 ? new Map() : selectFreeCash(tx, { now, calendar }, payers);
}

/** The part of an owed item that is taken, or the item's new state where nothing is booked. */
function takenOf(
  ctx: WriteContext,
  { run }: OfTransaction,
  of: ToCollect,
  found: ReadonlyMap<string, FreeCash>,
): Taking | Collected {
  const { item, plan, on } = of;
  const left = leftOfItem(item);
  if (left === 0n || run.kind === "P") return postedWhole(item, left, []);
  if (!isTaken(run, item)) {
    const due: FeeItemRow = { ...item, state: "DUE" };
    return { item: due, bookings: [], events: [feeEvent(feeDue, item)] };
  }
  const { accountNumber } = item;
  const payer = payerOf(of);
  const cash = found.get(payer) ?? { free: 0n, folios: [] };
  const cents = takenNow(left, cash.free, plan?.insufficient ?? "P");
  const today = newYorkDay(ctx.now);
  if (cents === 0n) return leftDue(item, today);
  const raised = raisingRows({ accountNumber: payer, cents, on }, cash);
  const isPaidOutside = payer !== accountNumber;
  const fee = feeRow({ accountNumber, cents, on }, { isPaidOutside });
  const rows = isPaidOutside
    ? [
        { accountNumber: payer, rows: [...raised, payerRow({ accountNumber: payer, cents, on })] },
        { accountNumber, rows: [fee] },
      ]
    : [{ accountNumber, rows: [...raised, fee] }];
  return { of, item: triedAgain(item, today), on, cents, rows };
}

/** An item of which something was booked. */
function paid(
  { item, cents }: Taking,
  transactionId: Id,
  bookings: readonly BookedOf[],
): Collected {
  const left = leftOfItem(item) - cents;
  const posted = money(unitsOf(item.posted, places.money) + cents);
  const transactionIds = [...item.transactionIds, transactionId];
  if (left === 0n) return postedWhole({ ...item, posted, transactionIds }, 0n, bookings);
  const part: FeeItemRow = { ...item, posted, transactionIds, state: "PART" };
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
  { run, locked }: Omit<OfTransaction, "calendar">,
  { item, on }: ToPay,
): Promise<Collected> {
  const { accountNumber } = item;
  const cents = leftOfItem(item);
  const rows = [feeRow({ accountNumber, cents, on }, { isPaidOutside: true })];
  const bookings = await bookAll(tx, ctx, locked, [{ accountNumber, rows }]);
  const transactionId = bookings.at(-1)?.transactionIds.at(-1) as Id;
  notePayments(tx, run, [{ item, on, transactionId, cents }]);
  const transactionIds = [...item.transactionIds, transactionId];
  return postedWhole({ ...item, transactionIds, paidOn: on }, cents, bookings);
}

/** An item below 0 first takes off what is still due of the fee that it corrects. The rest comes back on its day, as a
 * refund of that fee, as far as it has not come back yet. */
async function giveBack(
  tx: Tx,
  ctx: WriteContext,
  { run, locked }: OfTransaction,
  { item, on }: ToCollect,
): Promise<Collected> {
  const { accountNumber, corrected } = item;
  const setOff = corrected && takeOffDue(tx, corrected, -leftOfItem(item));
  const lowered = { ...item, setOff: money(-unitsOf(setOff?.amount ?? zero, places.money)) };
  const done = (is: FeeItemRow, bookings: readonly BookedOf[]): Collected => ({
    ...(bookings.length === 0
      ? postedWhole(is, 0n, [])
      : { item: is, bookings, events: [feeEvent(feeRefunded, is)] }),
    ...(setOff && { setOff }),
  });
  const fees = await selectBookedFees(tx, [accountNumber], corrected?.transactionIds ?? []);
  const rows = refundRows(fees, { accountNumber, cents: -leftOfItem(lowered), on });
  const cents = rows.reduce((sum, { amount }) => sum + unitsOf(amount ?? zero, places.money), 0n);
  if (cents === 0n) return done(lowered, []);
  const payer = item.payerAccountNumber;
  const payers = await payersOfFirm(tx, payer === null ? [] : [payer], run.firmOid);
  const toPayer =
    payer === null || !payers.has(payer)
      ? []
      : [{ accountNumber: payer, rows: [payerRefundRow({ accountNumber: payer, cents, on })] }];
  const bookings = await bookAll(tx, ctx, locked, [...toPayer, { accountNumber, rows }]);
  const ids = bookings.at(-1)?.transactionIds ?? [];
  const payments = rows.map(({ amount }, at) => {
    const back = -unitsOf(amount ?? zero, places.money);
    return { item, on, transactionId: ids[at] as Id, cents: back };
  });
  notePayments(tx, run, payments);
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
  const lowered: FeeItemRow = { ...item, setOff };
  const is: FeeItemRow = isPaid
    ? { ...lowered, state: "POSTED", retryUntil: null, refusal: null }
    : lowered;
  updateItem(tx, is);
  const { feeRunOid, line, state } = is;
  return { feeRunOid, line: String(line), state, amount: money(cents) };
}

/** The refunds of some fees in their order, each as far as it has not come back yet. */
function refundRows(
  fees: readonly BookedFee[],
  { accountNumber, cents, on }: Taken,
): NewTransaction[] {
  const rows: NewTransaction[] = [];
  let left = cents;
  for (const { transactionId: reverses, left: ofFee, feePaidBy } of fees) {
    const own = unitsOf(ofFee, places.money);
    if (own <= 0n || left === 0n) continue;
    const back = leastOf(own, left);
    left -= back;
    rows.push(
      refundRow({ accountNumber, cents: back, on, reverses, feePaidBy: feePaidBy ?? undefined }),
    );
  }
  return rows;
}

interface Payment extends ToPay {
  readonly transactionId: Id;
  readonly cents: bigint;
}

function notePayments(tx: Tx, { firmOid }: FeeRunRow, payments: readonly Payment[]): void {
  const rows = payments.map(({ item, on, transactionId, cents }) => ({
    accountNumber: item.accountNumber,
    transactionId,
    feeRunOid: item.feeRunOid,
    line: item.line,
    firmOid,
    billingPlanOid: item.billingPlanOid,
    amount: moneyText(cents),
    paidOn: on,
    ofTransactionId: null,
    reason: item.reason,
    comment: null,
  }));
  insertPayments(tx, rows);
}

/** Rows that are booked into an account. */
export interface RowsOf {
  readonly accountNumber: string;
  readonly rows: readonly NewTransaction[];
}

/** Books rows of fees into some accounts, whose locks are held; refuses what their books cannot take. */
export async function bookAll(
  tx: Tx,
  ctx: WriteContext,
  locked: readonly string[],
  all: readonly RowsOf[],
): Promise<readonly BookedOf[]> {
  const problemOf = ({ reason }: BookingProblem) =>
    ruleProblem({ ...feeRunErrors.status, sentence: reason });
  const bookings = await bookIntoAll(
    tx,
    ctx,
    locked,
    all.map((each) => ({ ...each, problemOf })),
  );
  return all.flatMap(({ accountNumber }, at) => {
    const booking = bookings[at];
    if (booking === undefined) return [];
    const { receivers: _, ...own } = booking;
    return [{ accountNumber, ...own }];
  });
}

function money(cents: bigint): Decimal {
  return moneyText(cents) as Decimal;
}
