// Computes an account's books again: without a lock, then stored under the lock in a transaction of
// its own. (docs/operations.md)
import type { WriteContext } from "../platform/change/context.ts";
import { write } from "../platform/change/write.ts";
import type { Reader, Tx } from "../platform/store/db.ts";
import { type Books, computeBooks } from "../resources/account-books/compute-books.ts";
import { openSources, type Sources } from "../resources/account-books/sources.ts";
import {
  type AccountState,
  lockState,
  selectStates,
} from "../resources/account-books/state-queries.ts";
import { storeBooks } from "../resources/account-books/store-books.ts";
import {
  countAccountsWithFacts,
  selectAccountsWithFacts,
} from "../resources/transactions/reads.ts";
import { computeAccountEntry } from "./entries.ts";

/** How many lots of one side were added, changed and removed. */
export type ChangedLots = {
  readonly added: string;
  readonly changed: string;
  readonly removed: string;
};

/** What a computation changed; a series without a folio number is the account's own. */
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

/** Computes some accounts one after the other; one that does not exist is skipped. */
export async function* computeAccounts(
  ctx: WriteContext,
  sources: Sources,
  accountNumbers: readonly string[],
): AsyncGenerator<ComputedAccount> {
  const states = await selectStates(ctx.db, accountNumbers);
  await sources.freshen();
  const toCompute = states.map((state) => ({ state, ofLots: true }));
  for (const books of await computeBooks(ctx.db, sources, toCompute)) {
    yield isSame(books) ? computed(books, []) : await store(ctx, books);
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

/** How many accounts have facts, from the one after `after` on. */
export async function countAccountsToCompute(db: Reader, after: string): Promise<number> {
  return countAccountsWithFacts(db, after);
}

function isSame({ problems, lots, held, series }: Books): boolean {
  const isOther = lots !== undefined || held !== undefined || series.length > 0;
  return problems.length === 0 && !isOther;
}

async function store(ctx: WriteContext, books: Books): Promise<ComputedAccount> {
  // Results are sent by COPY, which needs a connection for loads.
  return write({ ...ctx, db: ctx.db.forLoads }, computeAccountEntry, async (tx) => {
    const { accountNumber } = books.state;
    const state = await lockState(tx, accountNumber);
    const now = state && isMoved(state, books.state) ? await recompute(tx, state, ctx.now) : books;
    if (now.problems.length > 0 || isSame(now)) return { value: computed(now, []), audit: [] };
    const years = await storeBooks(tx, now);
    const value = computed(
      now,
      years.map(({ taxYear }) => taxYear),
    );
    const { lots, positions, series } = value;
    return { value, audit: [{ subject: accountNumber, detail: { lots, positions, series } }] };
  });
}

function isMoved(now: AccountState, before: AccountState): boolean {
  return (Object.keys(before) as (keyof AccountState)[]).some((key) => now[key] !== before[key]);
}

async function recompute(tx: Tx, state: AccountState, now: Date): Promise<Books> {
  const [again] = await computeBooks(tx, openSources(tx, now), [{ state, ofLots: true }]);
  return again as Books;
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
      days: String(days.length),
    })),
    problems: problems.map(
      ({ transactionId, reason }) => `Transaction ${transactionId} cannot be applied: ${reason}`,
    ),
  };
}
