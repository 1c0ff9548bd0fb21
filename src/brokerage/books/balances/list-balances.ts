// Listing the balances of the accounts of which a caller sees the details. (interface 4.28)
import type { Context } from "../../../platform/change/context.ts";
import { decodePageCursor, encodePageCursor } from "../../../platform/keys/page-cursor.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { fieldProblem, invalid, Refusal, refuseFor } from "../../../values/problem.ts";
import { viewerOf } from "../../clients-and-accounts/accounts/reads.ts";
import { selectHouseholdInView } from "../../clients-and-accounts/households/reads.ts";
import { balanceErrors } from "./errors.ts";
import { selectAccountsByCash } from "./queries.ts";
import { readBalances } from "./read-balances.ts";
import type { BalanceListQuery, ListedBalances } from "./schema.ts";
import { sumOfBalances } from "./sum-of-balances.ts";

/** Returns the balances of today by account number. */
export async function listBalances(
  ctx: Context,
  query: BalanceListQuery,
): Promise<Page<ListedBalances>> {
  const { db, caller, vault } = ctx;
  const list = { list: "balances", query };
  const place = query.after === undefined ? [""] : decodePageCursor(vault, list, query.after);
  refuseFor(place === undefined ? [fieldProblem("after", balanceErrors.after)] : []);
  const household = await householdOf(ctx, query);
  const { overdrawn: isOverdrawn, cashfrom: cashFrom, cashto: cashTo } = query;
  const limit = query.limit ?? usualLimit;
  const accounts = await selectAccountsByCash(
    db,
    viewerOf(caller, "detail"),
    { isOverdrawn, cashFrom, cashTo, among: household },
    { after: place?.[0] ?? "", limit: Number.parseInt(limit, 10) },
  );
  const { shown, last } = pageOf(accounts, limit);
  const names = new Map(shown.map((each) => [each.accountNumber as string, each.accountName]));
  const isFirstPage = query.after === undefined;
  const hasSums = isFirstPage && household !== undefined && household.length > 0;
  const sums = hasSums ? [sumOfBalances(await readBalances(ctx, household))] : [];
  const balances = shown.length === 0 ? [] : await readBalances(ctx, [...names.keys()]);
  const named = balances.map((own) => ({
    ...own,
    accountName: names.get(own.accountNumber) ?? null,
  }));
  return {
    entries: [...sums, ...named],
    next: last && encodePageCursor(vault, list, [last.accountNumber]),
  };
}

/** The accounts of the household that a query names; undefined without one. */
async function householdOf(
  ctx: Context,
  { household: householdOid }: BalanceListQuery,
): Promise<readonly string[] | undefined> {
  if (householdOid === undefined) return undefined;
  const household = await selectHouseholdInView(ctx, householdOid, "detail");
  if (household === undefined) throw new Refusal(400, [invalid("household")]);
  return household.today;
}
