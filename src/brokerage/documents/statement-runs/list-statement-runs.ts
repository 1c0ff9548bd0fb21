// Listing the statement runs of a firm. (docs/statements.md)
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { encodeRun } from "./encode-run.ts";
import { selectRuns } from "./queries.ts";
import type { StatementRun, StatementRunsQuery } from "./schema.ts";

/** The runs of the firm, the newest first; statements are shown to the operator alone. */
export async function listStatementRuns(
  { db, caller }: Context,
  firmOid: string,
  query: StatementRunsQuery,
): Promise<Page<StatementRun>> {
  const limit = query.limit ?? usualLimit;
  const found = await selectRuns(db, firmOid, {
    after: query.after ?? null,
    status: query.runstatus ?? null,
    reportType: caller.firm.kind === "operator" ? null : "R",
    limit,
  });
  const { shown, last } = pageOf(found, limit);
  const entries = await Promise.all(shown.map((run) => encodeRun(db, run)));
  return { entries, next: last?.runOid };
}
