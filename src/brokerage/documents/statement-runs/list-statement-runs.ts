// Listing the statement runs of a firm. (docs/statements.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { encodeRun } from "./encode-run.ts";
import { selectRuns } from "./queries.ts";
import type { StatementRun, StatementRunsQuery } from "./schema.ts";

const usualLimit = "50" as Decimal;

/** Runs with the one after which the list goes on, if it does. */
export interface StatementRunList {
  readonly runs: StatementRun[];
  readonly next: string | undefined;
}

/** The runs of the firm, the newest first; statements are shown to the operator alone. */
export async function listStatementRuns(
  { db, caller }: Context,
  firmOid: string,
  query: StatementRunsQuery,
): Promise<StatementRunList> {
  const limit = query.limit ?? usualLimit;
  const found = await selectRuns(db, firmOid, {
    after: query.after ?? null,
    status: query.runstatus ?? null,
    reportType: caller.firm.kind === "operator" ? null : "R",
    limit,
  });
  const hasMore = BigInt(found.length) > BigInt(limit);
  const shown = hasMore ? found.slice(0, -1) : found;
  const runs = await Promise.all(shown.map((run) => encodeRun(db, run)));
  return { runs, next: hasMore ? shown.at(-1)?.runOid : undefined };
}
