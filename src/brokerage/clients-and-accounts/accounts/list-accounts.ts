// Reading the accounts that a caller sees.

import { newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import type { AccessRule } from "../../../platform/http/frame.ts";
import { type Page, pageOf } from "../../../values/page.ts";
import { forbidden } from "../../../values/problem.ts";
import { overviewsOf } from "./account-overviews.ts";
import type { AccountsQuery, ListedAccount } from "./index-schema.ts";
import {
  type ListedAccountRow,
  selectListedAccounts,
  selectListedOf,
} from "./list-accounts-queries.ts";
import { selectNumbersInView, type Viewer, viewerOf } from "./queries.ts";
import { levelsWith } from "./rights.ts";
import { type Listing, selectNumbersInOrder, selectPosition } from "./search-accounts-queries.ts";
import { searchPattern } from "./search-text.ts";
import { finalStatuses } from "./waiting-queries.ts";

/** How many accounts are returned with figures where the request does not say: each reads a year. */
const mostOverviews = "100" as Decimal;

/** Returns the caller's accounts by number, or in the order and with the filters asked for, or
 * those of one member; 403 if the caller does not see the member. Without a limit the list is
 * whole. */
export async function listAccounts(
  ctx: Context,
  query: AccountsQuery,
  mayUseMember: AccessRule,
): Promise<Page<ListedAccount>> {
  const { db, caller } = ctx;
  const { user } = query;
  const limit = query.limit ?? (query.overview ? mostOverviews : undefined);
  const ofCaller = viewerOf(caller, "summary");
  const ofDetails = viewerOf(caller, "detail");
  if (user !== undefined) {
    const rule = mayUseMember(caller, { loginid: user });
    const isSeen = typeof rule === "boolean" ? rule : (await db.first(rule)) !== undefined;
    if (!isSeen) throw forbidden();
  }

  const loginIds = user === undefined ? ofCaller.loginIds : [...ofCaller.loginIds, user];
  const rows = await selectPage(
    ctx,
    { ...ofCaller, loginIds, levels: levelsWith("summary") },
    {
      ...query,
      ...(limit !== undefined && { limit }),
    },
  );
  const { shown, last } = pageOf(rows, limit);
  const numbers = shown.map(({ number }) => number);
  const [overviews, detailed] = await Promise.all([
    query.overview
      ? overviewsOf(db, numbers, { viewer: ofDetails, today: newYorkDay(ctx.now) })
      : undefined,
    ofDetails.loginIds.length === 0
      ? numbers
      : (await selectNumbersInView(db, numbers, ofDetails)).map(({ number }) => number),
  ]);
  const areDetailed = new Set(detailed);
  const entries = shown.map(({ number, billingPlanOid, restricted, ...account }) => {
    const isDetailed = areDetailed.has(number);
    const overview = overviews?.get(number);
    return {
      accountNumber: number,
      ...account,
      billingPlanOid: isDetailed ? billingPlanOid : null,
      restricted: isDetailed ? restricted : null,
      ...(overview && { overview }),
    };
  });
  return { entries, next: last?.number };
}

/** One more account than a page has, in the order wanted. */
async function selectPage(
  { db, now, caller }: Context,
  viewer: Viewer,
  query: AccountsQuery,
): Promise<ListedAccountRow[]> {
  const page = { after: query.after ?? "", limit: query.limit ?? null };
  const { loginIds: searchers, levels: detailLevels } = viewerOf(caller, "detail");
  const listing = listingOf(query, { now, searchers, detailLevels });
  const isIssuer = caller.firm.kind === "issuing";
  if (listing === undefined) return selectListedAccounts(db, { ...viewer, isIssuer }, page);
  const numbers = await selectNumbers(db, viewer, listing, page);
  const rows = new Map((await selectListedOf(db, numbers)).map((row) => [row.number, row]));
  return numbers.flatMap((number) => rows.get(number) ?? []);
}

/** How a list is ordered and what it leaves out; undefined for all by number. */
function listingOf(
  query: AccountsQuery,
  { now, searchers, detailLevels }: Pick<Listing, "now" | "searchers" | "detailLevels">,
): Listing | undefined {
  const { sort = "number", search, accounttype, restricted, openitems, waiting } = query;
  const { cashfrom, cashto, securityid } = query;
  const ofContent = [restricted, openitems, waiting, cashfrom, cashto, securityid];
  const filters = [search, accounttype, ...ofContent];
  if (sort === "number" && filters.every((filter) => filter === undefined)) return undefined;
  return {
    by: sort.replace("-", "") as Listing["by"],
    isDown: sort.startsWith("-"),
    search: search === undefined ? undefined : searchPattern(search),
    searchers,
    detailLevels,
    accountType: accounttype,
    isRestricted: restricted,
    hasOpenItems: openitems,
    waiting: waiting as Listing["waiting"],
    cashFrom: cashfrom,
    cashTo: cashto,
    securityId: securityid,
    today: newYorkDay(now),
    now,
    finalStatuses,
  };
}

/** The numbers of a page; none where it goes on after an account that the viewer does not see. */
async function selectNumbers(
  db: Context["db"],
  viewer: Viewer,
  listing: Listing,
  { after, limit }: { readonly after: string; readonly limit: Decimal | null },
) {
  if (after === "") return selectNumbersInOrder(db, viewer, listing, { after, limit });
  const [seen] = await selectNumbersInView(db, [after], viewer);
  const position = seen && (await selectPosition(db, seen.number, listing));
  if (position === undefined) return [];
  return selectNumbersInOrder(db, viewer, listing, { after, limit, position });
}
