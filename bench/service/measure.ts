// One side measured once: what the driver saw, and what the processes spent meanwhile.
import type { Bench } from "./bench.ts";
import type { Job, JobResult } from "./job.ts";
import { cpuOf, cpuOfPostgres } from "./process-figures.ts";

/** A job and the process that answers it. */
export interface Side {
  readonly job: Job;
  readonly pid: number;
}

/** The results of one round of a side; processor time is for one request, in microseconds. */
export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUs: number | undefined;
  readonly postgresCpuUs: number | undefined;
  readonly driverCpuUs: number;
  readonly responses: number;
  readonly faults: number;
  readonly firstFault: string | undefined;
}

/** Runs a job and reads the figures of the processes before and after it. */
export async function measure(bench: Bench, { job, pid }: Side): Promise<Measured> {
  const figures = () => ({ server: cpuOf(pid), postgres: cpuOfPostgres(bench.postmaster) });
  const before = figures();
  const result = await bench.driver.request<JobResult>(job);
  const after = figures();
  const responses = Math.max(result.responses, 1);
  const each = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / responses;
  return {
    perSecond: result.responses / Math.max(result.seconds, 1e-9),
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuUs: each(before.server, after.server),
    postgresCpuUs: each(before.postgres, after.postgres),
    driverCpuUs: result.driverCpuUs / responses,
    responses: result.responses,
    faults: result.faults,
    firstFault: result.firstFault,
  };
}
