// Having a sandbox begin anew with the sample firm. (docs/operations.md)
import { LoadBusy } from "../../../platform/bulk/kinds/load-problem.ts";
import type { Actor, Context } from "../../../platform/change/context.ts";
import { rehearse } from "../../../platform/change/rehearsal.ts";
import { selectDaysAhead, updateDaysAhead } from "../../../platform/change/sandbox-queries.ts";
import { write } from "../../../platform/change/write.ts";
import { StoreFault } from "../../../platform/process/store-fault.ts";
import { requestErrors } from "../../../platform/refusals/errors.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { Refusal, refusal, ruleProblem } from "../../../values/problem.ts";
import { insertKeptSession, type SessionRow, sessionToKeep } from "../sign-in/changes.ts";
import { resetSandboxEntry } from "./entries.ts";
import { simulationErrors } from "./errors.ts";

/** Removes all that is stored and loads the sample firm; whoever asked in a session stays signed in,
 * if the sample has that person. What it is refused for is found before anything is removed. */
export async function resetSandbox(
  ctx: Context,
  reset: ((actor: Actor) => Promise<void>) | undefined,
): Promise<void> {
  const session = await sessionToKeep(ctx);
  const change = (tx: Tx) => beginAnew(tx, session);
  if (ctx.isRehearsed) return void (await write(ctx, resetSandboxEntry, change));
  const trial = rehearse(ctx);
  try {
    await write(trial.context, resetSandboxEntry, change);
  } finally {
    await trial.end();
  }
  ctx.replayed = trial.context.replayed;
  if (ctx.replayed) return;
  if (reset === undefined) throw refusal(404, requestErrors.routeNotFound);
  await reset(ctx.actor).catch(refuseReset);
  // The log is new: that of before is gone with the rest, and so is the trial's.
  await write(ctx, resetSandboxEntry, change);
}

async function beginAnew(tx: Tx, session: SessionRow | undefined) {
  const ahead = await selectDaysAhead(tx);
  if (ahead === undefined) throw refusal(404, requestErrors.routeNotFound);
  await updateDaysAhead(tx, -ahead);
  if (session !== undefined) insertKeptSession(tx, session);
  return { value: null, audit: [{ subject: "store", after: { daysAhead: "0" } }] };
}

function refuseReset(error: unknown): never {
  if (error instanceof LoadBusy) throw new Refusal(400, [ruleProblem(simulationErrors.resetBusy)]);
  if (!(error instanceof StoreFault)) throw error;
  throw new Refusal(400, [ruleProblem(simulationErrors.resetRights)]);
}
