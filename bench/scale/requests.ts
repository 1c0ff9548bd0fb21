// The cost of a read and a change of one account, for each process that takes part.
import type { Child } from "../service/child.ts";
import type { Job, JobResult, Sender, Target } from "../service/job.ts";
import { cpuOf, cpuOfPostgres } from "../service/process-figures.ts";
import { contactBodies } from "../service/subjects/writes.ts";
import type { Cpu, WaitedFigures } from "./figures.ts";

/** A running service, its callers and the servers of its store. */
export interface Asked {
  readonly service: { readonly pid: number; readonly port: number };
  readonly sender: Sender;
  /** The first processes of the store's servers, the coordinator first. */
  readonly postmasters: readonly number[];
  readonly driver: Child;
  /** Accounts that the sender may read and change. */
  readonly numbers: readonly string[];
  readonly seconds: number;
  /** How many callers send at once; 8 by default. */
  readonly callers?: number;
}

type Measured = Cpu & { readonly ms: number; readonly responses: number };

/** The reads by which an app shows an account: itself, and its values of a quarter. */
function readTargets(numbers: readonly string[]): Target[] {
  const quarter = "performance/unitvalues?daterange=2026-07-01,2026-09-30";
  return numbers.flatMap((number): Target[] => [
    { method: "GET", path: `/restapi/accounts/${number}` },
    { method: "GET", path: `/restapi/accounts/${number}/${quarter}` },
  ]);
}

/** An update of each account, with idempotency keys that begin with the given text. */
function changeTargets(numbers: readonly string[], keys: string): Target[] {
  return numbers.map((number) => ({
    method: "PUT",
    path: `/restapi/accounts/${number}`,
    headers: [`Idempotency-Key: ${keys}-{n}`],
    bodies: contactBodies,
  }));
}

/** Warms up, then measures reads. */
export async function measureReads(asked: Asked): Promise<Measured> {
  return measured(asked, "read", readTargets(asked.numbers));
}

/** Warms up, then measures changes; `between` runs after the warm-up. */
export async function measureChanges(
  asked: Asked,
  between: () => Promise<void>,
): Promise<Measured> {
  return measured(asked, "change", changeTargets(asked.numbers, "scale"), between);
}

/** Both, and how long an only caller waits for them. */
export async function measureRequests(asked: Asked): Promise<WaitedFigures> {
  const { service, store } = await measureReads(asked);
  const change = await measureChanges(asked, async () => {});
  const alone = { ...asked, callers: 1 };
  const read = await measured(alone, "read alone", readTargets(asked.numbers));
  const changed = await measured(alone, "change alone", changeTargets(asked.numbers, "alone"));
  return {
    read: { service, store },
    change: { service: change.service, store: change.store, ms: change.ms },
    alone: { read: read.ms, change: changed.ms },
  };
}

async function measured(
  { service, sender, postmasters, driver, seconds, callers = 8 }: Asked,
  seed: string,
  targets: readonly Target[],
  between: () => Promise<void> = async () => {},
): Promise<Measured> {
  const { port } = service;
  const job: Job = { port, sender, callers, seconds, targets, draw: "random", seed, status: 200 };
  await asked(driver, { ...job, seconds: seconds / 2, seed: `${seed} first` });
  await between();
  const cpu = () => [cpuOf(service.pid), ...postmasters.map(cpuOfPostgres)].map((us = 0) => us);
  const before = cpu();
  const { responses, p50Ms } = await asked(driver, job);
  const [ofService = 0, ...ofStore] = cpu().map((us, at) =>
    Math.round((us - (before[at] ?? 0)) / responses),
  );
  return { service: ofService, store: ofStore, ms: p50Ms, responses };
}

async function asked(driver: Child, job: Job): Promise<JobResult> {
  const result = await driver.request<JobResult>(job);
  if (result.firstFault !== undefined) throw new Error(result.firstFault);
  return result;
}
