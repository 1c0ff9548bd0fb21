// `npm run bench -- engines [--only text] [--rounds n] [--accounts n] [--full] [--quick]
// [--json file]`: every row several times, each time in a fresh process, and the medians as a table.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { BenchRow, Round, Size } from "./row.ts";
import { rows } from "./rows.ts";
import { type RowResult, resultOf, tableOf } from "./table.ts";

/** Measures the requested rows; returns 0 if all of them ran. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: "" },
      rounds: { type: "string" },
      accounts: { type: "string" },
      full: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const usual = values.quick ? 1 : 3;
  const rounds = Number.parseInt(values.rounds ?? String(usual), 10);
  const accounts = values.accounts ?? (values.full ? "10000" : undefined);
  const chosen = rows.filter(({ name }) => name.includes(values.only));
  if (!(rounds > 0 && Number(accounts ?? 1) > 0) || chosen.length === 0) {
    process.stderr.write(
      `--rounds and --accounts take a number; rows are ${rows.map(nameOf).join(", ")}.\n`,
    );
    return 2;
  }
  const size = values.quick ? "quick" : "full";
  const results: RowResult[] = [];
  for (const row of chosen) {
    process.stderr.write(`${row.name}: ${row.measured}\n`);
    const length = values.rounds === undefined ? (row.rounds ?? usual) : rounds;
    const measured = Array.from({ length }, () => roundOf(row, size, accounts));
    results.push(resultOf(row, measured));
  }
  process.stdout.write(tableOf(results));
  if (values.json !== undefined) {
    const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
    writeFileSync(values.json, `${JSON.stringify({ machine, size, results }, null, 2)}\n`);
  }
  return 0;
}

const nameOf = ({ name }: BenchRow) => name;

function roundOf({ name }: BenchRow, size: Size, accounts: string | undefined): Round {
  const script = join(import.meta.dirname, "run-row.ts");
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [script, name, size, ...(accounts ? [accounts] : [])],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  if (status !== 0) throw new Error(`${name} ended with ${signal ?? status}`);
  return JSON.parse(stdout) as Round;
}
