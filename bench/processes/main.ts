// `npm run bench -- processes`: how many requests a second one, two and four processes (`WORKERS`) answer
// over one store, in turns.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { median } from "../engines/table.ts";
import { writeScaleRecords } from "../scale/firm.ts";
import { changeTargets, readTargets } from "../scale/requests.ts";
import { inFolder } from "../scale/sizes.ts";
import { type Environment, runBursar, startService } from "../service/bursar-process.ts";
import { type Child, startChild } from "../service/child.ts";
import { callersOf } from "../service/data-folder.ts";
import type { Job, JobResult, Sender } from "../service/job.ts";

const accounts = 100;
const callers = 32;
const counts = [1, 2, 4] as const;

interface Rates {
  readonly read: number;
  readonly change: number;
}

/** Measures every count in each round; returns 2 if the options are wrong. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "3" },
      json: { type: "string" },
    },
  });
  const rounds = Number(values.rounds);
  const seconds = Number(values.seconds);
  if (!(Number.isSafeInteger(rounds) && rounds > 0 && seconds > 0)) {
    process.stderr.write(
      "usage: npm run bench -- processes [--rounds N] [--seconds N] [--json FILE]\n",
    );
    return 2;
  }
  const measured = await inFolder((folder) => measureIn(folder, rounds, seconds));
  process.stdout.write(tableOf(measured));
  if (values.json !== undefined) {
    const all = { processors: availableParallelism(), callers, counts, rounds: measured };
    writeFileSync(values.json, `${JSON.stringify(all, null, 1)}\n`);
  }
  return 0;
}

async function measureIn(folder: string, rounds: number, seconds: number): Promise<Rates[][]> {
  const { firm, numbers } = await writeScaleRecords(join(folder, "records"), accounts);
  const usual = { DATA_DIR: join(folder, "data"), RATE_LIMIT: "1000000" };
  const first = await startService(join(folder, "serve.log"), usual);
  await runBursar(["load", firm], join(folder, "load.log"), usual);
  await first.stop();
  const { adviser } = await callersOf(usual.DATA_DIR);
  const driver = startChild("driver.ts", ["0"]);
  const all: Rates[][] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`round ${round}\n`);
      const rates: Rates[] = [];
      for (const count of counts) {
        const environment = { ...usual, WORKERS: String(count) };
        const asked = { driver, sender: adviser.bearer, numbers, seconds };
        const seed = `${round} ${count}`;
        rates.push(await ratesOf(join(folder, "serve.log"), environment, { ...asked, seed }));
      }
      all.push(rates);
    }
  } finally {
    await driver.stop();
  }
  return all;
}

interface Asked {
  readonly driver: Child;
  readonly sender: Sender;
  readonly numbers: readonly string[];
  readonly seconds: number;
  readonly seed: string;
}

/** Requests a second of a service that is started for it and warmed up. */
async function ratesOf(
  logFile: string,
  environment: Environment,
  { driver, sender, numbers, seconds, seed }: Asked,
): Promise<Rates> {
  const service = await startService(logFile, environment);
  try {
    const { port } = service;
    const rate = async (targets: Job["targets"], part: string): Promise<number> => {
      const job = { port, sender, callers, targets, draw: "random", status: 200 } as const;
      await answered(driver, { ...job, seconds: seconds / 2, seed: `${seed} ${part} first` });
      const { answers, seconds: took } = await answered(driver, {
        ...{ ...job, seconds, seed: `${seed} ${part}` },
      });
      return answers / took;
    };
    return {
      read: await rate(readTargets(numbers), "read"),
      change: await rate(changeTargets(numbers, seed.replace(" ", "-")), "change"),
    };
  } finally {
    await service.stop();
  }
}

async function answered(driver: Child, job: Job): Promise<JobResult> {
  const result = await driver.request<JobResult>(job);
  if (result.firstFault !== undefined) throw new Error(result.firstFault);
  return result;
}

function tableOf(rounds: readonly (readonly Rates[])[]): string {
  const lines = ["| Processes | Reads/s | × one process | Changes/s | × one process |"];
  lines.push("| --- | --- | --- | --- | --- |");
  for (const [at, count] of counts.entries()) {
    const cells = (["read", "change"] as const).flatMap((kind) => {
      const rates = rounds.map((rates) => rates[at]?.[kind] ?? 0);
      const ratios = rounds.map((rates) => (rates[at]?.[kind] ?? 0) / (rates[0]?.[kind] ?? 0));
      const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
      return [median(rates).toFixed(0), `${median(ratios).toFixed(2)} (${spread})`];
    });
    lines.push(`| ${[count, ...cells].join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}
