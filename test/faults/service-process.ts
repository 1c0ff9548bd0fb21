// The real service as a separate process, with its embedded PostgreSQL, to be killed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";
import { embeddedSettings } from "../../src/platform/store/embedded/embedded-postgres.ts";

const program = join(import.meta.dirname, "..", "..", "bin", "bursar.js");

/** A running service. */
export interface ServiceProcess {
  readonly dataDir: string;
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it reported ready, in milliseconds. */
  readonly readyMs: number;
  /** The lines that it has logged and printed on standard error so far. */
  output(): string;
  /** The status that the process ended with, or undefined while it runs. */
  status(): number | string | undefined;
  /** Kills the service itself, as a crash would, and waits for its end. */
  kill(): Promise<void>;
  /** Ends the service as an operator would. */
  stop(): Promise<number | null>;
}

/** A data folder that PostgreSQL's account can reach when root runs the tests. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-faults-"));
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  return folder;
}

/** Removes a data folder and PostgreSQL's data of it elsewhere. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, "postgres.json"), "utf8").catch(() => "{}");
  const { outside, socketFolder } = JSON.parse(text) as Partial<Record<string, string>>;
  for (const path of [socketFolder, outside, dataDir]) {
    if (path !== undefined) await rm(path, { recursive: true, force: true });
  }
}

/** Starts `bursar serve` on a free port and returns once it is ready; its log goes to the open file
 * `log`, if one is given. */
export async function startService(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  log?: number,
): Promise<ServiceProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [program, "serve"], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", log ?? "pipe"],
  });
  const atExit = () => child.kill("SIGTERM");
  process.once("exit", atExit);
  child.once("exit", () => process.off("exit", atExit));
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  if (child.stdout === null) throw new Error("no output is piped");
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const [, address] = /^Bursar is ready at (\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
      else if (line.startsWith("{")) output += `${line}\n`;
    });
    child.once("close", (code) => reject(new Error(`serve ended with ${code}: ${output}`)));
  });
  return {
    dataDir,
    url,
    pid: child.pid ?? 0,
    readyMs: Math.round(performance.now() - begun),
    output: () => output,
    status: () => child.exitCode ?? child.signalCode ?? undefined,
    kill: async () => {
      await end(child, "SIGKILL");
    },
    stop: () => end(child, "SIGTERM"),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill(signal);
  const [status] = await ended;
  return status as number | null;
}

/** Runs another command next to the service and returns its status and what it printed. */
export async function runCommand(
  dataDir: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let error = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    error += text;
  });
  const [status] = await once(child, "close");
  return { status: status as number | null, out, error };
}

/** Starts a command and kills it after some time; returns whether it had ended before. */
export async function killCommand(
  dataDir: string,
  words: readonly string[],
  afterMs: number,
): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const [, signal] = await once(child, "exit");
  clearTimeout(timer);
  return signal === null;
}

/** The process of the embedded PostgreSQL, as its own file names it. */
export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const state = await readFile(join(dataDir, "postgres.json"), "utf8");
  const { outside = dataDir } = JSON.parse(state) as { outside?: string };
  const path = join(outside, "pg", "data", "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return pid > 1 ? pid : undefined;
}

/** How to read the store bypassing the service. */
export async function ownerSettings(dataDir: string): Promise<ConnectionSettings> {
  const embedded = await embeddedSettings(dataDir);
  if (embedded === undefined) throw new Error(`no PostgreSQL was started for ${dataDir}`);
  return embedded.admin;
}

/** Waits until the service reports that it is ready; returns how long that took, in
 * milliseconds. */
export async function untilReady(url: string, limitMs: number): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    const passed = performance.now() - begun;
    if (isReady) return Math.round(passed);
    if (passed > limitMs) throw new Error(`not ready after ${limitMs} ms`);
    await delay(20);
  }
}

/** A caller's bearer token of the sample firm. */
export async function sampleToken(dataDir: string, caller: string): Promise<string> {
  // The file is written just after the service has reported ready.
  for (let attempt = 0; attempt < 250; attempt += 1) {
    const text = await readFile(join(dataDir, "credentials.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return JSON.parse(text).callers[caller].token;
    await delay(20);
  }
  throw new Error("the service keeps no credentials");
}

/** Waits until a new service has loaded all of its sample firm, and its people have asked for what they do first. */
export async function untilSampleIsWhole({ url, dataDir }: ServiceProcess): Promise<void> {
  const authorization = `Bearer ${await sampleToken(dataDir, "adviser")}`;
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const path = "/restapi/firms/1002/statementruns";
    const response = await fetch(url + path, { headers: { authorization } });
    const runs = (await response.json()) as readonly { readonly reportType?: string }[];
    // The reports are asked for last.
    if (runs.some(({ reportType }) => reportType === "R")) return;
    await delay(100);
  }
  throw new Error("the sample firm has no reports");
}
