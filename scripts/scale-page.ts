// The tables of docs/scale.md, printed from what was measured and from the model.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScaleFigures, SizeFigures } from "../bench/scale/figures.ts";
import {
  connectionsOf,
  costsOf,
  type Day,
  type Machine,
  type Need,
  needOf,
  ordinaryDay,
  predict,
  usualMachine,
} from "./scale-model.ts";

const docs = join(import.meta.dirname, "..", "docs");
const statedSizes = [3_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 100_000_000];

/** The page with each of its tables as the figures give it now. */
export function scalePage(): string {
  const figures = JSON.parse(readFileSync(join(docs, "scale.json"), "utf8")) as ScaleFigures;
  const costs = costsOf(figures);
  const needs = statedSizes.map((accounts) =>
    needOf(costs, { accounts, day: ordinaryDay, machine: usualMachine }, figures.spread),
  );
  const tables: Readonly<Record<string, readonly string[]>> = {
    needs: needTable(needs, usualMachine, ordinaryDay),
    costs: costTable(figures),
    tables: bytesTable(figures),
    check: checkTable(figures),
    thresholds: thresholdTable(figures),
    spread: spreadTable(figures.spread),
    loads: loadsTable(figures.spread),
  };
  const page = readFileSync(join(docs, "scale.md"), "utf8");
  return page.replaceAll(
    /(<!-- (\w+): printed by `npm run docs` -->\n\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, begin: string, name: string, end: string) =>
      `${begin}${(tables[name] ?? []).join("\n")}\n${end}`,
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)];
}

/** The needs of firms of these sizes: which step and why, then what it takes of machines. */
export function needTable(needs: readonly Need[], machine: Machine, day: Day): string[] {
  const steps = table(
    [
      "Accounts",
      "One store is",
      "Why",
      "Reads/s",
      "Changes/s",
      "Bytes",
      "A night's load",
      `Stores for a night of ${day.hoursOfNight} h`,
    ],
    needs.map((need) => [
      whole(need.accounts),
      need.step,
      need.why,
      figure(need.readsPerSecond),
      figure(need.changesPerSecond),
      bytes(need.bytes),
      `${figure(need.nightHours)} h`,
      whole(need.cellsOfNight),
    ]),
  );
  const machines = table(
    [
      "Accounts",
      "Processors of the service",
      "Processors of the store",
      "Connections",
      "Processors of the coordinator",
      "Citus workers",
      "Bytes on every node",
    ],
    needs.map((need) => {
      const isSpread = need.step === "a cluster" || need.step === "cells";
      return [
        whole(need.accounts),
        figure(need.serviceProcessors),
        figure(need.readProcessors + need.changeProcessors),
        `${whole(connectionsOf(need))} of ${whole(machine.connections)}`,
        isSpread ? `${figure(need.coordinatorProcessors)} of ${machine.processors}` : "",
        isSpread ? whole(need.workers) : "",
        isSpread ? bytes(need.sharedBytes) : "",
      ];
    }),
  );
  return [...steps, "", ...machines];
}

/** From how many accounts on something else is needed, in two digits. */
function thresholdTable(figures: ScaleFigures): string[] {
  const costs = costsOf(figures);
  const first = (holds: (need: Need) => boolean): string => {
    let least = 1;
    let most = 1e9;
    while (most - least > 1) {
      const accounts = Math.floor((least + most) / 2);
      const question = { accounts, day: ordinaryDay, machine: usualMachine };
      if (holds(needOf(costs, question, figures.spread))) most = accounts;
      else least = accounts;
    }
    return whole(Number(most.toPrecision(2)));
  };
  return table(
    ["Accounts", "What is full"],
    [
      [first(({ step }) => step !== "one process"), "a processor: several processes"],
      [
        first(({ cellsOfNight }) => cellsOfNight > 1),
        `a night of ${ordinaryDay.hoursOfNight} hours: cells, or a longer night`,
      ],
      [
        first(({ bytes }) => bytes > usualMachine.diskBytes * usualMachine.diskUse),
        "a disk: a cluster, or cells",
      ],
      [first(({ step }) => step === "cells"), "the coordinator of a cluster: cells"],
    ],
  );
}

/** The cost of an account, a request and a night. */
function costTable(figures: ScaleFigures): string[] {
  const costs = costsOf(figures);
  const us = (value = 0) => `${whole(value)} µs`;
  const ms = (value: number) => `${figure(value / 1_000)} ms`;
  return table(
    ["What", "Bytes", "CPU of the service or command", "CPU of PostgreSQL"],
    [
      ["an account: what does not grow with the years", bytes(costs.bytesOfAccount), "", ""],
      ["a year of its history", bytes(costs.bytesOfYear), "", ""],
      ["a read", "", us(costs.read.service), us(costs.read.store[0])],
      [
        `a change, which sends ${bytes(costs.logOfChange)} of log to a standby`,
        bytes(costs.bytesOfChange),
        us(costs.change.service),
        us(costs.change.store[0]),
      ],
      ["loading an account with its year", "", ms(costs.loadOfAccount), "included"],
      ["a night of an account", "", ms(costs.nightOfAccount), "included"],
    ],
  );
}

const shownTables = 12;

/** The largest tables, by what each account adds to them. */
function bytesTable({ sizes }: ScaleFigures): string[] {
  const [one, two] = sizes as [SizeFigures, SizeFigures];
  const added = Object.entries(two.bytes).map(([name, all]) => {
    const each = (all - (one.bytes[name] ?? 0)) / (two.accounts - one.accounts);
    return { name, each };
  });
  const sorted = added.toSorted((a, b) => b.each - a.each);
  const others = sorted.slice(shownTables).reduce((sum, { each }) => sum + each, 0);
  return table(
    ["Table", "Bytes of an account with one year"],
    [
      ...sorted.slice(0, shownTables).map(({ name, each }) => [`\`${name}\``, bytes(each)]),
      ["all others", bytes(others)],
    ],
  );
}

/** The model's predictions for sizes that it was not made from, next to the measured values. */
export function checkTable(figures: ScaleFigures): string[] {
  const costs = costsOf(figures);
  const compared = (predicted: number, measured: number, shown: (value: number) => string) =>
    `${shown(predicted)} / ${shown(measured)} (${(predicted / measured).toFixed(2)})`;
  const seconds = (us: number) => `${figure(us / 1e6)} s`;
  const us = (value: number) => `${whole(value)} µs`;
  const sumOf = ({ service, store }: SizeFigures["read"]) =>
    store.reduce((sum, each) => sum + each, service);
  return table(
    ["Accounts", "Bytes", "CPU of the load", "CPU of a night", "CPU of a read", "CPU of a change"],
    figures.sizes.slice(2).map((size) => {
      const predicted = predict(costs, size.accounts);
      const all = Object.values(size.bytes).reduce((sum, each) => sum + each, 0);
      return [
        whole(size.accounts),
        compared(predicted.bytes, all, bytes),
        compared(predicted.load, size.load.command + size.load.store, seconds),
        compared(predicted.night, size.night.command + size.night.store, seconds),
        compared(sumOf(costs.read), sumOf(size.read), us),
        compared(sumOf(costs.change), sumOf(size.change), us),
      ];
    }),
  );
}

/** Processor time of the same requests on one server and on a cluster, by node. */
function spreadTable(spread: ScaleFigures["spread"]): string[] {
  if (spread === undefined) return ["Not measured: there was no Citus."];
  const { one, spread: several } = spread;
  const kinds = ["read", "change"] as const;
  return table(
    [
      "",
      "Service",
      "One PostgreSQL",
      "Service, on a cluster",
      "Coordinator",
      "Each worker",
      "Latency, one caller",
      "On a cluster",
    ],
    kinds.map((kind) => {
      const [coordinator = 0, ...workers] = several[kind].store;
      return [
        `a ${kind}`,
        ...[one[kind].service, one[kind].store[0] ?? 0, several[kind].service, coordinator].map(
          (us) => `${whole(us)} µs`,
        ),
        workers.map((us) => `${whole(us)} µs`).join(", "),
        ...[one, several].map(({ alone }) => `${alone[kind].toPrecision(2)} ms`),
      ];
    }),
  );
}

/** How long the same loads took on one server and on a cluster. */
function loadsTable(spread: ScaleFigures["spread"]): string[] {
  if (spread === undefined) return ["Not measured: there was no Citus."];
  const { one, spread: several } = spread.loads;
  const rows = {
    firm: `the firm, of ${whole(spread.accounts)} accounts`,
    night: "a night's closes",
  };
  return table(
    ["Loading", "One PostgreSQL", "A cluster", "Ratio"],
    (["firm", "night"] as const).map((kind) => [
      rows[kind],
      ...[one[kind], several[kind]].map((seconds) => `${figure(seconds)} s`),
      (several[kind] / one[kind]).toFixed(2),
    ]),
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** Two digits that count. */
function figure(value: number): string {
  return value >= 10 ? whole(value) : String(Number(value.toPrecision(2)));
}

function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  let rest = value;
  for (; rest >= 1_000 && at < units.length - 1; at += 1) rest /= 1_000;
  return `${figure(rest)} ${units[at]}`;
}
