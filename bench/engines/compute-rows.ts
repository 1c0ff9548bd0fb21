// Rows of computing on a store: every account by `bursar compute --all`, from its facts, and what of
// an account a load of a late correction computes.

import type { CommandRun } from "../service/bursar-process.ts";
import { cpuOfPostgres } from "../service/process-figures.ts";
import { openTradingFirm, type TradingFirm, type TradingSize } from "../service/trading-firm.ts";
import type { BenchRow, Outcome } from "./row.ts";

/** How many accounts are computed by default. */
const usual = { full: 1_000, quick: 5 } as const;

/** Rows of the command. */
export const computeRows: readonly BenchRow[] = [
  computeRow("prices", "12 ms an account"),
  computeRow("valuations", "6 ms an account"),
  lateRow("valuations"),
  lateRow("prices"),
];

function computeRow(from: TradingSize["from"], target: string): BenchRow {
  return {
    name: `compute from ${from}`,
    measured: "20 holdings, 50 transactions, 252 days an account: facts stored, results stored",
    target,
    rounds: 1,
    prepare: async (size, accounts = usual[size]) => {
      const firm = await openTradingFirm({ accounts, from });
      await firm.clear();
      const run = () => computed(firm, accounts);
      return { count: accounts, of: "account", run, end: firm.close };
    },
  };
}

async function computed({ compute, postmaster }: TradingFirm, accounts: number): Promise<Outcome> {
  const before = cpuOfPostgres(postmaster) ?? 0;
  const { seconds, cpuUs = 0, peakMemory = 0 } = await compute();
  const postgresUs = (cpuOfPostgres(postmaster) ?? 0) - before;
  const each = (ms: number) => Math.round((ms * 100) / accounts) / 100;
  return {
    counts: {
      accounts,
      "ms each": each(seconds * 1000),
      "ms CPU each of the command": each(cpuUs / 1000),
      "ms CPU each of PostgreSQL": each(postgresUs / 1000),
    },
    elsewhere: { cpuMs: (cpuUs + postgresUs) / 1000, peakMb: Math.round(peakMemory / 1e6) },
  };
}

/** Ten years of valuation days, of a tenth of the accounts. */
const longHistory = {
  accounts: { full: 100, quick: 2 },
  days: { full: 2_520, quick: 60 },
} as const;
const yearsOfLong = 10;

function lateRow(from: TradingSize["from"]): BenchRow {
  const what = { prices: "a close of each security", valuations: "a valuation of each account" };
  return {
    name: `late correction of ${from}`,
    measured: `${what[from]} five days back, ten years an account: load, less one that changes nothing`,
    target: "3 ms an account",
    rounds: 1,
    prepare: async (size, asked) => {
      const days = longHistory.days[size];
      const accounts =
        asked === undefined ? longHistory.accounts[size] : Math.ceil(asked / yearsOfLong);
      const firm = await openTradingFirm({ accounts, from, days });
      const [header = "", ...rows] = await firm.linesOf(`${from}.csv`);
      const lines = [header, ...(from === "prices" ? lateCloses(rows) : lateValuations(rows))];
      const run = () => corrected(firm, { file: `${from}.csv`, lines, accounts });
      return { count: accounts, of: "account", run, end: firm.close };
    },
  };
}

const daysBack = 5;

/** The closes of a day shortly before the last one, each a cent higher. */
function lateCloses(rows: readonly string[]): string[] {
  const generated = rows.filter((row) => row !== "").map((row) => row.split(","));
  const days = [...new Set(generated.map(([, on]) => on))].toSorted();
  const late = generated.filter(([, on]) => on === days.at(-daysBack));
  return late.map(([security, on, close = ""]) => `${security},${on},${aCentMore(close)}`);
}

/** A late valuation of each generated account, a cent higher. */
function lateValuations(rows: readonly string[]): string[] {
  const generated = rows.filter((row) => row.startsWith("RL")).map((row) => row.split(","));
  const accounts = Map.groupBy(generated, ([number]) => number);
  return [...accounts.values()].map((own) => {
    const [number, folio, on, value = "", ...rest] = own.at(-daysBack) ?? [];
    return [number, folio, on, aCentMore(value), ...rest].join(",");
  });
}

/** An amount with two places of which the last becomes another one. */
function aCentMore(amount: string): string {
  return amount.replace(/\d$/, (digit) => (digit === "9" ? "8" : String(Number(digit) + 1)));
}

async function corrected(
  { load, postmaster }: TradingFirm,
  { file, lines, accounts }: { file: string; lines: readonly string[]; accounts: number },
): Promise<Outcome> {
  const measured = async (): Promise<CommandRun & { readonly postgresUs: number }> => {
    const before = cpuOfPostgres(postmaster) ?? 0;
    const run = await load(file, lines);
    return { ...run, postgresUs: (cpuOfPostgres(postmaster) ?? 0) - before };
  };
  const changed = await measured();
  const unchanged = await measured();
  const each = (of: (run: typeof changed) => number) =>
    Math.max(0, Math.round((100 * (of(changed) - of(unchanged))) / accounts) / 100);
  const command = each(({ cpuUs = 0 }) => cpuUs / 1000);
  const postgres = each(({ postgresUs }) => postgresUs / 1000);
  return {
    counts: {
      accounts,
      "ms each": each(({ seconds }) => seconds * 1000),
      "ms CPU each of the command": command,
      "ms CPU each of PostgreSQL": postgres,
    },
    elsewhere: {
      cpuMs: (command + postgres) * accounts,
      peakMb: Math.round((changed.peakMemory ?? 0) / 1e6),
    },
  };
}
