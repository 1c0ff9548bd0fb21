// Having the sweep run now, and waiting until all that is due is done.
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { runSweepEntry } from "./entries.ts";
import { inTurn } from "./in-turn.ts";
import { runScheduledJobs } from "./run-scheduled-jobs.ts";

/** Runs the sweep for the operator, after one that is under way. A second run finds nothing to change. */
export async function runSweep(ctx: Context): Promise<void> {
  const run = () => runScheduledJobs(ctx);
  // A dry run changes nothing, and its transaction is open already.
  const swept = ctx.isRehearsed ? await run() : await inTurn(ctx.db, run);
  const changes = Object.entries(swept).map(([operation, count]) => ({
    operation,
    count: String(count),
  }));
  await write(ctx, runSweepEntry, async () => ({
    value: null,
    audit: [{ subject: `firm:${ctx.caller.firm.oid}`, detail: { changes } }],
  }));
}
