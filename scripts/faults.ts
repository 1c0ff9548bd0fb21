// `npm run faults`: kills the service and its PostgreSQL in the middle of mixed writes, in as many
// rounds as requested, and prints what each round did. Exits with 1 at the first change that is
// lost or half made.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { openFaultRun, type RoundReport } from "../test/faults/rounds.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, seed: { type: "string" } },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write("usage: npm run faults -- [--rounds N] [--seed S]\n");
  process.exit(2);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
print(`seed ${seed}, ${rounds} rounds of each kind`);

const victims = ["service", "postgres", "both"] as const;
const reports: RoundReport[] = [];
const run = await openFaultRun(seed);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => run.close().finally(() => process.exit(130)));
}
try {
  for (let round = 1; round <= rounds; round += 1) {
    for (const victim of victims) {
      const report = await run.round(victim);
      reports.push(report);
      print(`${round} ${lineOf(report)}`);
    }
  }
  for (const victim of victims) print(summaryOf(victim));
} catch (error) {
  print(`${error instanceof Error ? error.message : error}`);
  print(`failed; the same draws again: npm run faults -- --seed ${seed}`);
  process.exitCode = 1;
} finally {
  await run.close();
}

function lineOf({ victim, recoveryMs, acknowledged, refused, unknown, replayed }: RoundReport) {
  return (
    `${victim} killed, ready after ${recoveryMs} ms: ${acknowledged} acknowledged, ` +
    `${refused} refused, ${unknown} without an end (${replayed} of them stood)`
  );
}

function summaryOf(victim: string): string {
  const times = reports.filter((each) => each.victim === victim).map((each) => each.recoveryMs);
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `${victim}: ready again after ${median} ms (median), ${sorted.at(-1)} ms at most`;
}
