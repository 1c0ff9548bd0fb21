// `npm run mutants [-- --changed | FILE…]`: changes rules, statements, access, admission and the
// audited write one place at a time, and reports the changes that no test notices.
import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../src/platform/store/embedded/embedded-postgres.ts";
import { root } from "../../test/source-files.ts";
import { accepted } from "./accepted.ts";
import { copyTree, filesToMutate, type MutantTree, type NumberedMutant } from "./copy.ts";
import { isEachNoticed, summaryOf } from "./summary.ts";
import { type Outcome, type Reach, recordReach, Trials, testsOf } from "./trial.ts";

/** Several at a time, since some wait: for PostgreSQL, or for a time limit that a mutant misses. */
const atOnce = 3;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const paths = chosenFiles(words);
  if (paths.length === 0) return print("Nothing to change: no file of the kind has changed.");
  const tree = await copyTree(root, paths);
  const store = await openStore();
  const environment = { ...process.env, TEST_DATABASE_URL: store.url };
  try {
    print(
      `${tree.mutants.length} mutants of ${paths.length} files; finding the tests that reach them`,
    );
    const reach = await recordReach(tree, environment);
    const { failing } = reach;
    if (failing.length > 0) print(`left out, since they fail in a copy: ${failing.join(", ")}`);
    const outcomes: Outcome[] = [];
    const waiting = tree.mutants.filter((mutant) => !isAccepted(mutant));
    const explained = tree.mutants.length - waiting.length;
    // A run that is stopped reports what it has and takes its copy and its PostgreSQL away.
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => waiting.splice(0));
    const work = async () => {
      const trials = new Trials(tree, environment);
      await provePassing(trials, tree, reach);
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const outcome = await trials.outcomeOf(mutant.id, testsOf(mutant, reach));
        outcomes.push(outcome);
        if (outcome !== "killed") print(`${outcome}: ${nameOf(mutant)}`);
        if (outcomes.length % 50 === 0) print(`${outcomes.length} of ${tree.mutants.length} tried`);
      }
      await trials.close();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const trials = { all: tree.mutants.length, explained, outcomes: [...outcomes] };
    for (const line of summaryOf(trials)) print(line);
    return isEachNoticed(trials) ? 0 : 1;
  } finally {
    await store.close();
    await tree.remove();
  }
}

function chosenFiles(words: readonly string[]): string[] {
  const all = filesToMutate(root);
  if (words.length === 0) return all;
  if (words[0] !== "--changed") return all.filter((path) => words.includes(path));
  const base = execFileSync("git", ["merge-base", "main", "HEAD"], { cwd: root, encoding: "utf8" });
  const since = ["diff", "--name-only", base.trim()];
  const changed = execFileSync("git", since, { cwd: root, encoding: "utf8" }).split("\n");
  return all.filter((path) => changed.includes(path));
}

/** Checks that the tests pass while no mutant is active; otherwise every mutant would seem to be
 * noticed. */
async function provePassing(trials: Trials, tree: MutantTree, reach: Reach): Promise<void> {
  const reached = tree.mutants.map((mutant) => testsOf(mutant, reach));
  const [fewest] = reached
    .filter((tests) => tests.length > 0)
    .toSorted((a, b) => a.length - b.length);
  if (fewest === undefined) throw new Error("No test reaches any of the mutants.");
  const noMutant = 0;
  const outcome = await trials.outcomeOf(noMutant, fewest);
  if (outcome !== "survived") throw new Error("The tests fail while no mutant is awake.");
}

/** One PostgreSQL for all runs: each creates and drops its own databases in it. */
async function openStore(): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "bursar-mutants-store-"));
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const settings = { fsync: "off", synchronous_commit: "off", max_connections: "200" };
  const log = { info: () => {}, warn: () => {} };
  const { admin, stop } = await startEmbedded({ dataDir, log, settings });
  const url = new URL(`postgresql://${admin.user}@localhost/${admin.database}`);
  url.password = String(admin.password);
  url.searchParams.set("host", String(admin.host));
  return {
    url: url.href,
    close: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function isAccepted({ path, text, operator }: NumberedMutant): boolean {
  return accepted.some(
    (each) => each.path === path && text.startsWith(each.line) && each.operator === operator,
  );
}

function nameOf({ path, line, operator, text }: NumberedMutant): string {
  return `${path}:${line}: ${operator}\n    ${text}`;
}

function print(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}
