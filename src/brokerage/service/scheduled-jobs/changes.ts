// Steps of the sweep for other resources.
import type { WriteContext } from "../../../platform/change/context.ts";
import { runScheduledJobs } from "./run-scheduled-jobs.ts";

/** Makes every change that is due by the context's business time. */
export async function runDueJobs(ctx: WriteContext): Promise<void> {
  await runScheduledJobs(ctx);
}
