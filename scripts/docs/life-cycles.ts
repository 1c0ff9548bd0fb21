// The part of docs/life-cycles.md for every life cycle: the `life-cycle.ts` of the resources.
import { globSync } from "node:fs";
import { join } from "node:path";
import { isFinal, type LifeCycle } from "../../src/values/life-cycle.ts";

const root = join(import.meta.dirname, "..", "..");

/** Every life cycle of the service, by the name of its resource's folder. */
export async function readLifeCycles(): Promise<LifeCycle[]> {
  const paths = globSync("src/brokerage/**/life-cycle.ts", { cwd: root }).toSorted();
  const modules = await Promise.all(
    paths.map(async (path) => (await import(join(root, path))) as Record<string, unknown>),
  );
  // By name: the order of a module's exports is another under a bundler.
  const exported = modules.flatMap((module) =>
    Object.entries(module).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return exported.flatMap(([, value]) => [value].flat().filter(isLifeCycle));
}

function isLifeCycle(value: unknown): value is LifeCycle {
  return typeof value === "object" && value !== null && "transitions" in value;
}

/** A section for each life cycle. */
export async function lifeCycleSections(): Promise<string> {
  const cycles = await readLifeCycles();
  return cycles.map((cycle) => sectionOf(cycle).join("\n")).join("\n");
}

function sectionOf(cycle: LifeCycle): string[] {
  const final = cycle.states.filter((state) => isFinal(cycle, state));
  const states = cycle.states.join(", ");
  return [
    `## ${cycle.name[0]?.toUpperCase()}${cycle.name.slice(1)}`,
    "",
    `States: ${states}.${final.length > 0 ? ` Final: ${final.join(", ")}.` : ""}`,
    "",
    "| From | To | By | Through | Needs |",
    "|---|---|---|---|---|",
    ...cycle.transitions.map(
      ({ from, to, by, through, needs = "" }) =>
        `| ${from.join(", ")} | ${to.join(", ")} | ${by.join(", ")} | ` +
        `${through.map((each) => `\`${each}\``).join(", ")} | ${needs} |`,
    ),
    "",
  ];
}
