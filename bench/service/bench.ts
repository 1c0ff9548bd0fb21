// The processes of the bench: the service on a loaded firm, its PostgreSQL, the floor and the driver.
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedSettings } from "../../src/platform/store/embedded/embedded-postgres.ts";
import {
  type Environment,
  readyTimes,
  type ServiceProcess,
  startService,
} from "./bursar-process.ts";
import { type Child, pinApart, startChild } from "./child.ts";
import { type Callers, callersOf, postmasterOf } from "./data-folder.ts";
import { type Filling, fillStore, type Known, rememberedFilling } from "./filling.ts";
import { type FloorStore, openFloorStore } from "./floor-store.ts";
import { type BenchOptions, startsOf } from "./options.ts";
import { flagsOfProfile } from "./profile.ts";
import { accountsOf, type FirmAccounts } from "./records.ts";
import { settle } from "./settle.ts";

/** Everything that a subject measures with. */
export interface Bench {
  readonly options: BenchOptions;
  readonly folder: string;
  readonly environment: Environment;
  readonly accounts: FirmAccounts;
  readonly service: ServiceProcess;
  readonly callers: Callers;
  readonly floor: Child & { readonly port: number };
  readonly floorStore: FloorStore;
  readonly driver: Child;
  readonly pinned: string;
  /** PostgreSQL's first process. */
  readonly postmaster: number;
  /** How the store was filled, if this run did it. */
  readonly filling: Filling | undefined;
  /** From each start on the loaded store until the service was ready, in seconds. */
  readonly laterStarts: readonly number[];
  /** How many accounts have been restricted by earlier rounds. */
  readonly used: { restricted: number };
  close(): Promise<void>;
}

/** The one setting that differs from the default: callers are not limited while the bench measures. */
export const rateLimit = { RATE_LIMIT: "1000000" };

/** Starts everything, on a store that is loaded first if none is kept. */
export async function openBench(options: BenchOptions): Promise<Bench> {
  const folder = options.keep ?? (await mkdtemp(join(tmpdir(), "bursar-bench-")));
  await mkdir(folder, { recursive: true });
  // PostgreSQL's account must pass through it when root runs the bench.
  await chmod(folder, 0o711);
  const closing: (() => Promise<unknown>)[] = [];
  if (options.keep === undefined) closing.push(() => rm(folder, { recursive: true, force: true }));
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return await openParts(options, folder, { closing, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Closing {
  readonly closing: (() => Promise<unknown>)[];
  readonly close: () => Promise<void>;
}

async function openParts(
  options: BenchOptions,
  folder: string,
  { closing, close }: Closing,
): Promise<Bench> {
  const dataDir = join(folder, "data");
  const environment = { DATA_DIR: dataDir };
  const knownPath = join(folder, "known.json");
  const known = await rememberedFilling(knownPath, options);
  const filling = known ? undefined : await fillStore(folder, environment, options);
  const ofService = { ...environment, ...rateLimit };
  const log = join(folder, "serve.log");
  const start = () => startService(log, ofService, flagsOfProfile(options.profile));
  const earlier = await readyTimes(startsOf("later start", options) - 1, start);
  const service = await start();
  closing.push(service.stop);
  const settings = await embeddedSettings(dataDir);
  if (settings === undefined) throw new Error("the service has not started its PostgreSQL");

  if (filling !== undefined) await settle(settings.admin);
  const floorStore = await openFloorStore(settings.admin);
  closing.push(floorStore.close);
  const floor = startChild("floor-server.ts", [JSON.stringify(floorStore.settings)]);
  closing.push(floor.stop);
  const { port } = await floor.receive<{ port: number }>();
  const used: Known = known ?? { ...options, restricted: 0, numbers: 0 };
  const driver = startChild("driver.ts", [String(used.numbers)]);
  // A kept store has this run's numbers afterwards; no run uses that many.
  const next = () => ({ ...used, numbers: used.numbers + 2_000_000 });
  closing.push(driver.stop, () => writeFile(knownPath, JSON.stringify(next())));
  return {
    options,
    folder,
    environment,
    accounts: accountsOf(options),
    service,
    callers: await callersOf(dataDir),
    floor: { ...floor, port },
    floorStore,
    driver,
    pinned: pinApart(driver.pid),
    postmaster: await postmasterOf(dataDir),
    filling,
    laterStarts: [...earlier, service.readyAfter],
    used,
    close,
  };
}
