// A copy of the tree in which the chosen files contain their mutants; the checkout itself is never
// changed, even if a run is killed.
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { syntaxFile } from "../../test/tidy/syntax.ts";
import { instrumented } from "./instrument.ts";
import { type Mutant, mutantsOf } from "./operators.ts";

/** A mutant with its number and its file. */
export interface NumberedMutant extends Mutant {
  readonly id: number;
  readonly path: string;
  /** The source line, trimmed. */
  readonly text: string;
}

/** A copy ready for testing. */
export interface MutantTree {
  readonly folder: string;
  readonly mutants: readonly NumberedMutant[];
  remove(): Promise<void>;
}

const chosen = [
  "src/**/rules.ts",
  "src/**/*-rules.ts",
  "src/**/queries.ts",
  "src/**/*-queries.ts",
  "src/**/access.ts",
  "src/platform/http/pipeline/admission.ts",
  "src/platform/change/{write,audit,retries}.ts",
];

/** The files whose mutants are tried: those that decide what is allowed and what is stored. */
export function filesToMutate(root: string): string[] {
  return globSync(chosen, { cwd: root }).toSorted();
}

/** Copies the tracked files of the tree, with mutants in some of them. */
export async function copyTree(root: string, paths: readonly string[]): Promise<MutantTree> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-mutants-"));
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const path of tracked.split("\0").filter((each) => each !== "")) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), { verbatimSymlinks: true });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const mutants: NumberedMutant[] = [];
  for (const path of paths) {
    const text = await readFile(join(root, path), "utf8");
    const lines = text.split("\n");
    const found = mutantsOf(syntaxFile({ path, text, lines }));
    await writeFile(join(folder, path), instrumented(text, found, mutants.length + 1));
    for (const mutant of found) {
      const line = (lines[mutant.line - 1] ?? "").trim();
      mutants.push({ ...mutant, id: mutants.length + 1, path, text: line });
    }
  }
  await writeFile(join(folder, "mutants.config.ts"), configuration);
  return { folder, mutants, remove: () => rm(folder, { recursive: true, force: true }) };
}

// The tests as they are, in the order given, with the switch for mutants in each worker. A mutant
// that makes a test wait for ever is noticed sooner than in a usual run.
const configuration = `
import base from "./vitest.config.ts";
const projects = base.test.projects.filter(({ test }) => test.name !== "tidy");
for (const { test } of projects) {
  test.setupFiles = ["scripts/mutants/setup.ts"];
  test.testTimeout = 40_000;
}
class AsGiven {
  shard = (files) => files;
  sort = (files) => files;
}
export default { ...base, test: { ...base.test, projects, sequence: { sequencer: AsGiven } } };
`;
