// The records that the bench loads: a generated firm, and in addition folios with values, long
// series and many offers.
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { restrictionRows } from "../../src/cli/large-sample/account-rows.ts";
import {
  type FirmPlan,
  type PlannedAccount,
  plannedAccounts,
} from "../../src/cli/large-sample/households.ts";
import { type Environment, runBursar } from "./bursar-process.ts";
import type { BenchOptions } from "./options.ts";

const seed = "1";
/** The adviser's firm of the sample, as whose callers the bench acts. */
const harbor = "1002";

/** The accounts that the adviser sees, by what they have. */
export interface FirmAccounts {
  readonly all: readonly PlannedAccount[];
  /** The accounts that no firm has restricted yet. */
  readonly unrestricted: readonly PlannedAccount[];
  readonly withFolioValues: readonly PlannedAccount[];
  readonly withLongSeries: readonly PlannedAccount[];
  /** The accounts with 200 reported lots a year. */
  readonly withManyLots: readonly PlannedAccount[];
}

/** The accounts of the firm that `bursar sample` generates. */
export function accountsOf(options: BenchOptions): FirmAccounts {
  const plan: FirmPlan = { accounts: options.accounts, days: [], seed, folioValues: false };
  const all = [...plannedAccounts(plan)].filter(({ owners }) => owners[0]?.firmOid === harbor);
  const restricted = new Set([...restrictionRows(plan)].map((row) => row.accountNumber));
  return {
    all,
    unrestricted: all.filter(({ number }) => !restricted.has(number)),
    withFolioValues: all.filter(({ index }) => index < options.folios),
    withLongSeries: all.filter(({ index }) => index < options.longSeries),
    withManyLots: all.filter(({ index, isTaxable }) => isTaxable && index % 100 === 0),
  };
}

/** The folders to load, in order. */
export interface RecordFolders {
  readonly firm: string;
  /** The daily rows of all accounts, which are loaded separately to be measured. */
  readonly days: string;
  readonly more: string;
}

/** Writes all records below a folder. */
export async function writeRecords(
  folder: string,
  options: BenchOptions,
  offersSeen: number,
): Promise<RecordFolders> {
  const at = (name: string) => join(folder, name);
  const sample = (name: string, words: readonly string[]) =>
    runBursar(["sample", "--seed", seed, "--out", at(name), ...words], at(`${name}.log`), {});
  await mkdir(folder, { recursive: true });
  const { accounts, days, folios, longSeries, years } = options;
  await sample("firm", ["--accounts", String(accounts), "--days", String(days)]);
  await sample("folios", ["--accounts", String(folios), "--days", String(days), "--folio-values"]);
  await sample("years", ["--accounts", String(longSeries), "--years", String(years)]);
  await mkdir(at("days"));
  await rename(join(at("firm"), file), join(at("days"), file));
  await mkdir(at("more"));
  await writeMoreDays(at);
  await writeOffers(at("more"), options.offers - offersSeen);
  await Promise.all(["folios", "years"].map((name) => rm(at(name), { recursive: true })));
  return { firm: at("firm"), days: at("days"), more: at("more") };
}

const file = "unit-values.csv";

/** The days of folios, and those of long series, whose accounts have no others. */
async function writeMoreDays(at: (name: string) => string): Promise<void> {
  const out = createWriteStream(join(at("more"), file));
  out.write("accountNumber,folioNumber,date,grossUnitValue,netUnitValue\n");
  await copyLines(join(at("folios"), file), out, /^RL[^,]*,R/);
  await copyLines(join(at("years"), file), out, /^RL[^,]*,,/);
  out.end();
  await once(out, "finish");
}

async function copyLines(from: string, out: NodeJS.WritableStream, wanted: RegExp): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(from) })) {
    if (wanted.test(line) && !out.write(`${line}\n`)) await once(out, "drain");
  }
}

/** Published offers to all, each a copy of one of the sample's with an id and ticker of its own. */
async function writeOffers(folder: string, count: number): Promise<void> {
  const samples = join(import.meta.dirname, "..", "..", "samples", "offers.csv");
  const [head = "", pattern = ""] = (await readFile(samples, "utf8")).split("\n");
  const copies = Array.from({ length: Math.max(0, count) }, (_, at) =>
    pattern
      .replace(/^801,/, `${9_001 + at},`)
      .replace("PRIV.RWN", `PRIV.!${String(at).padStart(4, "0")}`)
      .replace("Redwood Robotics Notes", `Redwood Robotics Notes ${at + 1}`),
  );
  await writeFile(join(folder, "offers.csv"), [head, ...copies, ""].join("\n"));
}

/** Loads a folder into the store of the running service. */
export function loadRecords(folder: string, environment: Environment) {
  return runBursar(["load", folder], `${folder}.log`, environment);
}
