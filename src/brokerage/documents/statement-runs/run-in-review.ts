// Finding a run whose drawings may be looked at. (docs/statements.md)
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { forbidden, notFound, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { statementRunErrors } from "./errors.ts";
import { type StatementRunRow, selectRun } from "./queries.ts";

/** A run of the firm that awaits its release; 404 without one, 403 for a firm that asks for statements, and
 * `statementrun.status.rule` before its review and after it. */
export async function runInReview(
  { db, caller }: Context,
  { firmOid, runOid }: { readonly firmOid: string; readonly runOid: string },
): Promise<StatementRunRow> {
  const run = isId(runOid) ? await selectRun(db, firmOid, runOid) : undefined;
  if (run === undefined) throw notFound(statementRunErrors.notFound);
  if (run.reportType === "M" && caller.firm.kind !== "operator") throw forbidden();
  refuseFor(run.status === "REVIEW" ? [] : [ruleProblem(statementRunErrors.status)]);
  return run;
}
