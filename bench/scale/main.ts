// `npm run bench -- scale`: what an account and a change cost in bytes and processor time, at several
// sizes of the same firm, for the model of docs/scale.md.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import type { ScaleFigures, SizeFigures } from "./figures.ts";
import { eachAccount } from "./firm.ts";
import { measureSize } from "./sizes.ts";
import { measureSpread } from "./spread.ts";

/** The first two give the model its figures, the others check it. */
const usualSizes = "400,1600,100,200,800";

/** Measures each size; returns 2 if the options are wrong. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: "string", default: usualSizes },
      seconds: { type: "string", default: "8" },
      json: { type: "string" },
    },
  });
  const sizes = values.sizes.split(",").map(Number);
  const seconds = Number(values.seconds);
  const isSound = sizes.length > 1 && sizes.every((size) => Number.isSafeInteger(size) && size > 9);
  if (!isSound || !(seconds > 0)) {
    process.stderr.write(
      "usage: npm run bench -- scale [--sizes N,N,…] [--seconds N] [--json FILE]\n",
    );
    return 2;
  }
  const measured: SizeFigures[] = [];
  for (const accounts of sizes) {
    print(`${accounts} accounts`);
    const size = await measureSize(accounts, seconds);
    print(lineOf(size));
    measured.push(size);
  }
  print("one PostgreSQL and a cluster");
  const spread = await measureSpread(Math.max(...sizes), seconds);
  print(spread ? JSON.stringify(spread) : "there is no Citus");
  const figures: ScaleFigures = {
    machine: {
      on: new Date().toISOString().slice(0, 10),
      cpu: cpus()[0]?.model ?? "",
      cores: cpus().length,
      node: process.version,
    },
    eachAccount,
    sizes: measured,
    ...(spread && { spread }),
  };
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(figures, null, 1)}\n`);
  }
  return 0;
}

function lineOf({ accounts, bytes, load, night, read, change }: SizeFigures): string {
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  const ms = ({ command, store }: SizeFigures["load"]) =>
    ((command + store) / 1000 / accounts).toFixed(1);
  const us = ({ service, store }: SizeFigures["read"]) => [service, ...store].join(" + ");
  return (
    `  ${Math.round(all / 1e6)} MB; CPU ms an account: load ${ms(load)}, night ${ms(night)}; ` +
    `CPU µs: a read ${us(read)}, a change ${us(change)}`
  );
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
