// Listing the fee runs of a firm. (docs/billing.md)
import type { Context } from "../../../platform/change/context.ts";
import { encodeRuns } from "./encode-run.ts";
import { selectRuns } from "./run-queries.ts";
import type { FeeRun, FeeRunsQuery } from "./schema.ts";

const usualLimit = 50;

/** Runs with the one after which the list goes on, if it does. */
export interface FeeRunList {
  readonly runs: FeeRun[];
  readonly next: string | undefined;
}

/** The runs of the firm, the newest first. */
export async function listFeeRuns(
  { db }: Context,
  firmOid: string,
  query: FeeRunsQuery,
): Promise<FeeRunList> {
  const limit = Number(query.limit ?? usualLimit);
  const found = await selectRuns(db, firmOid, {
    after: query.after ?? null,
    status: query.runstatus ?? null,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.feeRunOid : undefined;
  return { runs: await encodeRuns(db, shown), next };
}
