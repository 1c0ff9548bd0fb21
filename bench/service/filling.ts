// Filling a store as a firm would: a first start, then records loaded while the service runs.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type CommandRun, type Environment, readyTimes, startService } from "./bursar-process.ts";
import { callersOf, postmasterOf } from "./data-folder.ts";
import { fetchAll } from "./fetch.ts";
import { type BenchOptions, startsOf } from "./options.ts";
import { cpuOfPostgres } from "./process-figures.ts";
import { loadRecords, type RecordFolders, writeRecords } from "./records.ts";

/** The results of filling the store. */
export interface Filling {
  /** From each first start on an empty folder until the service was ready, in seconds; of a sandbox, as the
   * README starts it. */
  readonly firstStarts: readonly number[];
  readonly folders: RecordFolders;
  /** Loading everything but the daily rows. */
  readonly firm: CommandRun;
  /** Loading only the daily rows, and what PostgreSQL spent on it. */
  readonly days: CommandRun;
  readonly daysPostgresCpuUs: number | undefined;
}

/** Starts the service on an empty folder, loads the firm through it and stops it. */
export async function fillStore(
  folder: string,
  environment: Environment,
  options: BenchOptions,
): Promise<Filling> {
  const dataDir = join(folder, "data");
  const times = await firstStarts(folder, startsOf("first start", options));
  const service = await startService(join(folder, "first.log"), environment);
  try {
    const { adviser } = await callersOf(dataDir);
    const path = "/restapi/privateplacementoffers";
    const [offers] = await fetchAll(service.port, adviser.bearer, [{ method: "GET", path }]);
    const seen = (JSON.parse(offers?.body ?? "[]") as unknown[]).length;
    const folders = await writeRecords(join(folder, "records"), options, seen);
    const firm = await loadRecords(folders.firm, environment);
    const postmaster = await postmasterOf(dataDir);
    const before = cpuOfPostgres(postmaster);
    const days = await loadRecords(folders.days, environment);
    const after = cpuOfPostgres(postmaster);
    await loadRecords(folders.more, environment);
    return {
      firstStarts: times,
      folders,
      firm,
      days,
      daysPostgresCpuUs: before && after && after - before,
    };
  } finally {
    await service.stop();
  }
}

/** Starts the service so often, each time on another empty folder, which is removed. */
async function firstStarts(folder: string, count: number): Promise<number[]> {
  const empty = join(folder, "empty");
  return readyTimes(count, async () => {
    await rm(empty, { recursive: true, force: true });
    const environment = { DATA_DIR: empty, SANDBOX: "true" };
    const service = await startService(join(folder, "first.log"), environment);
    const stop = () => service.stop().then(() => rm(empty, { recursive: true, force: true }));
    return { ...service, stop };
  });
}

/** The note of a kept folder about its store. */
export interface Known extends Pick<BenchOptions, "accounts" | "days"> {
  restricted: number;
  readonly numbers: number;
}

/** The kept store's notes; undefined where there is none of this size. */
export async function rememberedFilling(
  path: string,
  { accounts, days }: BenchOptions,
): Promise<Known | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const known = JSON.parse(text) as Known;
  if (known.accounts === accounts && known.days === days) return known;
  throw new Error("The kept folder holds a firm of another size: choose another one.");
}
