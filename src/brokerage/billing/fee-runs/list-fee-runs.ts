// Listing the fee runs of a firm. (docs/billing.md)
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { encodeRuns } from "./encode-run.ts";
import { selectRuns } from "./run-queries.ts";
import type { FeeRun, FeeRunsQuery } from "./schema.ts";

/** The runs of the firm, the newest first. */
export async function listFeeRuns(
  { db }: Context,
  firmOid: string,
  query: FeeRunsQuery,
): Promise<Page<FeeRun>> {
  const limit = query.limit ?? usualLimit;
  const found = await selectRuns(db, firmOid, {
    after: query.after ?? null,
    status: query.runstatus ?? null,
    limit,
  });
  const { shown, last } = pageOf(found, limit);
  return { entries: await encodeRuns(db, shown), next: last?.feeRunOid };
}
