// The bytes of a drawing of a run, which is looked at before its release. (docs/statements.md)
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { selectDrawnContent } from "../vault/reads.ts";
import { statementRunErrors } from "./errors.ts";
import { runInReview } from "./run-in-review.ts";

/** The bytes of a drawing with the name under which it is saved; 404 where the run has not drawn it. */
export async function getDrawnStatement(
  ctx: Context,
  path: { readonly firmOid: string; readonly runOid: string },
  documentOid: string,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const { runOid } = await runInReview(ctx, path);
  const found = isId(documentOid)
    ? await selectDrawnContent(ctx.db, runOid, documentOid)
    : undefined;
  if (found === undefined) throw notFound(statementRunErrors.document);
  return found;
}
