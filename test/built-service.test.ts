// The content of the service's package; test/installed-service.test.ts builds, installs and runs it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copiedFiles, withBuiltPaths } from "../scripts/build-service.ts";
import { root, sourceFiles } from "./source-files.ts";

test("the package has what the service reads, and neither tests nor sources", () => {
  const copied = copiedFiles();
  const needed = [
    "bin",
    "migrations",
    "samples",
    "LICENSE",
    "README.md",
    "src/reference/codes/account-type.csv",
    "src/reference/exchange-days/special-closings.csv",
    "src/cli/sample-firm/documented-closes.csv",
    "src/brokerage/clients-and-accounts/accounts/get-account.answer.json",
    "docs/operations.md",
  ];
  expect(copied).toEqual(expect.arrayContaining(needed));
  expect(
    copied.filter((path) => /\.tsx?$|^(test|scripts|bench|console|packages)/.test(path)),
  ).toEqual([]);
});

test("each address of a program leads to what the compiler made of it", () => {
  const programs = sourceFiles("src").filter(({ path }) => !path.endsWith(".test.ts"));
  const threads = programs.filter(({ text }) => text.includes('.ts", import.meta.url)'));
  expect(threads.map(({ path }) => path)).toContain("src/cli/compute-threads.ts");
  for (const { path, text } of threads) {
    expect(withBuiltPaths(text), path).not.toContain('.ts", import.meta.url)');
  }
  const named = programs
    .filter(({ text }) => /\b(new URL|join|resolve)\([^;]*\.ts"/.test(withBuiltPaths(text)))
    .map(({ path }) => path);
  // It makes bundles, which the package has already.
  expect(named).toEqual(["src/web-pages/bundle.ts"]);
  const bin = withBuiltPaths(readFileSync(join(root, "bin", "bursar.js"), "utf8"));
  expect(bin).toContain('import("../src/cli/main.js")');
});
