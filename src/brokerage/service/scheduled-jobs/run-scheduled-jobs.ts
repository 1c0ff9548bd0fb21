// The sweep: makes every change that time alone brings, each in a transaction of its own, or a few
// records together. Where several sweeps meet, the lock of the subject lets one change it and the others find nothing due.
import { sweepActor, type WriteContext } from "../../../platform/change/context.ts";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { accountsOfTransaction } from "../../../platform/store/distributed/differences.ts";
import { shareSources } from "../../books/account-books/changes.ts";
import { scheduledJobs } from "./jobs.ts";

/** How many are looked up at once. */
const batch = 500;

/** How many changes were made, by operation. */
export type Swept = Readonly<Record<string, number>>;

/** Makes every change that is due; one that fails holds up no other, and is thrown at the end. The jobs take turns, a
 * batch each, until none of them finds anything: a long job holds up no other. */
export async function runScheduledJobs(
  ctx: WriteContext,
  isOver: () => boolean = () => false,
  jobs: readonly ScheduledJob[] = scheduledJobs,
): Promise<Swept> {
  const own: WriteContext = {
    ...ctx,
    actor: sweepActor,
    // The queue of requests refuses changes for which no caller waits any more, but the sweep goes on.
    enterQueue: undefined,
    repeat: undefined,
    signature: undefined,
  };
  shareSources(own);
  const failures: unknown[] = [];
  const runs = jobs.map((job): OneJob => ({ job, left: new Set(), changed: 0 }));
  for (let isUnderWay = true; isUnderWay; ) {
    isUnderWay = false;
    for (const run of runs) {
      if (isOver()) break;
      if (await runBatch(own, run, { isOver, failures })) isUnderWay = true;
    }
  }
  if (failures.length > 0) throw failures[0];
  return Object.fromEntries(runs.map(({ job, changed }) => [job.operation, changed]));
}

interface OneJob {
  readonly job: ScheduledJob;
  /** The items that could not be changed, as JSON. */
  readonly left: Set<string>;
  changed: number;
}

interface WhileRunning {
  readonly isOver: () => boolean;
  /** Takes what goes wrong. */
  readonly failures: unknown[];
}

/** Makes the changes of a batch of one job; returns whether there were any to be tried. One that cannot be made is left
 * for the next sweep, and however many are left, those behind them are looked up. */
async function runBatch(
  ctx: WriteContext,
  run: OneJob,
  { isOver, failures }: WhileRunning,
): Promise<boolean> {
  const { job, left } = run;
  const due = await dueOf(ctx, run, failures);
  const untried = due.filter((each) => !left.has(JSON.stringify(each)));
  const width = ctx.isRehearsed ? 1 : (job.atOnce ?? 1);
  const waiting = untried.values();
  // Each takes the next ones as soon as it is done with its last.
  const takeAll = async () => {
    for (let some = nextOf(ctx, job, waiting); some.length > 0; some = nextOf(ctx, job, waiting)) {
      if (isOver()) return;
      const rest = await changeTogether(ctx, job, some);
      run.changed += some.length - rest.length;
      for (const each of rest) {
        if (isOver()) return;
        if (await changeOne(ctx, job, each, failures)) run.changed += 1;
        else left.add(JSON.stringify(each));
      }
    }
  };
  await Promise.all(Array.from({ length: width }, takeAll));
  return untried.length > 0;
}

/** The records of a batch of one job; none where they cannot be looked up, which is noted. */
async function dueOf(
  { db, now }: WriteContext,
  { job, left }: OneJob,
  failures: unknown[],
): Promise<readonly unknown[]> {
  try {
    return await job.due(db, now, batch + left.size);
  } catch (error) {
    failures.push(error);
    return [];
  }
}

/** The next records that are changed in one transaction. */
function nextOf(
  { db }: WriteContext,
  job: ScheduledJob,
  waiting: IteratorObject<unknown>,
): readonly unknown[] {
  const most = job.changeTogether === undefined ? 1 : accountsOfTransaction(db);
  const some: unknown[] = [];
  while (some.length < most) {
    const { done, value } = waiting.next();
    if (done) break;
    some.push(value);
  }
  return some;
}

/** Changes several in one transaction, if the job can; returns those that were not changed, to be changed alone. */
async function changeTogether(
  ctx: WriteContext,
  job: ScheduledJob,
  some: readonly unknown[],
): Promise<readonly unknown[]> {
  // A failure in a dry run has ended its only transaction.
  if (job.changeTogether === undefined || some.length === 1 || ctx.isRehearsed) return some;
  try {
    const changed = await job.changeTogether(ctx, some);
    return some.filter((_, at) => !changed[at]);
  } catch {
    return some;
  }
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
