// How long one firm's changes wait while another firm floods the store: the flood's own changes wait in line, the
// other firm's must not.
import type { Bench } from "../bench.ts";
import { startChild } from "../child.ts";
import type { Job, JobResult } from "../job.ts";
import type { Row } from "../pair.ts";
import type { Subject } from "../subject.ts";
import { updateJob } from "./writes.ts";

const name = "another firm's change beside a flood";

/** The target: the 99th percentile during the flood is below this multiple of that alone. */
const mostTimes = 5;
/** Callers of the flood, all at one account; fewer than may wait in line. */
const flooding = 200;
/** The other firm's changes a second, of accounts of the sample. */
const rate = 40;
const othersAccounts = ["RB00000001", "RB00000002", "RB00000003", "RB00000004"];
/** For a job that is ended on request. */
const longestSeconds = 3_600;

/** One firm's changes while another has hundreds waiting. */
export const duringFlood: Subject = { name, measure: async (bench) => [await rowOf(bench)] };

async function rowOf(bench: Bench): Promise<Row> {
  const seconds = bench.options.tiny ? 0.2 : 5;
  const other = { ...othersJob(bench), seconds };
  const floods = startChild("driver.ts", []);
  try {
    await bench.driver.request<JobResult>({ ...other, seconds: seconds / 2 });
    const alone = await bench.driver.request<JobResult>(other);
    const flood = floods.request<JobResult>(floodJob(bench));
    const flooded = await bench.driver.request<JobResult>(other).finally(() => floods.send("end"));
    return describe(alone, flooded, await flood);
  } finally {
    await floods.stop();
  }
}

function floodJob(bench: Bench): Job {
  const [account] = bench.accounts.all;
  const job = withoutKeys(updateJob(bench, [account?.number ?? ""]));
  return { ...job, callers: flooding, seconds: longestSeconds };
}

function othersJob(bench: Bench): Job {
  const job = withoutKeys(updateJob(bench, othersAccounts));
  return { ...job, sender: bench.callers.otherAdviser.bearer, rate, callers: 10 };
}

/** The drivers number their requests alike, so that their keys would be repeats. */
function withoutKeys(job: Job): Job {
  return { ...job, targets: job.targets.map((target) => ({ ...target, headers: [] })) };
}

function describe(alone: JobResult, flooded: JobResult, flood: JobResult): Row {
  const ratio = flooded.p99Ms / Math.max(alone.p99Ms, 1e-9);
  const isMet = ratio < mostTimes ? "met" : "missed";
  const figures =
    `p99 ${ratio.toFixed(1)} times the ${alone.p99Ms.toFixed(1)} ms alone, ` +
    `target < ${mostTimes}: ${isMet}; the flood: ${Math.round(flood.responses / flood.seconds)}/s, ` +
    `p99 ${flood.p99Ms.toFixed(0)} ms`;
  const results = [alone, flooded, flood];
  const isSilent = results.some(({ responses }) => responses === 0);
  return {
    subject: name,
    against: "alone",
    perSecond: flooded.responses / Math.max(flooded.seconds, 1e-9),
    p50Ms: flooded.p50Ms,
    p99Ms: flooded.p99Ms,
    errors: results.reduce((sum, { faults }) => sum + faults, isSilent ? 1 : 0),
    note: results.find(({ firstFault }) => firstFault !== undefined)?.firstFault ?? figures,
  };
}
