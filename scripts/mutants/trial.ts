// Runs tests of a copied tree: once to see which of them reach which mutants, then for each mutant
// those that reach it, until one fails.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import type { MutantTree, NumberedMutant } from "./copy.ts";

/** What became of a mutant. */
export type Outcome = "killed" | "survived" | "unreached";

/** The longest that the tests of one mutant may take: one that never ends is as good as noticed. */
const patienceMs = 300_000;

/** The most test files that are tried on one mutant, the nearest to it first. */
const maxFiles = 20;

// What these test is the machine's behaviour, not a rule's, and takes long.
const leftOut = ["test/faults.test.ts", "test/disk-faults.test.ts", "test/fuzz.test.ts"];

/** The test files that reach each mutant, by its number, and those that fail in a copy as it is. */
export interface Reach {
  readonly reach: ReadonlyMap<number, readonly string[]>;
  readonly failing: readonly string[];
}

/** Some tests hold the text of the sources or ask git, which a copy with mutants cannot satisfy. */
const maxFailing = 10;

async function failingFiles(folder: string, report: string): Promise<string[]> {
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as {
    testResults: { name: string; status: string }[];
  };
  const failed = testResults.filter(({ status }) => status === "failed");
  return failed.map(({ name }) => relative(folder, name)).toSorted();
}

/** Runs every test once and notes which mutants each file reaches. */
export async function recordReach(
  { folder }: MutantTree,
  environment: NodeJS.ProcessEnv,
): Promise<Reach> {
  const notes = await mkdtemp(join(tmpdir(), "bursar-reach-"));
  try {
    const report = join(notes, "report.json");
    // Nothing else runs yet, so that this run may use what two mutants use later.
    const words = ["--maxWorkers", "2", "--reporter", "json", "--outputFile", report];
    const excluded = leftOut.flatMap((glob) => ["--exclude", glob]);
    const env = { ...environment, MUTANT_REACH: notes };
    await once(runTests(folder, [...words, ...excluded], env), "close");
    const failing = await failingFiles(folder, report);
    if (failing.length > maxFailing) {
      throw new Error(`The tests fail without a mutant, mend them first: ${failing.join(", ")}`);
    }
    const reach = await readReach(folder, notes);
    for (const [id, tests] of reach) {
      const sound = tests.filter((path) => !failing.includes(path));
      reach.set(id, sound);
    }
    return { reach, failing };
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

/** Runs the tests that reach a mutant, with it awake. */
export async function tryMutant(
  { folder }: MutantTree,
  { id, path }: NumberedMutant,
  tests: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (tests.length === 0) return "unreached";
  const nearest = tests.toSorted((a, b) => distance(a, path) - distance(b, path));
  const words = [...nearest.slice(0, maxFiles), "--bail", "1", "--maxWorkers", "1"];
  const child = runTests(folder, words, { ...environment, MUTANT: String(id) });
  const timer = setTimeout(() => endGroup(child), patienceMs);
  const [status] = await once(child, "close");
  clearTimeout(timer);
  return status === 0 ? "survived" : "killed";
}

function runTests(folder: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  const fixed = ["run", "--config", "mutants.config.ts", "--silent=true"];
  return spawn(process.execPath, [vitest, ...fixed, ...words], {
    cwd: folder,
    env,
    stdio: "ignore",
    // A group of its own, so that a test that never ends goes with its workers.
    detached: true,
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}

/** How far a test is from a file: beside it, in its folder, elsewhere in the source, or general. */
function distance(test: string, path: string): number {
  if (test === path.replace(/\.ts$/, ".test.ts")) return 0;
  if (dirname(test) === dirname(path)) return basename(test).includes("queries") ? 1 : 2;
  return test.startsWith("src/") ? 3 : 4;
}
