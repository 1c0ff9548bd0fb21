// Runs in each worker of a mutant run: activates the mutant that the run names, and notes which
// mutants the tests of a file reach.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { switchName } from "./instrument.ts";

const { MUTANT: awake = "", MUTANT_REACH: folder } = process.env;
const reached = new Set<number>();

Object.assign(globalThis, {
  [switchName]: (id: number) => {
    if (folder !== undefined) reached.add(id);
    return String(id) === awake;
  },
});

afterAll(() => {
  if (folder === undefined) return;
  const line = `${expect.getState().testPath}\t${[...reached].join(" ")}\n`;
  appendFileSync(join(folder, `${process.pid}.txt`), line);
});
