// Having a statement run take its next step. (docs/statements.md)
import type { Context } from "../../../platform/change/context.ts";
import { stepStatementRun as step } from "../../documents/statement-runs/changes.ts";

/** Draws a run, or releases it as another person. */
export async function stepStatementRun(
  ctx: Context,
  path: { readonly firmOid: string; readonly runOid: string },
): Promise<void> {
  await step(ctx, path);
}
