// The metrics of the sweep: how much is due, and how much has been for too long.
import type { SweepStep } from "../../../platform/change/sweep-step.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { sweepSteps } from "./steps.ts";

/** How many are counted at most. */
const most = 1_000;

/** What has been due for longer is late: the sweep runs every minute. In milliseconds. */
const lateAfterMs = 300_000;

/** What is due of one kind of change, and what of it is late. */
export interface SweepFigure {
  readonly operation: string;
  readonly due: number;
  readonly late: number;
}

/** The figures of each step, at an instant of business time. */
export async function sweepFigures(
  db: Reader,
  now: Date,
  steps: readonly SweepStep[] = sweepSteps,
): Promise<readonly SweepFigure[]> {
  const earlier = new Date(now.getTime() - lateAfterMs);
  return Promise.all(
    steps.map(async (step) => {
      const [due, late] = await Promise.all([step.due(db, now, most), step.due(db, earlier, most)]);
      return { operation: step.operation, due: due.length, late: late.length };
    }),
  );
}
