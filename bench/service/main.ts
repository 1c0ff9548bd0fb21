// `npm run bench -- service`: every kind of request to the real service, compared with what this
// machine can do at all. bench/README.md says how.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { type Bench, openBench, rateLimit } from "./bench.ts";
import { readOptions } from "./options.ts";
import { type Pair, type Row, rowOf } from "./pair.ts";
import { profileLines } from "./profile.ts";
import type { Subject } from "./subject.ts";
import { activitySubjects } from "./subjects/activity.ts";
import { conditionalSubjects } from "./subjects/conditional.ts";
import { contention } from "./subjects/contention.ts";
import { duringCompute } from "./subjects/during-compute.ts";
import { duringFlood } from "./subjects/during-flood.ts";
import { fillingSubjects } from "./subjects/filling.ts";
import { longLoad } from "./subjects/long-load.ts";
import { readSubjects } from "./subjects/reads.ts";
import { refusalSubjects } from "./subjects/refusals.ts";
import { sizes } from "./subjects/sizes.ts";
import { writeSubjects } from "./subjects/writes.ts";
import { machineOf, markdownOf, tableOf } from "./table.ts";

const subjects: readonly Subject[] = [
  ...fillingSubjects,
  ...readSubjects,
  ...conditionalSubjects,
  ...refusalSubjects,
  ...writeSubjects,
  contention,
  ...activitySubjects,
  duringFlood,
  duringCompute,
  longLoad,
  sizes,
];

/** Measures the requested subjects; returns 0 if every response was the expected one. */
export async function runBench(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === "string") return refuse(options);
  const isChosen = ({ name, isLong = false }: Subject) =>
    name.includes(options.only) && (options.full || !isLong);
  const chosen = subjects.filter(isChosen);
  if (chosen.length === 0) {
    return refuse(`subjects are:\n${subjects.map(({ name }) => name).join("\n")}`);
  }
  print(`RATE_LIMIT is ${rateLimit.RATE_LIMIT}; every other setting is the usual one.`);
  const bench = await openBench(options);
  const end = () => void bench.close().finally(() => process.exit(130));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const rows: Row[] = [];
    for (const subject of chosen) rows.push(...(await rowsOf(bench, subject)));
    process.stdout.write(tableOf(rows));
    const machine = await machineOf(bench);
    process.stdout.write(`${JSON.stringify(machine)}\n`);
    if (options.json !== undefined) {
      writeFileSync(options.json, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`);
    }
    if (options.markdown !== undefined) writeFileSync(options.markdown, markdownOf(rows));
    return rows.some(({ errors }) => errors > 0) ? 1 : 0;
  } finally {
    await bench.close();
    if (options.profile !== undefined) profileLines(options.profile).forEach(print);
  }
}

async function rowsOf(bench: Bench, subject: Subject): Promise<readonly Row[]> {
  print(subject.name);
  const rows = await measured(bench, subject).catch((error: unknown): readonly Row[] => {
    // A subject that cannot be measured must not cost the figures of the others.
    const note = error instanceof Error ? error.message : String(error);
    return [{ subject: subject.name, against: "", errors: 1, note }];
  });
  for (const { note, errors } of rows) if (errors > 0) print(`  ${note}`);
  return rows;
}

async function measured(bench: Bench, subject: Subject): Promise<readonly Row[]> {
  const prepared = subject.prepare ? [await preparedRow(bench, await subject.prepare(bench))] : [];
  return [...prepared, ...((await subject.measure?.(bench)) ?? [])];
}

async function preparedRow(bench: Bench, pair: Pair): Promise<Row> {
  try {
    return await rowOf(bench, pair);
  } finally {
    await pair.end?.();
  }
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 2;
}
