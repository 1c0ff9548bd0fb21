// The model behind docs/scale.md: from what the bench measures of an account and a request, to what
// a firm of any size needs. Everything assumed, and not measured, stands in `Day` and `Machine`.
import type {
  BothStores,
  Bytes,
  Cpu,
  ScaleFigures,
  SizeFigures,
  WaitedFigures,
} from "../bench/scale/figures.ts";

/** The requests of an account on an ordinary day. */
export interface Day {
  readonly reads: number;
  readonly changes: number;
  /** The part of a day's requests that comes in its busiest hour, and how much more its busiest second
   * has than the mean of that hour. */
  readonly ofBusiestHour: number;
  readonly peak: number;
  /** Hours in which a night's work must end. */
  readonly hoursOfNight: number;
  /** For how many years values, transactions and the audit log are kept at hand. */
  readonly years: number;
}

/** The load that docs/scale.md states. */
export const ordinaryDay: Day = {
  reads: 10,
  changes: 0.2,
  ofBusiestHour: 0.15,
  peak: 3,
  hoursOfNight: 6,
  years: 7,
};

/** A server, as large as one is usually bought; a processor of it does as much as a measured one. */
export interface Machine {
  readonly processors: number;
  /** How much of it the busiest second may take. */
  readonly use: number;
  readonly diskBytes: number;
  /** How much of a disk may be full; the rest is for the log, for vacuum and for growth. */
  readonly diskUse: number;
  /** Connections of one PostgreSQL, of which a `serve` takes 40. */
  readonly connections: number;
}

/** The server that docs/scale.md states. */
export const usualMachine: Machine = {
  processors: 32,
  use: 0.5,
  diskBytes: 16e12,
  diskUse: 0.75,
  connections: 1_000,
};

const connectionsOfServe = 40;
const daysOfYear = 252;

/** The model's parameters from the measured sizes, for one account, one request, one night. */
export interface Costs {
  /** Bytes of each account that stay as they are, those of a year of its history, and those that the
   * firm has once. */
  readonly bytesOfAccount: number;
  readonly bytesOfYear: number;
  readonly bytesOfFirm: number;
  /** Of the bytes of an account, those that lie on every node of a spread store. */
  readonly bytesOnEachNode: number;
  /** Of a change, for as long as the audit log is kept. */
  readonly bytesOfChange: number;
  readonly bytesOfNight: number;
  readonly logOfChange: number;
  readonly read: Cpu;
  readonly change: Cpu & { readonly ms: number };
  /** Processor time of a night for each account, and whatever the number of accounts. */
  readonly nightOfAccount: number;
  readonly nightOfFirm: number;
  readonly loadOfAccount: number;
  readonly loadOfFirm: number;
}

/** Tables of which each year of an account adds as much again. */
const historyTables = [
  "performance_day",
  "performance_quarter",
  "unit_value",
  "unit_value_quarter",
  "account_transaction",
  "closed_lot",
  "reported_tax_lot",
  "corporate_action",
];

/** Tables to which each change adds for good; what others gain is space that is reused. */
const keptTables = ["audit_entry", "event", "event_position"];

/** Tables that lie on every node of a spread store and grow with the accounts. */
const sharedTables = ["member", "sealed_version"];

/** Reads the costs from the first two sizes that were measured. */
export function costsOf({ sizes }: ScaleFigures): Costs {
  const [one, two] = sizes;
  if (one === undefined || two === undefined) throw new Error("two sizes must be measured");
  const line = (of: (size: SizeFigures) => number) => lineThrough(one, two, of);
  const bytes = line(({ bytes: all }) => sumOf(all));
  const history = line(({ bytes: all }) => sumOf(all, historyTables)).slope;
  const night = line(({ night: work }) => work.command + work.store);
  const load = line(({ load: work }) => work.command + work.store);
  const middle = (of: (size: SizeFigures) => number) => median([one, two].map(of));
  return {
    bytesOfAccount: bytes.slope - history,
    bytesOfYear: history,
    bytesOfFirm: bytes.start,
    bytesOnEachNode: line(({ bytes: all }) => sumOf(all, sharedTables)).slope,
    bytesOfChange: middle(({ bytesOfChange }) => sumOf(bytesOfChange, keptTables)),
    bytesOfNight: line(({ bytesOfNight }) => sumOf(bytesOfNight, keptTables)).slope,
    logOfChange: middle(({ logOfChange }) => logOfChange),
    read: {
      service: middle(({ read }) => read.service),
      store: [middle(({ read }) => read.store[0] ?? 0)],
    },
    change: {
      service: middle(({ change }) => change.service),
      store: [middle(({ change }) => change.store[0] ?? 0)],
      ms: middle(({ change }) => change.ms),
    },
    nightOfAccount: night.slope,
    nightOfFirm: night.start,
    loadOfAccount: load.slope,
    loadOfFirm: load.start,
  };
}

function lineThrough(one: SizeFigures, two: SizeFigures, of: (size: SizeFigures) => number) {
  const slope = Math.max(0, (of(two) - of(one)) / (two.accounts - one.accounts));
  return { slope, start: Math.max(0, of(one) - slope * one.accounts) };
}

function sumOf(bytes: Bytes, tables: readonly string[] = Object.keys(bytes)): number {
  return tables.reduce((sum, table) => sum + (bytes[table] ?? 0), 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[Math.floor(place)] ?? 0;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/** The model's prediction for a firm of a size that was measured. */
export interface Predicted {
  readonly bytes: number;
  /** Processor time in microseconds. */
  readonly load: number;
  readonly night: number;
}

/** Predicts what the bench measures of a firm with a year of history. */
export function predict(costs: Costs, accounts: number): Predicted {
  return {
    bytes: costs.bytesOfFirm + accounts * (costs.bytesOfAccount + costs.bytesOfYear),
    load: costs.loadOfFirm + accounts * costs.loadOfAccount,
    night: costs.nightOfFirm + accounts * costs.nightOfAccount,
  };
}

/** The step of docs/scale.md that a firm needs. */
export type Step = "one process" | "several processes" | "a cluster" | "cells";

/** The machines that a firm needs. */
export interface Need {
  readonly accounts: number;
  readonly readsPerSecond: number;
  readonly changesPerSecond: number;
  /** Processors in the busiest second, at the use that the machine allows. */
  readonly serviceProcessors: number;
  readonly readProcessors: number;
  readonly changeProcessors: number;
  readonly bytes: number;
  /** Of one load, which computes on one thread; and among how many stores the accounts must be divided
   * for it to end in time. */
  readonly nightHours: number;
  readonly cellsOfNight: number;
  readonly step: Step;
  readonly why: string;
  /** On a cluster: workers for its bytes and its requests; processors of the coordinator; what each
   * node has of the tables that all have. */
  readonly workers: number;
  readonly coordinatorProcessors: number;
  readonly sharedBytes: number;
  /** Processes of the service, one for each processor. */
  readonly serves: number;
}

/** The firm that the model is asked about. */
export interface Question {
  readonly accounts: number;
  readonly day: Day;
  readonly machine: Machine;
}

/** Says what a firm needs; `spread` are the costs of requests on a cluster, if they were measured. */
export function needOf(
  costs: Costs,
  { accounts, day, machine }: Question,
  spread: BothStores<WaitedFigures> | undefined,
): Need {
  const perSecond = (each: number) => (accounts * each * day.ofBusiestHour * day.peak) / 3_600;
  const reads = perSecond(day.reads);
  const changes = perSecond(day.changes);
  const processors = (us: number) => us / 1e6 / machine.use;
  const ofStore = ({ store }: Cpu) => store[0] ?? 0;
  const bytes =
    costs.bytesOfFirm +
    accounts *
      (costs.bytesOfAccount +
        day.years *
          (costs.bytesOfYear +
            daysOfYear * costs.bytesOfNight +
            365 * day.changes * costs.bytesOfChange));
  const nightHours = (accounts * costs.nightOfAccount + costs.nightOfFirm) / 3.6e9;
  const on = ratioOn(spread);
  const coordinator = processors(
    reads * ofStore(costs.read) * on.read.coordinator +
      changes * ofStore(costs.change) * on.change.coordinator,
  );
  const workerCpu = processors(
    reads * ofStore(costs.read) * on.read.workers +
      changes * ofStore(costs.change) * on.change.workers,
  );
  const serviceOn = ({ read, change }: ReturnType<typeof ratioOn> | Unchanged) =>
    processors(
      reads * costs.read.service * read.service + changes * costs.change.service * change.service,
    );
  const needed = {
    accounts,
    readsPerSecond: reads,
    changesPerSecond: changes,
    bytes,
    nightHours,
    serviceProcessors: serviceOn(unchanged),
    readProcessors: processors(reads * ofStore(costs.read)),
    changeProcessors: processors(changes * ofStore(costs.change)),
    cellsOfNight: Math.ceil(nightHours / day.hoursOfNight),
    workers: Math.max(
      1,
      Math.ceil(bytes / (machine.diskBytes * machine.diskUse)),
      Math.ceil(workerCpu / machine.processors),
    ),
    coordinatorProcessors: coordinator,
    sharedBytes: accounts * costs.bytesOnEachNode,
  };
  const step = stepFor(needed, machine);
  const isSpread = step.step === "a cluster" || step.step === "cells";
  const serviceProcessors = isSpread ? serviceOn(on) : needed.serviceProcessors;
  return {
    ...needed,
    ...step,
    serviceProcessors,
    serves: Math.max(1, Math.ceil(serviceProcessors)),
  };
}

/** A store on one server. */
const unchanged = { read: { service: 1 }, change: { service: 1 } };
type Unchanged = typeof unchanged;

/** How many times as much processor time a request takes on a cluster, of which part. */
function ratioOn(spread: BothStores<WaitedFigures> | undefined) {
  const of = (kind: "read" | "change") => {
    if (spread === undefined) return { service: 1, coordinator: 1, workers: 1 };
    const [one = 1] = spread.one[kind].store;
    const [coordinator = 0, ...workers] = spread.spread[kind].store;
    return {
      service: spread.spread[kind].service / spread.one[kind].service,
      coordinator: coordinator / one,
      workers: workers.reduce((sum, each) => sum + each, 0) / one,
    };
  };
  return { read: of("read"), change: of("change") };
}

/** The first step that is enough for requests and bytes, and what the one before it lacks. */
function stepFor(
  need: Omit<Need, "step" | "why" | "serves">,
  { processors, diskBytes, diskUse }: Machine,
): Pick<Need, "step" | "why"> {
  const store = need.readProcessors + need.changeProcessors;
  const isFull = need.bytes > diskBytes * diskUse;
  if (isFull || store > processors) {
    if (need.coordinatorProcessors > processors) {
      return { step: "cells", why: "every request passes the one coordinator" };
    }
    return { step: "a cluster", why: isFull ? "bytes fill a disk" : "requests fill a server" };
  }
  if (need.serviceProcessors + store > 1) {
    return { step: "several processes", why: "requests fill a processor" };
  }
  return { step: "one process", why: "a processor is enough" };
}

/** The connections that the processes of a need open, against those that a server has. */
export function connectionsOf({ serves }: Pick<Need, "serves">): number {
  return serves * connectionsOfServe;
}
