// A process that tries one mutant after another: Vitest, its transformed files and the template of
// the sample firm are there once for all of them. It receives a mutant and its tests, and returns
// what became of it.
import { join } from "node:path";
import { createVitest } from "vitest/node";
import type { Outcome, Trial } from "./trial.ts";

const vitest = await createVitest("test", {
  config: "mutants.config.ts",
  watch: false,
  bail: 1,
  maxWorkers: 1,
  silent: true,
  reporters: [{}],
});
await vitest.globTestSpecifications();
process.send?.("ready");

process.on("message", (trial: Trial | "end") => {
  if (trial === "end") void vitest.close().then(() => process.disconnect?.());
  else void outcomeOf(trial).then((outcome) => process.send?.(outcome));
});

/** Runs the files in their order until a test fails. */
async function outcomeOf({ id, tests }: Trial): Promise<Outcome> {
  // Workers are started with the environment of this process.
  process.env.MUTANT = String(id);
  const files = tests.flatMap((path) => vitest.getModuleSpecifications(join(process.cwd(), path)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files);
  const passed = testModules.every((module) => module.state() === "passed");
  return passed && unhandledErrors.length === 0 ? "survived" : "killed";
}
