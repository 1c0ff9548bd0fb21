// Listing the securities that a caller sees, and finding some as one types. (interface 4.27)

import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Caller, type Context, kindOfCaller } from "../../../platform/change/context.ts";
import { decodePageCursor, encodePageCursor } from "../../../platform/keys/page-cursor.ts";
import { firstNotOlder } from "../../../reference/prices/price-age.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { type Page, pageOf } from "../../../values/page.ts";
import { fieldProblem, refuseFor } from "../../../values/problem.ts";
import { encodeKnown } from "./encode-security.ts";
import { listErrors } from "./errors.ts";
import type { ListedSecurity, SecuritiesQuery } from "./schema.ts";
import { type ListedPlace, type ListedRow, selectListed } from "./search-queries.ts";
import { matches, searchTerms } from "./search-terms.ts";
import { securityViewerOf } from "./visibility-queries.ts";

const usualLimit = "20";

/** Returns securities by how well they match a search, then by ticker. */
export async function listSecurities(
  { db, caller, vault, now }: Context,
  query: SecuritiesQuery,
): Promise<Page<ListedSecurity>> {
  const list = { list: "securities", query };
  const after = query.after === undefined ? undefined : decodePageCursor(vault, list, query.after);
  refuseFor([
    ...(query.stale !== undefined && !mayAskForStale(caller)
      ? [fieldProblem("stale", listErrors.stale)]
      : []),
    ...(query.after !== undefined && after === undefined
      ? [fieldProblem("after", listErrors.after)]
      : []),
  ]);
  const today = newYorkDay(now);
  const calendar = await selectCalendar(db);
  const { stale, search } = query;
  const limit = query.limit ?? usualLimit;
  const rows = await selectListed(db, securityViewerOf(caller), {
    search: search === undefined ? undefined : searchTerms(search),
    cusip: query.cusip,
    ticker: query.ticker,
    instrumentType: query.instrumenttype,
    isHeld: query.held === true || stale !== undefined,
    staleBefore:
      stale === undefined ? undefined : firstNotOlder(calendar, Number.parseInt(stale, 10), today),
    limit: Number.parseInt(limit, 10),
    after: after && placeOf(after),
  });
  const { shown, last } = pageOf(rows, limit);
  return {
    entries: shown.map((row) => ({
      ...encodeKnown(row, { calendar, today }),
      matchedBy: search === undefined ? null : (matches[row.rank] ?? null),
    })),
    next: last && encodePageCursor(vault, list, textsOf(last)),
  };
}

function mayAskForStale(caller: Caller): boolean {
  return ["operator", "institutional"].includes(kindOfCaller(caller));
}

function textsOf({ rank, ticker, id }: ListedRow): string[] {
  return [String(rank), ticker, id];
}

function placeOf([rank = "", ticker = "", id = ""]: readonly string[]): ListedPlace {
  return { rank: Number.parseInt(rank, 10), ticker, id: id as Id };
}
