// Holds the documentation to the code.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printedPages } from "../scripts/pages.ts";
import { root } from "./source-files.ts";

test("printed pages are those that the code prints now (npm run docs)", async () => {
  for (const [path, content] of await printedPages()) {
    expect(readFileSync(join(root, path), "utf8"), path).toBe(content);
  }
});

test("files that the map of the house and the guide name exist", () => {
  const named = ["ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return [...text.matchAll(/`((?:src|test|scripts|bench|docs|migrations|samples)\/[\w./-]*)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`);
  });
  expect(named).toEqual([]);
});
