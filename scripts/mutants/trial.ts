// Runs tests of a copied tree: once to see which of them reach which mutants, then for each mutant
// those that reach it, until one fails.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { MutantTree, NumberedMutant } from "./copy.ts";

/** The outcome of a mutant. */
export type Outcome = "killed" | "survived" | "unreached";

/** How long the tests of one mutant may take: one that never ends counts as noticed. */
const patienceMs = 300_000;

/** The number of test files tried on one mutant: the nearest, and of these the quickest first. */
const mostFiles = 8;

// These test the behaviour of the machine, not a rule, and take long.
const leftOut = ["test/faults.test.ts", "test/disk-faults.test.ts", "test/fuzz.test.ts"];

/** The test files that reach each mutant, by its number; how long each file takes, in milliseconds;
 * and those that fail in a copy as it is. */
export interface Reach {
  readonly reach: ReadonlyMap<number, readonly string[]>;
  readonly durations: ReadonlyMap<string, number>;
  readonly failing: readonly string[];
}

/** Some tests read the text of the sources or call git, which fails in a copy with mutants. */
const mostFailing = 10;

interface FileResult {
  readonly path: string;
  readonly status: string;
  readonly duration: number;
}

async function readReport(folder: string, report: string): Promise<FileResult[]> {
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  };
  return testResults.map(({ name, status, startTime, endTime }) => ({
    path: relative(folder, name),
    status,
    duration: endTime - startTime,
  }));
}

/** Runs every test once and notes which mutants each file reaches. */
export async function recordReach(
  { folder }: MutantTree,
  environment: NodeJS.ProcessEnv,
): Promise<Reach> {
  const notes = await mkdtemp(join(tmpdir(), "bursar-reach-"));
  try {
    const report = join(notes, "report.json");
    // Nothing else runs yet, so this run may use what two mutants use later. Each file imports its
    // modules again, so that what they reach on import is noted for each.
    const words = ["--isolate", "--maxWorkers", "2", "--reporter", "json", "--outputFile", report];
    const excluded = leftOut.flatMap((glob) => ["--exclude", glob]);
    const env = { ...environment, MUTANT_REACH: notes };
    await once(runTests(folder, [...words, ...excluded], env), "close");
    const results = await readReport(folder, report);
    const failed = results.filter(({ status }) => status === "failed");
    const failing = failed.map(({ path }) => path).toSorted();
    if (failing.length > mostFailing) {
      throw new Error(`The tests fail without a mutant, repair them first: ${failing.join(", ")}`);
    }
    const reach = await readReach(folder, notes);
    for (const [id, tests] of reach) {
      const sound = tests.filter((path) => !failing.includes(path));
      reach.set(id, sound);
    }
    const durations = new Map(results.map(({ path, duration }) => [path, duration]));
    return { reach, durations, failing };
  } finally {
    await rm(notes, { recursive: true, force: true });
  }
}

async function readReach(folder: string, notes: string): Promise<Map<number, string[]>> {
  const reach = new Map<number, string[]>();
  const names = await readdir(notes);
  for (const name of names.filter((each) => each.endsWith(".txt"))) {
    const text = await readFile(join(notes, name), "utf8");
    for (const line of text.split("\n").filter((each) => each !== "")) {
      const [path = "", ids = ""] = line.split("\t");
      for (const id of ids.split(" ").filter((each) => each !== "")) {
        const tests = reach.get(Number(id)) ?? [];
        reach.set(Number(id), [...tests, relative(folder, path)]);
      }
    }
  }
  return reach;
}

/** The message to a trial process: a mutant, and the tests to run in this order. */
export interface Trial {
  readonly id: number;
  readonly tests: readonly string[];
}

/** Tries mutants one at a time in a process that is kept for the next one. */
export class Trials {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  constructor({ folder }: MutantTree, environment: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Runs the tests that reach a mutant, in this order, until one fails. */
  async outcomeOf(id: number, tests: readonly string[]): Promise<Outcome> {
    if (tests.length === 0) return "unreached";
    const child = await this.#ready();
    const trial: Trial = { id, tests };
    child.send(trial);
    const timer = setTimeout(() => endGroup(child), patienceMs);
    const reply = await nextReply(child);
    clearTimeout(timer);
    if (reply === "survived" || reply === "killed") return reply;
    this.#child = undefined;
    return "killed";
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.send("end");
    await once(child, "exit");
  }

  async #ready(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    const child = fork(join(this.#folder, "scripts/mutants/trial-process.ts"), {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // A process group of its own, so that a test that never ends is killed with its workers.
      detached: true,
    });
    await nextReply(child);
    this.#child = child;
    return child;
  }
}

/** The process's next message; undefined if it was killed, or crashed with its mutant. */
async function nextReply(child: ChildProcess): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const fell = () => resolve(undefined);
  child.once("message", resolve).once("exit", fell);
  const reply = await promise;
  child.off("message", resolve).off("exit", fell);
  return reply;
}

function runTests(folder: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  const fixed = ["run", "--config", "mutants.config.ts", "--silent=true"];
  return spawn(process.execPath, [vitest, ...fixed, ...words], {
    cwd: folder,
    env,
    stdio: "ignore",
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}

/** The tests to try on a mutant, those first that are likely to notice it soonest. */
export function testsOf({ id, path }: NumberedMutant, { reach, durations }: Reach): string[] {
  const cost = (test: string) => distance(test, path) * 60_000 + (durations.get(test) ?? 0);
  const tests = reach.get(id) ?? [];
  return tests.toSorted((a, b) => cost(a) - cost(b)).slice(0, mostFiles);
}

/** How far a test is from a file: next to it or in its folder, or anywhere else. */
function distance(test: string, path: string): number {
  return dirname(test) === dirname(path) ? 0 : 1;
}
