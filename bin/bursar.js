#!/usr/bin/env node
// Starts the command line on a runtime that can run TypeScript directly, or says in one sentence what to do.
import module from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

const [major] = process.versions.node.split(".");
if (Number(major) < 26) {
  process.stderr.write(
    `bursar: Node ${process.versions.node} is too old; run it through npm (npm start, npx bursar), which brings its own Node 26, or install Node 26 or later.\n`,
  );
  process.exit(1);
}
// What was compiled once is read the next time: half of a start's work. Where the folder cannot be
// written, nothing is kept.
module.enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "bursar"));
// A service collects garbage sooner than Node would, which saves a quarter of its memory and costs no speed
// (docs/adr/0011). A smaller young generation can only be asked for on the command line: `npm start` does.
if (process.argv[2] === "serve") setFlagsFromString("--heap-growing-percent=30");
await import("../src/cli/main.ts");
