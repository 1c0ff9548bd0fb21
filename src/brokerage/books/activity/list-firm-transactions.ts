// Listing the transactions of all accounts in sight, by account number. (docs/activity.md)
import type { Context } from "../../../platform/change/context.ts";
import type { Page } from "../../../values/page.ts";
import { invalid, Refusal, refuseFor } from "../../../values/problem.ts";
import {
  accountsInView,
  accountsOfClients,
  type Viewer,
  viewerOf,
} from "../../clients-and-accounts/accounts/reads.ts";
import { selectHouseholdInView } from "../../clients-and-accounts/households/reads.ts";
import { wantedOf } from "./asked-filter.ts";
import { usualOfFolio } from "./list-folio-transactions.ts";
import { decodeActivityCursor, encodeActivityCursor, pagesOf } from "./page-place.ts";
import { type RowFilter, selectActiveAccounts } from "./queries.ts";
import { type NextAccounts, readPage } from "./read-page.ts";
import type { FirmTransactionsQuery, TransactionEntry } from "./schema.ts";

/** A page of the transactions of accounts of which the caller sees the details, in three days unless others
 * are asked for, and where it goes on. */
export async function listFirmTransactions(
  ctx: Context,
  query: FirmTransactionsQuery,
): Promise<Page<TransactionEntry>> {
  const { vault } = ctx;
  const bound = pagesOf("all", query);
  const place =
    query.after === undefined ? undefined : decodeActivityCursor(vault, bound, query.after);
  if (query.after !== undefined && place === undefined) refuseFor([invalid("after")]);
  const wanted = { ...(await wantedOf(ctx, query, usualOfFolio, place)), version: undefined };
  const { filter } = wanted;
  const next = visibleAccounts(ctx, filter, await accountsNamed(ctx, query));
  const isSeen = place !== undefined && (await seen(ctx, [place.accountNumber])).length > 0;
  const behind = (after: string) => next(after === "" ? (place?.accountNumber ?? "") : after);
  const page = await readPage(ctx, behind, wanted, isSeen ? place : undefined);
  const { from, to } = filter;
  return {
    entries: page.entries,
    next: page.last && encodeActivityCursor(vault, bound, { ...page.last, from, to }),
  };
}

/** The accounts that a query names: by number, of a household, or those of both; undefined if none are. */
export async function accountsNamed(
  ctx: Pick<Context, "db" | "caller" | "now">,
  { accountnumber: numbers, household: householdOid }: FirmTransactionsQuery,
): Promise<readonly string[] | undefined> {
  if (householdOid === undefined) return numbers;
  const household = await selectHouseholdInView(ctx, householdOid, "detail");
  if (household === undefined) throw new Refusal(400, [invalid("household")]);
  return household.today.filter((number) => numbers?.includes(number) ?? true);
}

const accountsAtOnce = 100;

/** The accounts of which a caller sees the details, by number: those of clients or those named at once, those
 * of a firm as far as they have rows. */
export function visibleAccounts(
  ctx: Pick<Context, "db" | "caller">,
  filter: Omit<RowFilter, "status" | "folioNumber">,
  named: readonly string[] | undefined,
): NextAccounts {
  const { db, caller } = ctx;
  const viewer: Viewer = viewerOf(caller, "detail");
  let few: Promise<readonly string[]> | undefined;
  if (named !== undefined) few = seen(ctx, named);
  else if (viewer.loginIds.length > 0) few = accountsOfClients(db, caller, "detail");
  return async (after) => {
    if (few === undefined) {
      return selectActiveAccounts(db, viewer, filter, { after, limit: accountsAtOnce });
    }
    const numbers = (await few).filter((number) => number > after).toSorted();
    return numbers.slice(0, accountsAtOnce);
  };
}

async function seen({ db, caller }: Pick<Context, "db" | "caller">, numbers: readonly string[]) {
  return [...(await accountsInView(db, caller, numbers, "detail"))];
}
