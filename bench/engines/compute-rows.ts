// Rows of `bursar compute --all` on a store: every account computed from its facts and stored.
import { cpuOfPostgres } from "../service/process-figures.ts";
import { openTradingFirm, type TradingSize } from "../service/trading-firm.ts";
import type { BenchRow, Outcome } from "./row.ts";

/** How many accounts are computed by default. */
const usual = { full: 1_000, quick: 5 } as const;

/** Rows of the command. */
export const computeRows: readonly BenchRow[] = [
  computeRow("prices", "12 ms an account"),
  computeRow("valuations", "6 ms an account"),
];

function computeRow(from: TradingSize["from"], target: string): BenchRow {
  return {
    name: `compute from ${from}`,
    measured: "20 holdings, 50 transactions, 252 days an account: facts stored, results stored",
    target,
    rounds: 1,
    prepare: async (size, accounts = usual[size]) => {
      const firm = await openTradingFirm({ accounts, from });
      const run = () => computed(firm, accounts);
      return { count: accounts, of: "account", run, end: firm.close };
    },
  };
}

async function computed(
  { compute, postmaster }: Awaited<ReturnType<typeof openTradingFirm>>,
  accounts: number,
): Promise<Outcome> {
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
