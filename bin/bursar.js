#!/usr/bin/env node
// Starts the command line on a runtime that can run TypeScript directly, or says in one sentence what to do.
import module from "node:module";
import { join } from "node:path";

const [major] = process.versions.node.split(".");
if (Number(major) < 26) {
  process.stderr.write(
    `bursar: Node ${process.versions.node} is too old; run it through npm (npm start, npx bursar), which brings its own Node 26, or install Node 26 or later.\n`,
  );
  process.exit(1);
}
// A service that runs for months is to keep no more memory than it uses: what a request leaves behind is small,
// and what is freed goes back to the system (docs/adr/0011). A start, whose modules all stay, collects nothing before
// it has filled as much memory as it needs. All this can only be set before a process starts, so the process replaces
// itself, unless somebody has set one of them or a parent process is connected to it.
const frugal = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};
const flags = [
  "--min-semi-space-size=4",
  "--max-semi-space-size=8",
  "--heap-growing-percent=100",
  "--initial-old-space-size=96",
];
const given = [process.env.NODE_OPTIONS, ...process.execArgv].join(" ");
const isSet =
  /semi-space-size|heap-growing-percent/.test(given) || "MALLOC_ARENA_MAX" in process.env;
if (process.argv[2] === "serve" && !isSet && process.send === undefined) {
  const [node, ...words] = process.argv;
  process.execve?.(node, [node, ...process.execArgv, ...flags, ...words], {
    ...frugal,
    ...process.env,
  });
}
// Compiled code is stored and read the next time: half of a start's work. Where the folder cannot be
// written, nothing is kept.
module.enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "bursar"));
await import("../src/cli/main.ts");
