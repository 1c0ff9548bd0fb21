// Changes of statement runs for other resources: a sandbox has one take its next step.
import { isId } from "@bursar/values/ids";
import { asSecondPerson, type Context, sweepActor } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { drawStatement } from "./draw-statement.ts";
import { endBuilding } from "./end-building.ts";
import { statementRunErrors } from "./errors.ts";
import { selectItemsOfRun, selectRun } from "./queries.ts";
import { updateStatementRun } from "./update-statement-run.ts";

/** The codes of a step. */
export const statementRunStepErrors = [
  statementRunErrors.notFound,
  statementRunErrors.status,
  statementRunErrors.sums,
];

/** Draws a run that is being built, or releases one that is reviewed, as another person than the caller. */
export async function stepStatementRun(
  ctx: Context,
  path: { readonly firmOid: string; readonly runOid: string },
): Promise<void> {
  const run = isId(path.runOid) ? await selectRun(ctx.db, path.firmOid, path.runOid) : undefined;
  if (run === undefined) throw notFound(statementRunErrors.notFound);
  if (run.status === "BUILDING") {
    const drawing = { ...ctx, actor: sweepActor, repeat: undefined, signature: undefined };
    for (const item of await selectItemsOfRun(ctx.db, run.runOid)) {
      await drawStatement(drawing, item);
    }
    await endBuilding(ctx, run.runOid);
    return;
  }
  // A repeat is reported by the change itself, whatever has become of the run.
  const decided = asSecondPerson(ctx);
  await updateStatementRun(decided, path, { runStatus: "RELEASED" });
  ctx.replayed = decided.replayed;
}
