// Holds the documentation to the code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printedPages } from "../scripts/pages.ts";
import { root } from "./source-files.ts";

test("printed pages are those that the code prints now (npm run docs)", async () => {
  for (const [path, content] of await printedPages()) {
    expect(readFileSync(join(root, path), "utf8"), path).toBe(content);
  }
});
