// Reads and changes at once at half of the highest rate, and what the service holds meanwhile:
// memory, descriptors, and rows that housekeeping should have removed.
import { join } from "node:path";
import pg from "pg";
import { clientConfig } from "../../../src/platform/store/connection.ts";
import { embeddedSettings } from "../../../src/platform/store/embedded/embedded-postgres.ts";
import { median } from "../../engines/table.ts";
import type { Bench } from "../bench.ts";
import type { Job } from "../job.ts";
import { measure } from "../measure.ts";
import type { Row } from "../pair.ts";
import { descriptorsOf, memoryOf, sharedMemoryOf } from "../process-figures.ts";
import type { Subject } from "../subject.ts";
import { fetchOnce, readJob, reads } from "./reads.ts";
import { updateJob } from "./writes.ts";

const name = "mixed load at half the highest rate";
const maxMemory = 250e6;
/** By how much memory may differ at the end from what it was after the first ten minutes. */
const maxGrowth = 1.05;
const settlingMinutes = 10;
/** How many targets of each read; one request in five is a change. */
const targetsOfRead = 40;
/** How long the highest rate is looked for. */
const peakSeconds = 20;

/** Reads of every kind, and updates. */
export const longLoad: Subject = {
  name,
  isLong: true,
  measure: async (bench) => [await rowOf(bench)],
};

/** The memory held at an instant; figures that the machine does not report are undefined. */
interface Held {
  readonly memory: number | undefined;
  readonly descriptors: number | undefined;
  readonly postgresMemory: number | undefined;
}

async function rowOf(bench: Bench): Promise<Row> {
  const { minutes, tiny } = bench.options;
  const job = await mixedJob(bench);
  const { pid } = bench.service;
  const peak = await measure(bench, { job: { ...job, seconds: tiny ? 0.1 : peakSeconds }, pid });
  const rate = peak.perSecond / 2;
  const seen: Held[] = [];
  const look = setInterval(() => seen.push(heldBy(bench)), tiny ? 50 : 10_000);
  const paced = { ...job, rate, seconds: minutes * 60, seed: `${name}, paced` };
  const measured = await measure(bench, { job: paced, pid });
  clearInterval(look);
  const { perSecond, p50Ms, p99Ms, cpuUs, postgresCpuUs } = measured;
  const fault = peak.firstFault ?? measured.firstFault;
  const left = `${await expiredRows(bench)} expired rows left`;
  return {
    subject: `${Math.round(minutes)} minutes of ${name}`,
    against: "",
    perSecond,
    p50Ms,
    p99Ms,
    cpuUs,
    postgresCpuUs,
    serviceMemory: seen.at(-1)?.memory,
    postgresMemory: seen.at(-1)?.postgresMemory,
    errors: peak.faults + measured.faults,
    note: fault ?? `highest ${Math.round(peak.perSecond)}/s; ${noteOf(seen, minutes)}; ${left}`,
  };
}

function heldBy({ service: { pid }, postmaster }: Bench): Held {
  return {
    memory: memoryOf(pid)?.now,
    descriptors: descriptorsOf(pid),
    postgresMemory: sharedMemoryOf(postmaster),
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

/** Memory at the end, next to memory once the service had settled. */
function noteOf(seen: readonly Held[], minutes: number): string {
  const places = Math.max(1, Math.floor(seen.length / 20));
  const settled = Math.min(0.5, settlingMinutes / minutes);
  const from = Math.floor(seen.length * settled);
  const at = (some: readonly Held[], key: keyof Held) =>
    median(some.map((held) => held[key] ?? Number.NaN));
  const early = seen.slice(from, from + places);
  const late = seen.slice(-places);
  const most = Math.max(...seen.map(({ memory = Number.NaN }) => memory));
  const growth = at(late, "memory") / at(early, "memory");
  if (Number.isNaN(growth)) return "no figures of memory on this machine";
  const verdict = (isMet: boolean) => (isMet ? "met" : "missed");
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const change = (key: keyof Held, say: (figure: number) => string = String) =>
    `${say(at(early, key))} to ${say(at(late, key))}`;
  return [
    `RSS at most ${megabytes(most)}, target ≤ 250 MB: ${verdict(most <= maxMemory)}`,
    `from ${change("memory", megabytes)}, target ≤ ${maxGrowth} ×: ${verdict(growth <= maxGrowth)}`,
    `descriptors ${change("descriptors")}`,
    `memory of PostgreSQL ${change("postgresMemory", megabytes)}`,
  ].join("; ");
}

/** Rows that housekeeping removes, and that have been due for more than two of its intervals. */
async function expiredRows({ folder }: Bench): Promise<string> {
  const settings = await embeddedSettings(join(folder, "data"));
  if (settings === undefined) return "unknown";
  const client = new pg.Client(clientConfig(settings.admin));
  await client.connect();
  try {
    const { rows } = await client.query<{ expired: string }>(`
      select (select count(*) from idempotency_result
               where created_at < now() - interval '24 hours 20 minutes')
           + (select count(*) from used_signature
               where expires_at < now() - interval '20 minutes') as expired`);
    return rows[0]?.expired ?? "unknown";
  } finally {
    await client.end();
  }
}
