// Reading a statement run with its sums. (docs/statements.md)
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { encodeRun } from "./encode-run.ts";
import { statementRunErrors } from "./errors.ts";
import { selectRun } from "./queries.ts";
import type { StatementRun } from "./schema.ts";

/** Returns a run of the firm; 404 without one, and of statements for all but the operator. */
export async function getStatementRun(
  { db, caller }: Context,
  firmOid: string,
  runOid: string,
): Promise<StatementRun> {
  const run = isId(runOid) ? await selectRun(db, firmOid, runOid) : undefined;
  const isShown = run?.reportType === "R" || caller.firm.kind === "operator";
  if (run === undefined || !isShown) throw notFound(statementRunErrors.notFound);
  return encodeRun(db, run);
}
