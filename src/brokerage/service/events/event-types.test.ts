// The table of events has every type that a change emits, and no other: one that is not in it would reach nobody,
// unnoticed.
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventTypes, whoSees } from "./event-types.ts";

const resources = join(import.meta.dirname, "..", "..");

async function declaredTypes(): Promise<string[]> {
  const paths = globSync("*/**/events.ts", { cwd: resources });
  const modules = await Promise.all(paths.map((path) => import(join(resources, path))));
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .flatMap((value) =>
      (typeof value === "object" || typeof value === "function") &&
      value !== null &&
      "type" in value
        ? [String(value.type)]
        : [],
    );
}

test("of every type that is declared it is decided who sees it, and of no other", async () => {
  const declared = await declaredTypes();
  expect(declared.length).toBeGreaterThan(50);
  expect(declared.toSorted()).toEqual([...eventTypes].toSorted());
  expect(whoSees.get("surplus.made")).toBeUndefined();
});
