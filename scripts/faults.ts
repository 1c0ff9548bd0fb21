// `npm run faults`: kills the service and its PostgreSQL in the middle of mixed writes, kills commands,
// and lets other things go wrong, in as many rounds as requested; prints what each round did. If they are
// asked for by name, Patroni promotes a standby, nodes of a Citus cluster die and move, and the edge is
// flooded. Exits with 1 at the first change that is lost or half made.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { clusterRounds } from "../test/faults/cluster-rounds.ts";
import { beginClusterRun } from "../test/faults/cluster-run.ts";
import { lackOfProxy } from "../test/faults/edge-proxy.ts";
import { floodEdge, textOf } from "../test/faults/edge-round.ts";
import { otherRounds } from "../test/faults/event-rounds.ts";
import { type FailOverRun, openFailOverRun } from "../test/faults/fail-over-run.ts";
import { lackOfPatroni, openPatroniPair } from "../test/faults/patroni-pair.ts";
import { openFaultRun, type RoundReport } from "../test/faults/rounds.ts";
import { lackOfCitus } from "./postgres-15.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    seed: { type: "string" },
    kinds: { type: "string" },
    /** In seconds; more than usual on a machine that others use. */
    "ready-within": { type: "string", default: "10" },
  },
});
const kills = ["service", "postgres", "both"] as const;
const usual: readonly string[] = [...kills, ...Object.keys(otherRounds)];
const known: readonly string[] = [...usual, "promotion", ...Object.keys(clusterRounds), "edge"];
const kinds = values.kinds?.split(",") ?? usual;
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const limitMs = Number(values["ready-within"]) * 1_000;
const isWrong = !(limitMs > 0) || kinds.some((kind) => !known.includes(kind));
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed) || isWrong) {
  process.stderr.write(
    "usage: npm run faults -- [--rounds N] [--seed S] [--kinds A,B] [--ready-within S]\n",
  );
  process.stderr.write(`kinds: ${known.join(", ")}\n`);
  process.exit(2);
}

/** How soon changes must go on after the end of a primary, in milliseconds. */
const promotionLimitMs = 40_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
print(`seed ${seed}, ${rounds} rounds of each kind`);

const victims = kills.filter((kill) => kinds.includes(kill));
const others = kinds.filter((kind) => kind in otherRounds);
const reports: RoundReport[] = [];
const ofCluster = kinds.filter((kind) => kind in clusterRounds);
if (kinds.includes("promotion")) await promote();
if (kinds.includes("edge")) await atEdge();
if (ofCluster.length > 0) await onCluster();
if (victims.length + others.length > 0) await killAndMore();

/** The service, its PostgreSQL, or a command is killed, or something else goes wrong. */
async function killAndMore(): Promise<void> {
  const run = await openFaultRun(seed, limitMs);
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
      for (const kind of others) print(`${round} ${kind}: ${await run.other(kind)}`);
    }
    for (const victim of victims) print(summaryOf(victim));
    const { read, received } = run.listenedCounts();
    print(`${read} events read, each once and in order; ${received} requests to the receiver`);
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}`);
    print(`failed; the same draws again: npm run faults -- --seed ${seed}`);
    process.exitCode = 1;
  } finally {
    await run.close();
  }
}

/** The primary dies or hangs in turn, and Patroni promotes its standby. */
async function promote(): Promise<void> {
  const lack = lackOfPatroni();
  if (lack !== undefined) {
    print(`promotion is left out. ${lack}`);
    return;
  }
  const pair = await openPatroniPair();
  let run: FailOverRun | undefined;
  const close = async () => {
    await run?.close();
    await pair.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => close().finally(() => process.exit(130)));
  }
  const pauses: number[] = [];
  try {
    run = await openFailOverRun(seed, pair, promotionLimitMs);
    for (let round = 1; round <= rounds; round += 1) {
      const report = await run.round(round % 2 === 1 ? "killed" : "frozen");
      pauses.push(report.pauseMs);
      const { how, pauseMs, acknowledged, refused, unknown, replayed } = report;
      print(
        `${round} primary ${how}, changes go on after ${pauseMs} ms: ${acknowledged} acknowledged, ` +
          `${refused} refused, ${unknown} without an end (${replayed} of them stood)`,
      );
    }
    print(`promotion: changes go on after ${medianAndMost(pauses)}`);
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}`);
    print(`failed; the same draws again: npm run faults -- --kinds promotion --seed ${seed}`);
    process.exitCode = 1;
  } finally {
    await close();
  }
}

/** Unknown callers and one key flood the service, behind HAProxy and without. */
async function atEdge(): Promise<void> {
  const lack = lackOfProxy();
  if (lack !== undefined) {
    print(`edge: skipped. ${lack}`);
    return;
  }
  try {
    for (let round = 1; round <= rounds; round += 1)
      print(`${round} edge: ${textOf(await floodEdge())}`);
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

/** Something happens to a node of a cluster, or to what lies on it, in each round. */
async function onCluster(): Promise<void> {
  const lack = lackOfCitus();
  if (lack !== undefined) {
    print(lack);
    process.exitCode = 1;
    return;
  }
  const run = beginClusterRun(seed);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => run.close().finally(() => process.exit(130)));
  }
  try {
    await run.open();
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of ofCluster) print(`${round} ${await run.round(kind)}`);
    }
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}`);
    const again = `--kinds ${ofCluster.join(",")} --seed ${seed}`;
    print(`failed; the same draws again: npm run faults -- ${again}`);
    process.exitCode = 1;
  } finally {
    await run.close();
  }
}

function medianAndMost(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms at most`;
}

function lineOf({ victim, recoveryMs, acknowledged, refused, unknown, replayed }: RoundReport) {
  return (
    `${victim} killed, ready after ${recoveryMs} ms: ${acknowledged} acknowledged, ` +
    `${refused} refused, ${unknown} without an end (${replayed} of them stood)`
  );
}

function summaryOf(victim: string): string {
  const times = reports.filter((each) => each.victim === victim).map((each) => each.recoveryMs);
  return `${victim}: ready again after ${medianAndMost(times)}`;
}
