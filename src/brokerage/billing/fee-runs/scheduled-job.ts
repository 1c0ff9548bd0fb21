// What time brings fee runs. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { computeFeeRun } from "./compute-fee-run.ts";
import type { FeeRunStatus } from "./life-cycle.ts";
import { selectRunsUnderWay } from "./run-queries.ts";

function runsOf(statuses: readonly FeeRunStatus[]): ScheduledJob<Id>["due"] {
  return (db, now, most) => selectRunsUnderWay(db, statuses, { today: newYorkDay(now), most });
}

/** Runs are computed, a slice of accounts at a time. */
export const computingOfFees: ScheduledJob<Id> = {
  operation: "computeFeeRun",
  due: runsOf(["COMPUTING"]),
  change: computeFeeRun,
};
