// Reading the summary of a range of a folio's performance. (interface 2.12)
import type { Context } from "../../../platform/change/context.ts";
import type { SeriesKey } from "./queries.ts";
import type { SeriesQuery, Summary } from "./schema.ts";
import { summaryOf } from "./summary.ts";

/** Returns the returns, flows and values of a range; 404 where the account has no such folio. */
export function getFolioPerformanceSummary(
  ctx: Context,
  key: SeriesKey,
  query: SeriesQuery,
): Promise<Summary> {
  return summaryOf(ctx, key, query);
}
