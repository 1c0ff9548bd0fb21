// Every life cycle is whole: its states are reached, and operations that exist make its steps.
import { expect, test } from "vitest";
import { readLifeCycles } from "../scripts/docs/life-cycles.ts";
import { openWithoutStore } from "../src/cli/contract.ts";
import { none } from "../src/values/life-cycle.ts";
import { declaredEntries } from "./audit-checks.ts";

const cycles = await readLifeCycles();

test("life cycles exist, each under a name of its own", () => {
  expect(cycles.length).toBeGreaterThan(0);
  const names = cycles.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test.each(cycles.map((cycle) => [cycle.name, cycle] as const))(
  "%s names only its own states, and reaches each",
  (_, { states, transitions }) => {
    const named = new Set(transitions.flatMap(({ from, to }) => [...from, ...to]));
    expect([...named].filter((state) => state !== none && !states.includes(state))).toEqual([]);
    const reached = new Set<string>([none]);
    for (let before = -1; before < reached.size; ) {
      before = reached.size;
      for (const { from, to } of transitions) {
        if (from.some((state) => reached.has(state))) for (const state of to) reached.add(state);
      }
    }
    expect(states.filter((state) => !reached.has(state))).toEqual([]);
  },
);

test("operations that exist make each step", async () => {
  const app = await openWithoutStore();
  const operations = new Set([
    ...app.described.routes.map(({ operationId }) => operationId),
    ...(await declaredEntries()).keys(),
  ]);
  const named = cycles.flatMap(({ transitions }) => transitions.flatMap(({ through }) => through));
  expect(named.filter((each) => !operations.has(each))).toEqual([]);
});
