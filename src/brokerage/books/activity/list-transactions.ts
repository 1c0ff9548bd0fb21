// Listing the transactions of an account or of one of its folios, the newest first. (docs/activity.md)

import { compare, type Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { invalid, refuseFor } from "../../../values/problem.ts";
import { folioNotFound, hasFolio } from "../../clients-and-accounts/accounts/reads.ts";
import { textOf, wantedOf } from "./asked-filter.ts";
import type { AskedRange } from "./date-range.ts";
import { decodePlace, encodePlace } from "./page-cursor.ts";
import { readPage } from "./read-page.ts";
import type { TransactionEntry, TransactionsQuery } from "./schema.ts";

/** A page of transactions, the version of the account's books that it shows, and where it goes on. */
export interface TransactionPage {
  readonly entries: readonly TransactionEntry[];
  readonly version: string;
  readonly after: string | undefined;
}

/** An account, or one of its folios. */
export interface ListedFolio {
  readonly accountNumber: string;
  readonly folioNumber?: string;
}

/** The days that a list has where its query names none. */
export const usualOfAccount: AskedRange = { count: 1, unit: "y" };
export const usualOfFolio: AskedRange = { count: 3, unit: "d" };

/** A page of the transactions of an account in a year, unless other days are asked for. */
export async function listTransactions(
  ctx: Context,
  accountNumber: string,
  query: TransactionsQuery,
): Promise<TransactionPage> {
  return pageOf(ctx, { accountNumber }, query, usualOfAccount);
}

/** A page of the transactions of a folio in three days, unless others are asked for; 404 where the account
 * has no such folio. */
export async function listFolioTransactions(
  ctx: Context,
  folio: Required<ListedFolio>,
  query: TransactionsQuery,
): Promise<TransactionPage> {
  if (!(await hasFolio(ctx.db, folio.accountNumber, folio.folioNumber))) throw folioNotFound();
  return pageOf(ctx, folio, query, usualOfFolio);
}

async function pageOf(
  ctx: Context,
  { accountNumber, folioNumber }: ListedFolio,
  query: TransactionsQuery,
  usual: AskedRange,
): Promise<TransactionPage> {
  const { vault } = ctx;
  const { after, asofversion } = query;
  const bound = textOf(folioNumber ?? accountNumber, query);
  const place = after === undefined ? undefined : decodePlace(vault, bound, after);
  if (after !== undefined && place === undefined) refuseFor([invalid("after")]);
  const { filter, ...wanted } = await wantedOf(ctx, query, usual, place);
  const next = async (last: string) => (last === "" ? [accountNumber] : []);
  const page = await readPage(
    ctx,
    next,
    { ...wanted, version: asofversion, filter: { ...filter, folioNumber } },
    place,
  );
  const present = page.present.get(accountNumber) ?? "0";
  const version = page.versions.get(accountNumber) ?? "0";
  // After a restore the books may be older than a page that was read before.
  if (isAhead(version, present)) {
    refuseFor([invalid(asofversion === undefined ? "after" : "asofversion")]);
  }
  const { firstOn, lastOn } = filter;
  return {
    entries: page.entries,
    version,
    after: page.last && encodePlace(vault, bound, { ...page.last, firstOn, lastOn }),
  };
}

/** Whether a version is ahead of the present one. */
export function isAhead(version: string, present: string): boolean {
  return compare(version as Decimal, present as Decimal) > 0;
}
