// Listing the transactions of an account, the newest first. (docs/activity.md)
import type { Context } from "../../../platform/change/context.ts";
import type { SentRange } from "../../../values/date-range.ts";
import { pageOf, type TransactionPage } from "./account-page.ts";
import type { TransactionsQuery } from "./schema.ts";

/** The days that the list of an account has where its query names none. */
export const usualOfAccount: SentRange = { months: 12 };

/** A page of the transactions of an account. */
export async function listTransactions(
  ctx: Context,
  accountNumber: string,
  query: TransactionsQuery,
): Promise<TransactionPage> {
  return pageOf(ctx, { accountNumber }, query, usualOfAccount);
}
