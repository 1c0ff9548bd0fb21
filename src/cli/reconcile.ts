// `bursar reconcile`: a custodian's statement against the books. (docs/reconciliation.md)

import { newYorkDay } from "@bursar/values/dates";
import { causes } from "../brokerage/books/reconciliations/causes.ts";
import { findBreaks, knownSecurities } from "../brokerage/books/reconciliations/found-breaks.ts";
import { standingBreaks } from "../brokerage/books/reconciliations/list-reconciliations.ts";
import { readStatement } from "../brokerage/books/reconciliations/read-statement.ts";
import { reconcileAccounts } from "../brokerage/books/reconciliations/reconcile-accounts.ts";
import type { ReconciliationBreak } from "../brokerage/books/reconciliations/schema.ts";
import { LoadFault } from "../platform/bulk/kinds/load-problem.ts";
import type { WriteContext } from "../platform/change/context.ts";
import type { Reader } from "../platform/store/db.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { counted } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import { printProblems } from "./load.ts";
import { printJson, printLines } from "./output.ts";

interface ReconcileOptions {
  readonly tolerance?: bigint;
  readonly json?: boolean;
}

/** The tolerance where none is given: what rounding can make of an amount, in cents. */
const aCent = 1n;

/** Compares, stores the breaks of the day, and prints those that stand; exits with 1 while any does
 * that no note resolves, or if the statement has an account that the books do not have. */
export async function reconcileCommand(folder: string, options: ReconcileOptions): Promise<void> {
  try {
    const done = await withStore("reconcile", (opened) => {
      // As of one moment, so that all accounts see a load that runs meanwhile, or none.
      const read: Reading = (work) => withSnapshot(opened.store.serving, work);
      const { tolerance = aCent } = options;
      return reconcileFolder(commandContext(opened), read, { folder, tolerance });
    });
    if (options.json) printJson(done);
    else printLines(...reconciliationLines(done));
    const { unresolved, unknownAccounts } = done;
    if (unresolved === 0 && unknownAccounts.length === 0) return;
    throw new CommandFault(
      unresolved > 0
        ? `${counted(unresolved, "break stands", "breaks stand")} without a note.`
        : "The statement has accounts that the books do not have.",
    );
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    printProblems(error, options.json === true);
    throw new CommandFault("The statement was not read, and nothing was compared.");
  }
}

/** Reads the store. */
type Reading = <T>(work: (db: Reader) => Promise<T>) => Promise<T>;

/** The result of a reconciliation. */
export interface Done {
  readonly date: string;
  readonly accounts: number;
  readonly opened: string;
  readonly closed: string;
  readonly unresolved: number;
  readonly breaks: readonly ReconciliationBreak[];
  readonly unknownAccounts: readonly string[];
  /** How many accounts hold something and are not in the statement. */
  readonly accountsBeside: string;
}

/** Reconciles the statement of a folder. */
export async function reconcileFolder(
  ctx: WriteContext,
  read: Reading,
  { folder, tolerance }: { readonly folder: string; readonly tolerance: bigint },
): Promise<Done> {
  const today = newYorkDay(ctx.now);
  const found = await read(async (db) => {
    const { securityKey, isKnown } = await knownSecurities(db);
    const statement = await readStatement(folder, { today, securityKey });
    return findBreaks(db, statement, { tolerance: { money: tolerance }, isKnown });
  });
  const done = await reconcileAccounts(ctx, found);
  if (done.laterDay !== null) {
    throw new CommandFault(
      `The statement is of ${found.on}; its accounts are reconciled up to ${done.laterDay}.`,
    );
  }
  const breaks = await standingBreaks(ctx.db);
  return {
    date: found.on,
    accounts: found.accounts.size,
    breaks,
    opened: done.opened,
    closed: done.closed,
    unknownAccounts: found.unknown,
    unresolved: breaks.filter(({ note }) => note === null).length,
    accountsBeside: found.unlisted,
  };
}

/** The lines that it prints: one for each break, then the counts. */
export function reconciliationLines(done: Done): string[] {
  const { breaks, unknownAccounts, accountsBeside: unlistedCount } = done;
  const noted = breaks.length - done.unresolved;
  return [
    ...breaks.map(breakLine),
    ...unknownAccounts.map((number) => `${number}: the books have no such account`),
    `${done.date}: ${counted(done.accounts, "account")}; ${counted(breaks.length, "break stands", "breaks stand")}, ` +
      `${done.opened} of them new, ${noted} resolved by a note; ${done.closed} closed`,
    ...(unlistedCount === "0"
      ? []
      : [
          `${counted(unlistedCount, "account holds", "accounts hold")} something and ${unlistedCount === "1" ? "is" : "are"} not in the statement.`,
        ]),
  ];
}

function breakLine(each: ReconciliationBreak): string {
  const { accountNumber, kind, security, acquiredDate, custodian, books, amount } = each;
  const day = (instant: string) => instant.slice(0, 10);
  const what = [security?.ticker, words[kind], acquiredDate && `of ${day(acquiredDate)}`];
  const worth = amount === null || amount === custodian ? "" : `, worth ${amount}`;
  const age = each.ageInDays === "0" ? "new" : `for ${counted(each.ageInDays, "day")}`;
  const cause = causes[each.cause as keyof typeof causes];
  return (
    `${accountNumber} ${each.breakId}: ${what.filter(Boolean).join(" ")}: custodian ${custodian}, ` +
    `books ${books ?? "unknown"}${worth}; ${age}; ` +
    (each.note === null ? `perhaps ${cause}` : `resolved: ${each.note}`)
  );
}

const words: Readonly<Record<string, string>> = {
  shares: "shares",
  value: "value",
  cash: "cash",
  lotShares: "shares of the lots",
  lotBasis: "basis of the lots",
};
