// A page of the transactions of one account or one of its folios. (docs/activity.md, "Pages")

import { compare, type Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import type { SentRange } from "../../../values/date-range.ts";
import type { Page } from "../../../values/page.ts";
import { invalid, refuseFor } from "../../../values/problem.ts";
import { wantedOf } from "./asked-filter.ts";
import { decodeActivityCursor, encodeActivityCursor, pagesOf } from "./page-place.ts";
import { readPage } from "./read-page.ts";
import type { TransactionEntry, TransactionsQuery } from "./schema.ts";

/** A page of transactions, the version of the account's books that it shows, and where it goes on. */
export interface TransactionPage extends Page<TransactionEntry> {
  readonly version: string;
}

/** An account, or one of its folios. */
export interface ListedFolio {
  readonly accountNumber: string;
  readonly folioNumber?: string;
}

/** The page that a query asks for; it has the usual days where it names none. */
export async function pageOf(
  ctx: Context,
  { accountNumber, folioNumber }: ListedFolio,
  query: TransactionsQuery,
  usual: SentRange,
): Promise<TransactionPage> {
  const { vault } = ctx;
  const { after, asofversion } = query;
  const bound = pagesOf(folioNumber ?? accountNumber, query);
  const place = after === undefined ? undefined : decodeActivityCursor(vault, bound, after);
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
  const { from, to } = filter;
  return {
    entries: page.entries,
    version,
    next: page.last && encodeActivityCursor(vault, bound, { ...page.last, from, to }),
  };
}

/** Whether a version is ahead of the present one. */
export function isAhead(version: string, present: string): boolean {
  return compare(version as Decimal, present as Decimal) > 0;
}
