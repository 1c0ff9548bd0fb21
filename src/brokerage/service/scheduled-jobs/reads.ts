// The metrics of the sweep: how much is due, and how much has been for too long.
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { scheduledJobs } from "./jobs.ts";

/** How many are counted at most. */
const most = 1_000;

/** A change that has been due for longer is late: the sweep runs every minute. In milliseconds. */
const lateAfterMs = 300_000;

/** The numbers of due and of late changes of one kind. */
export interface ScheduledJobFigures {
  readonly operation: string;
  readonly due: number;
  readonly late: number;
}

/** The figures of each job, at an instant of business time. */
export async function scheduledJobFigures(
  db: Reader,
  now: Date,
  jobs: readonly ScheduledJob[] = scheduledJobs,
): Promise<readonly ScheduledJobFigures[]> {
  const earlier = new Date(now.getTime() - lateAfterMs);
  return Promise.all(
    jobs.map(async (job) => {
      const [due, late] = await Promise.all([job.due(db, now, most), job.due(db, earlier, most)]);
      return { operation: job.operation, due: due.length, late: late.length };
    }),
  );
}
