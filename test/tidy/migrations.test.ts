// What holds for the migrations as files.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";

test("migrations are numbered one after another", () => {
  const names = readdirSync(join(root, "migrations")).toSorted();
  const numbered = names.map(
    (name, index) => String(index + 1).padStart(4, "0") + name.slice("0000".length),
  );
  expect(names).toEqual(numbered);
});
