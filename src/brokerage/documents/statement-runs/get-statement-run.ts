// Reading a statement run with its sums. (docs/statements.md)
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { encodeRun } from "./encode-run.ts";
import { statementRunErrors } from "./errors.ts";
import { selectRun } from "./queries.ts";
import type { StatementRun } from "./schema.ts";

/** Returns a run of the firm; 404 without one. */
export async function getStatementRun(
  { db }: Context,
  firmOid: string,
  runOid: string,
): Promise<StatementRun> {
  const run = isId(runOid) ? await selectRun(db, firmOid, runOid) : undefined;
  if (run === undefined) throw notFound(statementRunErrors.notFound);
  return encodeRun(db, run);
}
