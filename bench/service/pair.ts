// A subject and what it is compared with, measured in alternating rounds.
import { median } from "../engines/table.ts";
import type { Bench } from "./bench.ts";
import { type Measured, measure, type Side } from "./measure.ts";
import { memoryOf, sharedMemoryOf } from "./process-figures.ts";

/** Two sides that take turns; round 0 warms them up and does not count. */
export interface Pair {
  readonly subject: string;
  /** The request or statement it is compared with: `read`, `insert`, or another request to the service. */
  readonly against: string;
  /** The target ratio; a subject without one is only reported. */
  readonly least?: number;
  readonly a: (round: number) => Side;
  readonly b: (round: number) => Side;
  /** Bare HTTP that returns the same bytes from memory, measured once for orientation. */
  readonly memory?: Side;
  /** Closes what only the sides needed. */
  readonly end?: () => Promise<void>;
}

/** A line of the table. */
export interface Row {
  readonly subject: string;
  readonly against: string;
  readonly least?: number;
  readonly perSecond?: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly floorPerSecond?: number;
  /** The median of the rounds' ratios, the smallest and the largest of them. */
  readonly ratio?: number;
  readonly spread?: readonly [number, number];
  /** Of the service, of PostgreSQL, and of both sides of the floor, for one request. */
  readonly cpuUs?: number | undefined;
  readonly postgresCpuUs?: number | undefined;
  readonly floorCpuUs?: number | undefined;
  readonly driverCpuUs?: number;
  readonly memoryPerSecond?: number;
  /** Bytes: of the service resident, of PostgreSQL its share. */
  readonly serviceMemory?: number | undefined;
  readonly postgresMemory?: number | undefined;
  readonly errors: number;
  /** How long it took, if it happened once. */
  readonly seconds?: number;
  readonly note?: string;
  readonly rounds?: readonly (readonly [Measured, Measured])[];
}

/** Measures a pair; a response that is not the expected one is counted as an error. */
export async function rowOf(bench: Bench, pair: Pair): Promise<Row> {
  const { rounds: count, warmUp } = bench.options;
  const warmed = (side: Side): Side => {
    const job = { ...side.job, seconds: warmUp };
    return { ...side, job };
  };
  const warming = [
    await measure(bench, warmed(pair.a(0))),
    await measure(bench, warmed(pair.b(0))),
  ];
  const rounds: [Measured, Measured][] = [];
  let memory: Measured | undefined;
  for (let round = 1; round <= count; round += 1) {
    if (warming.concat(rounds.flat()).some(({ faults }) => faults > 0)) break;
    rounds.push([await measure(bench, pair.a(round)), await measure(bench, pair.b(round))]);
  }
  if (pair.memory) memory = await measure(bench, pair.memory);
  const all = [...warming, ...rounds.flat(), ...(memory ? [memory] : [])];
  const fault = all.find(({ firstFault }) => firstFault !== undefined)?.firstFault;
  const errors = all.reduce((sum, { faults }) => sum + faults, 0);
  const { subject, against, least } = pair;
  const known = { subject, against, ...(least !== undefined && { least }), errors };
  if (fault !== undefined) return { ...known, note: fault };
  return {
    ...known,
    ...figuresOf(rounds),
    ...(memory && { memoryPerSecond: memory.perSecond }),
    serviceMemory: memoryOf(bench.service.pid)?.now,
    postgresMemory: sharedMemoryOf(bench.postmaster),
    rounds,
  };
}

function figuresOf(rounds: readonly (readonly [Measured, Measured])[]) {
  const of = (side: 0 | 1, figure: (measured: Measured) => number) =>
    median(rounds.map((round) => figure(round[side])));
  const ratios = rounds.map(([a, b]) => a.perSecond / b.perSecond);
  const cpu = (side: 0 | 1, figure: (measured: Measured) => number | undefined) => {
    const known = rounds.map((round) => figure(round[side])).filter((us) => us !== undefined);
    return known.length === 0 ? undefined : median(known);
  };
  return {
    perSecond: of(0, ({ perSecond }) => perSecond),
    p50Ms: of(0, ({ p50Ms }) => p50Ms),
    p99Ms: of(0, ({ p99Ms }) => p99Ms),
    floorPerSecond: of(1, ({ perSecond }) => perSecond),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)] as const,
    cpuUs: cpu(0, ({ cpuUs }) => cpuUs),
    postgresCpuUs: cpu(0, ({ postgresCpuUs }) => postgresCpuUs),
    floorCpuUs: cpu(1, (side) => side.cpuUs && side.cpuUs + (side.postgresCpuUs ?? 0)),
    driverCpuUs: of(0, ({ driverCpuUs }) => driverCpuUs),
  };
}
