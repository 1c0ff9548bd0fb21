// The real process, as a user starts it: the service, and commands next to it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteReason } from "./seen-codes.ts";
import { root } from "./source-files.ts";

/** Environment variables for a process, besides those of every process. */
export type Environment = Readonly<Record<string, string>>;

/** The output of a process, and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A service that runs in a process of its own. */
export interface ServiceProcess {
  readonly address: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** The content of credentials.json. */
export interface Credentials {
  readonly baseUrl: string;
  readonly callers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples: Readonly<Record<string, string>>;
}

/** A folder for data; PostgreSQL's account must pass through it when root runs the tests. */
export async function makeDataFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), "bursar-process-"));
  await chmod(parent, 0o711);
  const remove = () => rm(parent, { recursive: true, force: true });
  return { dataDir: join(parent, "data"), remove };
}

/** Starts `bursar serve` on a free port and returns once it has printed its address, and what `until`
 * waits for: by default the whole sample firm, where the service says that it loads its history. */
export async function startService(
  dataDir: string,
  environment: Environment = {},
  until: (stdout: string) => boolean = isWhole,
): Promise<ServiceProcess> {
  const run = launch(["serve"], { DATA_DIR: dataDir, PORT: "0", ...environment });
  const address = await new Promise<string>((resolve, reject) => {
    run.child.stdout?.on("data", () => {
      const found = /^Bursar is ready at (\S+)\n/m.exec(run.stdout())?.[1];
      if (found !== undefined && until(run.stdout())) resolve(found);
    });
    run.ended.then(({ status, stderr }) => {
      reject(new Error(`the service ended with ${status}: ${stderr}`));
    });
  });
  return { ...run, address, pid: run.child.pid ?? 0 };
}

function isWhole(stdout: string): boolean {
  return !stdout.includes("history is being loaded") || stdout.includes("history is loaded");
}

/** Notes the reasons of refusal that a command printed. */
export function noteReasons(stderr: string): void {
  for (const [, reason = ""] of stderr.matchAll(/^(?:bursar|[^:]+): (.*)$/gm)) noteReason(reason);
}

/** Runs a command to its end. */
export function runBursar(words: readonly string[], environment: Environment): Promise<Ended> {
  return launch(words, environment).ended;
}

/** Runs a command until it has printed something, and interrupts it then. */
export function runUntilOutput(words: readonly string[], environment: Environment): Promise<Ended> {
  const run = launch(words, environment);
  run.child.stdout?.once("data", () => run.signal("SIGINT"));
  return run.ended;
}

/** The credentials that a service stores in its folder. */
export async function readCredentials(dataDir: string): Promise<Credentials> {
  return JSON.parse(await readFile(join(dataDir, "credentials.json"), "utf8"));
}

/** The process id of the PostgreSQL that runs in the folder. */
export async function postgresOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, "pg", "data", "postmaster.pid"), "latin1");
  return Number(text.split("\n")[0]);
}

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const always = {
  // Many short commands are run; with a compile cache each starts in half the time.
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"),
  // The use of a feature that a library is going to remove ends the command.
  NODE_OPTIONS: "--throw-deprecation",
};

interface Launched extends Omit<ServiceProcess, "address" | "pid"> {
  readonly child: ChildProcess;
}

function launch(words: readonly string[], environment: Environment): Launched {
  const { PATH = "", HOME = "", USER = "" } = process.env;
  // No other variable of the machine is passed on, so that none changes the test.
  const child = spawn(process.execPath, [join(root, "bin", "bursar.js"), ...words], {
    cwd: root,
    env: { PATH, HOME, USER, ...always, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const ended = once(child, "close").then(([status]) => {
    noteReasons(said.stderr);
    return { status, ...said };
  });
  return {
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    signal: (name) => child.kill(name),
    ended,
  };
}
