// `npm run scale`: what a firm of a size needs, by the model of docs/scale.md and what `npm run bench --
// scale` measured. `npm run docs` prints the tables of that page from the same figures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { ScaleFigures } from "../bench/scale/figures.ts";
import { costsOf, needOf, ordinaryDay, usualMachine } from "./scale-model.ts";
import { checkTable, needTable } from "./scale-page.ts";

const { values } = parseArgs({
  options: {
    accounts: { type: "string", default: "3000,3000000" },
    reads: { type: "string", default: String(ordinaryDay.reads) },
    changes: { type: "string", default: String(ordinaryDay.changes) },
    years: { type: "string", default: String(ordinaryDay.years) },
    night: { type: "string", default: String(ordinaryDay.hoursOfNight) },
    processors: { type: "string", default: String(usualMachine.processors) },
    disk: { type: "string", default: String(usualMachine.diskBytes / 1e12) },
    figures: { type: "string", default: join(import.meta.dirname, "..", "docs", "scale.json") },
  },
});
const figures = JSON.parse(readFileSync(values.figures, "utf8")) as ScaleFigures;
const day = {
  ...ordinaryDay,
  reads: Number(values.reads),
  changes: Number(values.changes),
  years: Number(values.years),
  hoursOfNight: Number(values.night),
};
const machine = {
  ...usualMachine,
  processors: Number(values.processors),
  diskBytes: Number(values.disk) * 1e12,
};
const sizes = values.accounts.split(",").map(Number);
const given = [...Object.values(day), ...Object.values(machine), ...sizes];
if (given.every((number) => number > 0)) {
  const costs = costsOf(figures);
  const needs = sizes.map((accounts) => needOf(costs, { accounts, day, machine }, figures.spread));
  process.stdout.write(`${needTable(needs, machine, day).join("\n")}\n\n`);
  process.stdout.write(`${checkTable(figures).join("\n")}\n`);
} else {
  process.stderr.write(
    "usage: npm run scale -- [--accounts N,N] [--reads N] [--changes N] [--years N] " +
      "[--night HOURS] [--processors N] [--disk TERABYTES] [--figures FILE]\n",
  );
  process.exitCode = 2;
}
