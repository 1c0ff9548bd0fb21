// Booking transactions of an account. (interface 2.15)
import { fixed } from "@bursar/values/decimal";
import type { AccountNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { type Notified, notifyMembers } from "../../clients-and-accounts/agreements/changes.ts";
import type { NewTransactions } from "../transactions/reads.ts";
import {
  type Booking,
  type BookingProblem,
  bookTransactionsInto,
  lockForBooking,
  notesOfBooking,
} from "./changes.ts";
import { bookTransactionsEntry } from "./entries.ts";
import { transactionErrors } from "./errors.ts";

/** Books transactions, or refuses all of them when the account's books cannot take one. */
export async function bookTransactions(
  ctx: Context,
  accountNumber: string,
  { transactions }: NewTransactions,
): Promise<void> {
  await write(ctx, bookTransactionsEntry, async (tx) => {
    // All locks at once, in order of number.
    await lockForBooking(tx, accountNumber, transactions);
    const { number } = await lockAccountForCaller(tx, ctx.caller, accountNumber, "papers");
    const booking = await bookTransactionsInto(tx, ctx, {
      accountNumber: number,
      rows: transactions,
      problemOf,
    });
    const returns = await notifyOfReturns(tx, ctx, { accountNumber: number, transactions });
    return { value: null, audit: notesOfBooking(number, withItems(booking, returns)) };
  });
}

/** The row as the body has it, its column, and why the books refuse it. */
function problemOf({ row, column, reason }: BookingProblem): Problem {
  const place = row === undefined ? [] : [`transactions[${row}]`];
  const where = [...place, ...(column === undefined ? [] : [column])].join(", ");
  const sentence = where === "" ? reason : `${where}: ${reason}`;
  return ruleProblem({ ...transactionErrors.books, sentence });
}

/** A booking with the items that inform members of it, if there are any. */
function withItems(booking: Booking, { itemsCreated, events }: Notified): Booking {
  if (itemsCreated.length === 0) return booking;
  return { ...booking, itemsCreated, events: [...booking.events, ...events] };
}

/** Informs the members of an account of the money that came back by new rows; a correction of such a row
 * is no further return. */
async function notifyOfReturns(
  tx: Tx,
  ctx: Context,
  {
    accountNumber,
    transactions,
  }: Pick<NewTransactions, "transactions"> & { readonly accountNumber: AccountNumber },
): Promise<Notified> {
  const notified: Notified[] = [];
  for (const { transactionType, amount, reverses, replaces } of transactions) {
    const what = returnedBy[transactionType];
    const isReturn = reverses !== undefined && replaces === undefined;
    if (what === undefined || amount === undefined || !isReturn) continue;
    const text = `A ${what} of ${fixed(amount, 2)} was returned.`;
    notified.push(await notifyMembers(tx, ctx, { accountNumber, kind: "returnedMoney", text }));
  }
  return {
    itemsCreated: notified.flatMap(({ itemsCreated }) => itemsCreated),
    events: notified.flatMap(({ events }) => events),
  };
}

/** The transaction that reverses another and brings the cash back. */
const returnedBy: Readonly<Record<string, string>> = { WDL: "deposit", DEP: "withdrawal" };
