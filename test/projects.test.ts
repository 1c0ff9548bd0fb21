// Checks that the tests of values, engines and rules need no store: none imports what opens one.

import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { pure } from "../vitest.config.ts";
import { sourceFiles } from "./source-files.ts";
import { importsOf, syntaxFile } from "./tidy/syntax.ts";

const files = new Map(
  sourceFiles("packages", "src", "test", "scripts").map((file) => [file.path, syntaxFile(file)]),
);

/** The files that open or query a store. */
const store = /^(src\/platform\/store\/|test\/(harness|database|sample-template)\.ts$)/;

/** The chain of imports by which a file reaches the store, or undefined. */
function wayToStore(path: string, seen = new Set<string>()): string | undefined {
  if (store.test(path)) return path;
  const file = files.get(path);
  if (file === undefined || seen.has(path)) return undefined;
  seen.add(path);
  for (const { target, isOfTypes } of importsOf(file)) {
    if (target === undefined || isOfTypes) continue;
    const way = wayToStore(target, seen);
    if (way !== undefined) return `${path} -> ${way}`;
  }
  return undefined;
}

test("no test of the project pure reaches the store", () => {
  const tests = [...files.keys()].filter((path) => pure.some((glob) => matchesGlob(path, glob)));
  expect(tests.length).toBeGreaterThan(20);
  expect(tests.flatMap((path) => wayToStore(path) ?? [])).toEqual([]);
});

test("finds the imports by which a test reaches the store", () => {
  expect(wayToStore("test/wire.test.ts")).toContain(" -> src/platform/store/");
});
