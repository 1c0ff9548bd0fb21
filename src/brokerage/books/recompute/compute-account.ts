// Computes the books of accounts again: without locks, then stored under the locks of a few of them in
// one transaction. (docs/operations.md)
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { accountsOfTransaction } from "../../../platform/store/distributed/differences.ts";
import {
  type AccountState,
  type Books,
  computeBooks,
  lockStates,
  openSources,
  type Sources,
  selectStates,
  storeBooks,
} from "../account-books/changes.ts";
import { selectAccountsWithFacts, withReceivers } from "../transactions/reads.ts";
import { computeAccountEntry } from "./entries.ts";

/** How many lots of one side were added, changed and removed. */
export type ChangedLots = {
  readonly added: string;
  readonly changed: string;
  readonly removed: string;
};

/** The changes by a computation; a series without a folio number is the account's own. */
export type ComputedAccount = {
  readonly accountNumber: string;
  readonly lots: { readonly open: ChangedLots; readonly closed: ChangedLots } | null;
  /** Whether what the folios hold has changed. */
  readonly positions: boolean;
  /** Reported years whose rows have changed. */
  readonly reportedYears: readonly string[];
  readonly series: readonly {
    readonly folioNumber: string;
    readonly from: string;
    readonly days: string;
  }[];
  /** Transactions that cannot be applied; then nothing of the account has changed. */
  readonly problems: readonly string[];
};

/** Whether the stored books of an account already matched its facts. */
export function isUnchanged({ lots, positions, series, problems }: ComputedAccount): boolean {
  return lots === null && !positions && series.length === 0 && problems.length === 0;
}

/** Computes some accounts, in order of number; one that does not exist is skipped. */
export async function* computeAccounts(
  ctx: WriteContext,
  sources: Sources,
  accountNumbers: readonly string[],
): AsyncGenerator<ComputedAccount> {
  const states = await selectStates(ctx.db, accountNumbers);
  await sources.freshen();
  const toCompute = states.map((state) => ({ state, ofLots: true }));
  const books = await computeBooks(ctx.db, sources, toCompute);
  const atOnce = accountsOfTransaction(ctx.db);
  for (let at = 0; at < books.length; at += atOnce) {
    yield* await storeSome(ctx, books.slice(at, at + atOnce));
  }
}

/** Computes one account; undefined when there is none. */
export async function computeAccount(
  ctx: WriteContext,
  accountNumber: string,
): Promise<ComputedAccount | undefined> {
  for await (const done of computeAccounts(ctx, openSources(ctx.db, ctx.now), [accountNumber]))
    return done;
  return undefined;
}

/** Computes one account and those to which lots were ever moved from it; nothing where there is none. */
export async function* computeWithReceivers(
  ctx: WriteContext,
  accountNumber: string,
): AsyncGenerator<ComputedAccount> {
  const numbers = await withReceivers(ctx.db, [accountNumber]);
  yield* computeAccounts(ctx, openSources(ctx.db, ctx.now), numbers);
}

const accountsAtOnce = 20;

/** The accounts that have facts, in order of number from the one after `after` on, in batches of
 * which each can be computed by itself. */
export async function* accountsToCompute(
  db: Reader,
  after: string,
): AsyncGenerator<readonly string[]> {
  for (let last: string | undefined = after; last !== undefined; ) {
    const accounts: string[] = await selectAccountsWithFacts(db, last, accountsAtOnce);
    if (accounts.length > 0) yield accounts;
    last = accounts.at(-1);
  }
}

function isSame({ problems, lots, held, series }: Books): boolean {
  const isOther = lots !== undefined || held !== undefined || series.length > 0;
  return problems.length === 0 && !isOther;
}

/** Stores what differs in the books of some accounts; those in which nothing does are not locked. */
async function storeSome(ctx: WriteContext, books: readonly Books[]): Promise<ComputedAccount[]> {
  const others = books.filter((each) => !isSame(each));
  const stored = others.length === 0 ? [] : await store(ctx, others);
  const byNumber = new Map(stored.map((each) => [each.accountNumber, each]));
  return books.map((each) => byNumber.get(each.state.accountNumber) ?? computed(each, []));
}

async function store(
  ctx: WriteContext,
  books: readonly Books[],
): Promise<readonly ComputedAccount[]> {
  // Results are sent by COPY, which needs a connection for loads.
  return write({ ...ctx, db: ctx.db.forLoads }, computeAccountEntry, async (tx) => {
    const now = await upToDate(tx, books, ctx.now);
    const changed = now.filter((each) => each.problems.length === 0 && !isSame(each));
    const years = Map.groupBy(await storeBooks(tx, changed), ({ accountNumber }) => accountNumber);
    const value = now.map((each) => {
      const own = years.get(each.state.accountNumber) ?? [];
      return computed(
        each,
        own.map(({ taxYear }) => taxYear),
      );
    });
    const isStored = new Set(changed.map(({ state }) => state.accountNumber));
    const audit = value
      .filter(({ accountNumber }) => isStored.has(accountNumber))
      .map(({ accountNumber: subject, lots, positions, series }) => ({
        subject,
        detail: { lots, positions, series },
      }));
    return { value, audit };
  });
}

/** Locks the accounts of some books; those that have changed meanwhile are computed again. */
async function upToDate(tx: Tx, books: readonly Books[], now: Date): Promise<readonly Books[]> {
  const before = new Map(books.map(({ state }) => [state.accountNumber, state]));
  const states = await lockStates(tx, [...before.keys()]);
  const moved = states.filter((state) =>
    isMoved(state, before.get(state.accountNumber) as AccountState),
  );
  if (moved.length === 0) return books;
  const toCompute = moved.map((state) => ({ state, ofLots: true }));
  const again = await computeBooks(tx, openSources(tx, now), toCompute);
  const renewed = new Map(again.map((each) => [each.state.accountNumber, each]));
  return books.map((each) => renewed.get(each.state.accountNumber) ?? each);
}

function isMoved(now: AccountState, before: AccountState): boolean {
  return (Object.keys(before) as (keyof AccountState)[]).some((key) => now[key] !== before[key]);
}

function computed(books: Books, reportedYears: readonly string[]): ComputedAccount {
  const { state, lots, held, series, problems } = books;
  const counts = ({ added, changed, removed }: Readonly<Record<keyof ChangedLots, number>>) => ({
    added: String(added),
    changed: String(changed),
    removed: String(removed),
  });
  return {
    accountNumber: state.accountNumber,
    lots: lots ? { open: counts(lots.counts.open), closed: counts(lots.counts.closed) } : null,
    positions: held !== undefined,
    reportedYears,
    series: series.map(({ folioNumber, from, days }) => ({
      folioNumber,
      from,
      days: String(days),
    })),
    problems: problems.map((problem) => {
      const { transactionId, reason } = problem;
      const isOwn = problem.accountNumber === state.accountNumber;
      const whose = isOwn ? "" : ` of ${problem.accountNumber}`;
      return `Transaction ${transactionId}${whose} cannot be applied: ${reason}`;
    }),
  };
}
