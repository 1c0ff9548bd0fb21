// Listing the transactions of a folio, the newest first. (docs/activity.md)
import type { Context } from "../../../platform/change/context.ts";
import type { SentRange } from "../../../values/date-range.ts";
import { folioNotFound, hasFolio } from "../../clients-and-accounts/accounts/reads.ts";
import { type ListedFolio, pageOf, type TransactionPage } from "./account-page.ts";
import type { TransactionsQuery } from "./schema.ts";

/** The days that lists of a folio and of all accounts have where their query names none. */
export const usualOfFolio: SentRange = { days: 3 };

/** A page of the transactions that move a folio; 404 where the account has no such folio. */
export async function listFolioTransactions(
  ctx: Context,
  folio: Required<ListedFolio>,
  query: TransactionsQuery,
): Promise<TransactionPage> {
  if (!(await hasFolio(ctx.db, folio.accountNumber, folio.folioNumber))) throw folioNotFound();
  return pageOf(ctx, folio, query, usualOfFolio);
}
