// A firm whose accounts trade, and whose books are computed: a store of its own with the service up.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";
import { embeddedSettings } from "../../src/platform/store/embedded/embedded-postgres.ts";
import { type CommandRun, runBursar, type ServiceProcess, startService } from "./bursar-process.ts";
import { type Callers, callersOf, postmasterOf } from "./data-folder.ts";
import { settle } from "./settle.ts";

/** How many accounts trade, and what their series follow from. */
export interface TradingSize {
  readonly accounts: number;
  readonly from: "prices" | "valuations";
  /** Valuation days; a year of them by default. */
  readonly days?: number;
}

/** A loaded firm. */
export interface TradingFirm {
  readonly service: ServiceProcess;
  readonly callers: Callers;
  readonly postmaster: number;
  /** The lines of a file of its records, as they were generated. */
  linesOf(file: string): Promise<readonly string[]>;
  /** Loads a file with these lines. */
  load(file: string, lines: readonly string[]): Promise<CommandRun>;
  /** Removes the results of its accounts. */
  clear(): Promise<void>;
  /** Runs `bursar compute --all`; fails unless it recomputes every trading account. */
  compute(): Promise<CommandRun>;
  close(): Promise<void>;
}

/** 20 holdings and 50 transactions for each account. */
const trading = ["--holdings", "20", "--trades", "50", "--seed", "1"];

/** Loads the firm, which computes it. */
export async function openTradingFirm({
  accounts,
  from,
  days = 252,
}: TradingSize): Promise<TradingFirm> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-bench-"));
  // PostgreSQL's account must pass through it when root runs the bench.
  await chmod(folder, 0o711);
  const at = (name: string) => join(folder, name);
  const environment = { DATA_DIR: at("data") };
  const run = (name: string, ...words: string[]) =>
    runBursar(words, at(`${name}.log`), environment);
  const closing = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const service = await startService(at("serve.log"), environment);
    closing.push(service.stop);
    const size = ["--accounts", String(accounts), "--days", String(days)];
    const out = [...size, "--out", at("records")];
    const valued = from === "valuations" ? ["--valuations"] : [];
    await run("sample", "sample", ...out, ...trading, ...valued);
    await run("load", "load", at("records"));
    const admin = (await embeddedSettings(environment.DATA_DIR))?.admin;
    return {
      service,
      callers: await callersOf(environment.DATA_DIR),
      postmaster: await postmasterOf(environment.DATA_DIR),
      linesOf: async (file) => (await readFile(join(at("records"), file), "utf8")).split("\n"),
      async load(file, lines) {
        await mkdir(at("corrections"), { recursive: true });
        await writeFile(join(at("corrections"), file), `${lines.join("\n")}\n`);
        return run("correct", "load", at("corrections"));
      },
      clear: () => clear(admin),
      compute: async () => allComputed(await run("compute", "compute", "--all"), accounts),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The tables that a computation fills; children before what they refer to. */
const results = [
  "open_lot",
  "closed_lot",
  "lot_book",
  "folio_position",
  "folio_cash",
  "performance_quarter",
  "unit_value_quarter",
];

/** Leaves the generated accounts only their facts. */
async function clear(admin: ConnectionSettings | undefined): Promise<void> {
  if (admin === undefined) throw new Error("the service has not started its PostgreSQL");
  const changes = results.map((table) => `delete from ${table} where account_number like 'RL%'`);
  await settle(admin, changes);
}

function allComputed(run: CommandRun, accounts: number): CommandRun {
  const printed = /^(\d+) accounts computed, (\d+) of them changed$/m.exec(run.output);
  if (Number(printed?.[2] ?? 0) === accounts) return run;
  throw new Error(`not all of ${accounts} accounts were computed again: ${printed?.[0]}`);
}
