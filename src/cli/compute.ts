// `bursar compute`: computes lots, positions and series again from the facts, and reports what
// changed. (docs/operations.md)

import { randomUUID } from "node:crypto";
import { availableParallelism, setPriority } from "node:os";
import {
  accountsToCompute,
  type ChangedLots,
  type ComputedAccount,
  computeWithReceivers,
  isUnchanged,
} from "../brokerage/books/recompute/compute-account.ts";
import { countAccountsWithFacts } from "../brokerage/books/transactions/reads.ts";
import { readConfig } from "../config/config.ts";
import type { OpenedStore } from "../runtime/configured-store.ts";
import { atSignals } from "../runtime/shutdown.ts";
import { counted } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { inOrder, openComputeThreads } from "./compute-threads.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { openProgress, processClock } from "./load-progress.ts";
import { printJson, printLines } from "./output.ts";

interface ComputeOptions {
  readonly account?: string;
  readonly all?: boolean;
  readonly after?: string;
  readonly workers?: number;
  readonly json?: boolean;
}

/** Computes one account or all, a few in one transaction; finished accounts stay stored. */
export async function computeCommand(options: ComputeOptions): Promise<void> {
  const { account, json = false } = options;
  refuseMisuse(options);
  const totals: Totals = { json, accounts: 0, changed: [], changedCount: 0, problems: 0, upTo: "" };
  const isDone = await withStore("compute", (opened) =>
    account === undefined
      ? computeAll(opened, options, totals)
      : computeOne(opened, account, totals),
  ).catch((error: unknown) => {
    if (totals.accounts > 0) printEnd(totals, false);
    throw error;
  });
  printEnd(totals, isDone);
  if (totals.problems > 0) {
    throw new CommandFault(
      `${counted(totals.problems, "account has", "accounts have")} impossible transactions.`,
    );
  }
  if (!isDone) throw new CommandFault("The computation was stopped.");
}

function refuseMisuse({ account, all = false, after, workers }: ComputeOptions): void {
  if ((account === undefined) !== all) throw new UsageFault("choose either --account or --all");
  if (!all && after !== undefined) throw new UsageFault("--after goes only with --all");
  if (!all && workers !== undefined) throw new UsageFault("--workers goes only with --all");
}

/** The work done so far. */
interface Totals {
  readonly json: boolean;
  accounts: number;
  /** Stored for JSON alone. */
  readonly changed: ComputedAccount[];
  changedCount: number;
  problems: number;
  /** The account up to which all are done. */
  upTo: string;
}

async function computeOne(opened: OpenedStore, account: string, totals: Totals): Promise<boolean> {
  for await (const computed of computeWithReceivers(commandContext(opened), account)) {
    note(totals, computed);
  }
  if (totals.accounts === 0) throw new CommandFault("There is no such account.");
  return true;
}

/** Nobody waits for it, so everything else on the machine takes precedence. */
const lowPriority = 10;

async function computeAll(
  opened: OpenedStore,
  { after = "", workers = Math.max(1, availableParallelism() - 1) }: ComputeOptions,
  totals: Totals,
): Promise<boolean> {
  totals.upTo = after;
  const config = readConfig(process.env);
  const all = await countAccountsWithFacts(opened.db, after);
  setPriority(lowPriority);
  const settings = config.databaseUrl ? undefined : opened.store.serving;
  const threads = openComputeThreads(workers, { settings, requestId: randomUUID() });
  const progress = openProgress(process.stderr, processClock);
  let isStopped = false;
  const forget = atSignals(() => {
    isStopped = true;
  });
  try {
    const batches = accountsToCompute(opened.db, after);
    for await (const computed of inOrder(batches, threads, () => isStopped)) {
      for (const each of computed) note(totals, each);
      const rows = totals.accounts;
      progress.show({ file: "", phase: "computing", rows, share: rows / Math.max(all, rows) });
    }
  } finally {
    forget();
    progress.end();
    await threads.close();
  }
  return !isStopped;
}

function note(totals: Totals, computed: ComputedAccount): void {
  totals.accounts += 1;
  totals.upTo = computed.accountNumber;
  if (isUnchanged(computed)) return;
  if (computed.problems.length > 0) totals.problems += 1;
  else totals.changedCount += 1;
  if (totals.json) totals.changed.push(computed);
  else printLines(...accountLines(computed));
}

function printEnd(totals: Totals, isDone: boolean): void {
  const { json, accounts, changed, changedCount, upTo } = totals;
  const after = isDone ? null : upTo;
  if (json) {
    printJson({ accounts, changed, after });
    return;
  }
  printLines(`${counted(accounts, "account")} computed, ${changedCount} of them changed`);
  if (after !== null) printLines(`bursar compute --all --after '${after}' continues from here`);
}

function accountLines(computed: ComputedAccount): string[] {
  const { accountNumber, lots, positions, reportedYears, series, problems } = computed;
  const counts = ({ added, changed, removed }: ChangedLots) =>
    `${added} new, ${changed} changed, ${removed} removed`;
  return [
    ...problems.map((problem) => `${accountNumber}: ${problem}`),
    ...(lots
      ? [`${accountNumber}: open lots ${counts(lots.open)}; closed lots ${counts(lots.closed)}`]
      : []),
    ...(positions ? [`${accountNumber}: positions changed`] : []),
    ...reportedYears.map((year) => `${accountNumber}: the reported year ${year} differs now`),
    ...series.map(
      ({ folioNumber, from, days }) =>
        `${folioNumber || accountNumber}: changed from ${from} on, ${counted(days, "day")} from there`,
    ),
  ];
}
