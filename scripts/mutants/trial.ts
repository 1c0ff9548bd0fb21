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
const mostFiles = 20;

// What these test is the machine's behaviour, not a rule's, and takes long.
const leftOut = [
  "bench/**",
  "test/faults.test.ts",
  "test/disk-faults.test.ts",
  "test/fuzz.test.ts",
];

/** The test files that reach each mutant, by its number. */
export async function recordReach(
  { folder }: MutantTree,
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const notes = await mkdtemp(join(tmpdir(), "bursar-reach-"));
  try {
    const words = leftOut.flatMap((glob) => ["--exclude", glob]);
    const child = runTests(folder, words, { ...environment, MUTANT_REACH: notes });
    const [status] = await once(child, "close");
    if (status !== 0)
      throw new Error(`The tests fail without a mutant (${status}): mend them first.`);
    return await readReach(folder, notes);
  } finally {
    await rm(notes, { recursive: true, force: true });
  }
}

async function readReach(folder: string, notes: string): Promise<Map<number, string[]>> {
  const reach = new Map<number, string[]>();
  for (const name of await readdir(notes)) {
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
  const words = [...nearest.slice(0, mostFiles), "--bail", "1"];
  const child = runTests(folder, words, { ...environment, MUTANT: String(id) });
  const timer = setTimeout(() => endGroup(child), patienceMs);
  const [status] = await once(child, "close");
  clearTimeout(timer);
  return status === 0 ? "survived" : "killed";
}

function runTests(folder: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  const fixed = ["run", "--config", "mutants.config.ts", "--maxWorkers", "1", "--silent"];
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
