// Booking transactions of an account. (interface 2.15)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import type { NewTransactions } from "../transactions/reads.ts";
import {
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
  { transactions: rows }: NewTransactions,
): Promise<void> {
  await write(ctx, bookTransactionsEntry, async (tx) => {
    // All locks at once, in order of number.
    await lockForBooking(tx, accountNumber, rows);
    const { number } = await lockAccountForCaller(tx, ctx.caller, accountNumber, "p");
    const booking = await bookTransactionsInto(tx, ctx, {
      accountNumber: number,
      rows,
      problemOf,
    });
    return { value: null, audit: notesOfBooking(number, booking) };
  });
}

/** The row as the body has it, its column, and why the books refuse it. */
function problemOf({ row, column, reason }: BookingProblem): Problem {
  const place = row === undefined ? [] : [`transactions[${row}]`];
  const where = [...place, ...(column === undefined ? [] : [column])].join(", ");
  const sentence = where === "" ? reason : `${where}: ${reason}`;
  return ruleProblem({ ...transactionErrors.books, sentence });
}
