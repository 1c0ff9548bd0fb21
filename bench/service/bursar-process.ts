// Bursar as its users start it: the service, and commands to their end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { cpuOf, memoryOf } from "./process-figures.ts";

/** Environment variables for a process, besides those of every process. */
export type Environment = Readonly<Record<string, string>>;

/** A running service. */
export interface ServiceProcess {
  readonly pid: number;
  readonly port: number;
  /** From its start until it reported ready, in seconds. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..", "..");
const program = join(root, "bin", "bursar.js");

function launch(
  words: readonly string[],
  environment: Environment,
  { out, flags = [] }: { readonly out: number; readonly flags?: readonly string[] },
): ChildProcess {
  const { PATH = "", HOME = "", USER = "", NODE_COMPILE_CACHE: cache } = process.env;
  const { POSTGRES_BIN: programs } = process.env;
  return spawn(process.execPath, [...flags, program, ...words], {
    cwd: root,
    // No other variable of the machine is passed on, so that none changes the measurement. The
    // programs of PostgreSQL are part of it.
    // A sandbox asks for its clock with each request.
    env: {
      PATH,
      HOME,
      USER,
      SANDBOX: "false",
      ...(cache && { NODE_COMPILE_CACHE: cache }),
      ...(programs && { POSTGRES_BIN: programs }),
      ...environment,
    },
    stdio: ["ignore", out, out],
  });
}

/** Starts `bursar serve` on a free port, with flags of Node.js; its log goes to a file, as a user's
 * would. */
export async function startService(
  logFile: string,
  environment: Environment,
  flags: readonly string[] = [],
): Promise<ServiceProcess> {
  const began = performance.now();
  const out = openSync(logFile, "w");
  const child = launch(["serve"], { PORT: "0", ...environment }, { out, flags });
  for (;;) {
    const log = readFileSync(logFile, "utf8");
    const port = /^Bursar is ready at http:\/\/127\.0\.0\.1:(\d+)$/m.exec(log)?.[1];
    if (port !== undefined) {
      const readyAfter = (performance.now() - began) / 1000;
      return { pid: child.pid ?? 0, port: Number(port), readyAfter, stop: () => stop(child) };
    }
    const ended = child.signalCode ?? child.exitCode;
    if (ended !== null) throw new Error(`the service ended (${ended}): ${log}`);
    await delay(5);
  }
}

/** Starts a service so often, stops it each time, and returns how long each took to be ready, in
 * seconds. */
export async function readyTimes(
  count: number,
  start: () => Promise<ServiceProcess>,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const service = await start();
    times.push(service.readyAfter);
    await service.stop();
  }
  return times;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** The result of a command. */
export interface CommandRun {
  readonly seconds: number;
  /** The most resident memory of its process, in bytes, if the machine reports it. */
  readonly peakMemory: number | undefined;
  /** Processor time of its process, in microseconds. */
  readonly cpuUs: number | undefined;
  readonly output: string;
}

const pollEveryMs = 100;

/** Runs a command to its end; fails where the command does. */
export async function runBursar(
  words: readonly string[],
  logFile: string,
  environment: Environment,
): Promise<CommandRun> {
  const began = performance.now();
  const child = launch(words, environment, { out: openSync(logFile, "w") });
  let peakMemory: number | undefined;
  let cpuUs: number | undefined;
  const watch = setInterval(() => {
    peakMemory = memoryOf(child.pid ?? 0)?.most ?? peakMemory;
    cpuUs = cpuOf(child.pid ?? 0) || cpuUs;
  }, pollEveryMs);
  const [status] = (await once(child, "exit")) as [number | null];
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const output = readFileSync(logFile, "utf8");
  if (status !== 0) throw new Error(`bursar ${words.join(" ")} ended with ${status}: ${output}`);
  return { seconds, peakMemory, cpuUs, output };
}
