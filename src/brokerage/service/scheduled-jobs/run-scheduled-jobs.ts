// The sweep: makes every change that time alone brings, each in a transaction of its own. Where
// several sweeps meet, the lock of the subject lets one change it and the others find nothing due.
import { sweepActor, type WriteContext } from "../../../platform/change/context.ts";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { shareSources } from "../../books/account-books/changes.ts";
import { scheduledJobs } from "./jobs.ts";

/** How many are looked up at once. */
const batch = 500;

/** How many changes were made, by operation. */
export type Swept = Readonly<Record<string, number>>;

/** Makes every change that is due; one that fails holds up no other, and is thrown at the end. */
export async function runScheduledJobs(
  ctx: WriteContext,
  isOver: () => boolean = () => false,
  jobs: readonly ScheduledJob[] = scheduledJobs,
): Promise<Swept> {
  const swept: Record<string, number> = {};
  const failures: unknown[] = [];
  const own: WriteContext = {
    ...ctx,
    actor: sweepActor,
    repeat: undefined,
    signature: undefined,
  };
  shareSources(own);
  for (const job of jobs) {
    swept[job.operation] = await runJob(own, { job, isOver, failures });
  }
  if (failures.length > 0) throw failures[0];
  return swept;
}

interface OneJob {
  readonly job: ScheduledJob;
  readonly isOver: () => boolean;
  /** Takes what goes wrong. */
  readonly failures: unknown[];
}

/** Makes the changes of one job, and returns how many it made. One that cannot be made is left for
 * the next sweep, and however many are left, those behind them are looked up. */
async function runJob(ctx: WriteContext, { job, isOver, failures }: OneJob): Promise<number> {
  const left = new Set<string>();
  let changed = 0;
  while (!isOver()) {
    const due = await job.due(ctx.db, ctx.now, batch + left.size);
    const untried = due.filter((each) => !left.has(JSON.stringify(each)));
    if (untried.length === 0) break;
    const width = ctx.isRehearsed ? 1 : (job.atOnce ?? 1);
    const waiting = untried.values();
    // Each takes the next one as soon as it is done with its last.
    const takeAll = async () => {
      for (const each of waiting) {
        if (isOver()) return;
        if (await changeOne(ctx, job, each, failures)) changed += 1;
        else left.add(JSON.stringify(each));
      }
    };
    await Promise.all(Array.from({ length: width }, takeAll));
  }
  return changed;
}

/** Makes one change; returns whether it was made, and notes what goes wrong. */
async function changeOne(
  ctx: WriteContext,
  job: ScheduledJob,
  due: unknown,
  failures: unknown[],
): Promise<boolean> {
  try {
    return await job.change(ctx, due);
  } catch (error) {
    failures.push(error);
    return false;
  }
}
