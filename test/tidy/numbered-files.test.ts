// Rules for numbered files: migrations, and decisions.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";

test.each(["migrations", "docs/adr"])(
  "the files of %s are numbered one after another",
  (folder) => {
    const names = readdirSync(join(root, folder)).toSorted();
    const numbered = names.map(
      (name, index) => String(index + 1).padStart(4, "0") + name.slice("0000".length),
    );
    expect(names).toEqual(numbered);
  },
);

test("a decision's heading has the number of its file", () => {
  const names = readdirSync(join(root, "docs/adr")).toSorted();
  const headings = names.map((name) => readFileSync(join(root, "docs/adr", name), "utf8"));
  const numbers = headings.map((text) => Number(/^# (\d+)\. /.exec(text)?.[1]));
  expect(numbers).toEqual(names.map((_, index) => index + 1));
});
