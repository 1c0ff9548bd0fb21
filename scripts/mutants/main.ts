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
import { type Outcome, type Reach, recordReach, Trials } from "./trial.ts";

/** Two at a time, so that one computes while the other waits for PostgreSQL. */
const atOnce = 2;

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
    const { reach, failing } = await recordReach(tree, environment);
    if (failing.length > 0) print(`left out, since they fail in a copy: ${failing.join(", ")}`);
    const outcomes = new Map<NumberedMutant, Outcome>();
    const waiting = [...tree.mutants];
    const work = async () => {
      const trials = new Trials(tree, environment);
      await provePassing(trials, tree, reach);
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const tests = reach.get(mutant.id) ?? [];
        const outcome = await trials.outcomeOf(mutant, tests);
        outcomes.set(mutant, outcome);
        if (outcome !== "killed") print(`${outcome}: ${nameOf(mutant)}`);
        if (outcomes.size % 50 === 0) print(`${outcomes.size} of ${tree.mutants.length} tried`);
      }
      await trials.close();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return report(outcomes);
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
async function provePassing(
  trials: Trials,
  tree: MutantTree,
  reach: Reach["reach"],
): Promise<void> {
  const [mutant] = tree.mutants
    .filter(({ id }) => (reach.get(id) ?? []).length > 0)
    .toSorted((a, b) => (reach.get(a.id) ?? []).length - (reach.get(b.id) ?? []).length);
  if (mutant === undefined) throw new Error("No test reaches any of the mutants.");
  const asleep = { ...mutant, id: 0 };
  const outcome = await trials.outcomeOf(asleep, reach.get(mutant.id) ?? []);
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

function report(outcomes: ReadonlyMap<NumberedMutant, Outcome>): number {
  const left = [...outcomes].filter(([, outcome]) => outcome !== "killed");
  const unexplained = left.filter(([mutant]) => !isAccepted(mutant));
  const killed = outcomes.size - left.length;
  const share = ((100 * killed) / outcomes.size).toFixed(1);
  print(`${killed} of ${outcomes.size} killed (${share} %), ${left.length} left,`);
  print(`${unexplained.length} of them not explained in scripts/mutants/accepted.ts`);
  return unexplained.length === 0 ? 0 : 1;
}

function isAccepted({ path, text, operator }: NumberedMutant): boolean {
  return accepted.some(
    (each) => each.path === path && each.line === text && each.operator === operator,
  );
}

function nameOf({ path, line, operator, text }: NumberedMutant): string {
  return `${path}:${line}: ${operator}\n    ${text}`;
}

function print(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}
