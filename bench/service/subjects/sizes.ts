// A large firm against a small one: every read at the same pace, half of what the slower one can do.
import { join } from "node:path";
import { median } from "../../engines/table.ts";
import { type Bench, openBench } from "../bench.ts";
import type { Job } from "../job.ts";
import { type Measured, measure } from "../measure.ts";
import type { Row } from "../pair.ts";
import type { Subject } from "../subject.ts";
import { fetchOnce, type Read, readJob, reads } from "./reads.ts";

const small = 1_000;
const large = 100_000;
const maxRatio = 1.3;

/** Every read of 100,000 accounts against 1,000, each with as many days of values. */
export const sizes: Subject = {
  name: "100,000 accounts against 1,000",
  isLong: true,
  measure: async (bench) => {
    // A tiny run skips it; two more firms would take longer than everything else.
    if (bench.options.tiny) return rowsOf(bench, bench);
    const { keep, daysOfSizes: days } = bench.options;
    const kept = (accounts: number) => keep && join(keep, `${accounts} accounts`);
    const ofFirm = (accounts: number) =>
      openBench({ ...bench.options, keep: kept(accounts), accounts, days, years: 1 });
    const one = await ofFirm(large);
    try {
      const other = await ofFirm(small);
      return await rowsOf(one, other).finally(other.close);
    } finally {
      await one.close();
    }
  },
};

async function rowsOf(one: Bench, other: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const read of reads) rows.push(await rowOf(read, one, other));
  return rows;
}

async function rowOf(read: Read, one: Bench, other: Bench): Promise<Row> {
  const jobs = [
    readJob(one, read, await fetchOnce(one, read)),
    readJob(other, read, await fetchOnce(other, read)),
  ] as const;
  const all: Measured[] = [];
  const run = async (bench: Bench, job: Job) => {
    const measured = await measure(bench, { job, pid: bench.service.pid });
    all.push(measured);
    return measured;
  };
  await run(one, jobs[0]);
  await run(other, jobs[1]);
  const peaks = [await run(one, jobs[0]), await run(other, jobs[1])];
  const rate = Math.min(...peaks.map(({ perSecond }) => perSecond)) / 2;
  const rounds: [Measured, Measured][] = [];
  for (let round = 1; round <= one.options.rounds; round += 1) {
    const paced = jobs.map((job) => ({ ...job, rate, seed: `${read.name} ${round}` }));
    rounds.push([await run(one, paced[0] as Job), await run(other, paced[1] as Job)]);
  }
  const fault = all.find(({ firstFault }) => firstFault !== undefined)?.firstFault;
  return {
    subject: `sizes: ${read.name}`,
    against: "small firm",
    ...latenciesOf(rounds, rate),
    errors: all.reduce((sum, { faults }) => sum + faults, 0),
    ...(fault !== undefined && { note: fault }),
    rounds,
  };
}

function latenciesOf(rounds: readonly (readonly [Measured, Measured])[], rate: number) {
  const ratio = (figure: (measured: Measured) => number) =>
    median(rounds.map(([a, b]) => figure(a) / figure(b)));
  const of = (figure: (measured: Measured) => number) =>
    median(rounds.map(([measured]) => figure(measured)));
  const p50 = ratio(({ p50Ms }) => p50Ms);
  const p99 = ratio(({ p99Ms }) => p99Ms);
  const isMet = p50 <= maxRatio && p99 <= maxRatio;
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    note:
      `at ${Math.round(rate)} a second p50 ${p50.toFixed(2)} ×, p99 ${p99.toFixed(2)} × the ` +
      `small firm's, target ≤ ${maxRatio} ×: ${isMet ? "met" : "missed"}`,
  };
}
