// Ten minutes of reads and changes at once, and the service's memory meanwhile.
import { median } from "../../engines/table.ts";
import type { Bench } from "../bench.ts";
import type { Job } from "../job.ts";
import { measure } from "../measure.ts";
import type { Row } from "../pair.ts";
import { memoryOf, sharedMemoryOf } from "../process-figures.ts";
import type { Subject } from "../subject.ts";
import { fetchOnce, readJob, reads } from "./reads.ts";
import { updateJob } from "./writes.ts";

const name = "ten minutes of mixed load";
const maxMemory = 250e6;
/** What counts as growth: the last quarter exceeds the one before by more than this. */
const maxGrowth = 1.02;
/** How many targets of each read; one request in five is a change. */
const targetsOfRead = 40;

/** Reads of every kind, and updates. */
export const longLoad: Subject = {
  name,
  isLong: true,
  measure: async (bench) => [await rowOf(bench)],
};

async function rowOf(bench: Bench): Promise<Row> {
  const { seconds, pollMs } = bench.options.tiny
    ? { seconds: 1, pollMs: 50 }
    : { seconds: 600, pollMs: 1000 };
  const job = { ...(await mixedJob(bench)), seconds };
  const seen: number[] = [];
  const look = setInterval(() => {
    const memory = memoryOf(bench.service.pid)?.now;
    if (memory !== undefined) seen.push(memory);
  }, pollMs);
  const { perSecond, p50Ms, p99Ms, cpuUs, postgresCpuUs, faults, firstFault } = await measure(
    bench,
    { job, pid: bench.service.pid },
  );
  clearInterval(look);
  const quarter = Math.floor(seen.length / 4);
  const [before, last] = [seen.slice(-2 * quarter, -quarter), seen.slice(-quarter)];
  const growth = quarter === 0 ? undefined : median(last) / median(before);
  const most = seen.length === 0 ? undefined : Math.max(...seen);
  return {
    subject: name,
    against: "",
    perSecond,
    p50Ms,
    p99Ms,
    cpuUs,
    postgresCpuUs,
    serviceMemory: most,
    postgresMemory: sharedMemoryOf(bench.postmaster),
    errors: faults,
    note: firstFault ?? noteOf(most, growth),
  };
}

async function mixedJob(bench: Bench): Promise<Job> {
  const targets = [];
  for (const read of reads.filter(({ isSigned = false }) => !isSigned)) {
    const known = (await fetchOnce(bench, read)).slice(0, targetsOfRead);
    // Models and offers have few addresses and are requested as often as the others.
    for (let at = 0; at < targetsOfRead && known.length > 0; at += 1) {
      targets.push({ method: "GET" as const, path: known[at % known.length]?.path ?? "" });
    }
  }
  const numbers = bench.accounts.all.slice(0, targets.length / 4).map(({ number }) => number);
  const updates = updateJob(bench, numbers);
  const [first] = reads;
  if (first === undefined) throw new Error("there is nothing to read");
  return { ...readJob(bench, first, []), targets: [...targets, ...updates.targets], seed: name };
}

function noteOf(most: number | undefined, growth: number | undefined): string {
  if (most === undefined || growth === undefined) return "no figures of memory on this machine";
  const [isWithin, isSteady] = [most <= maxMemory, growth <= maxGrowth];
  return (
    `RSS at most ${Math.round(most / 1e6)} MB, target ≤ 250 MB: ${isWithin ? "met" : "missed"}; ` +
    `last quarter at ${growth.toFixed(3)} of the one before: ${isSteady ? "no growth" : "growth"}`
  );
}
