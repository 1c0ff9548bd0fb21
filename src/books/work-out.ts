// Working out what the books of accounts come to, and how that differs from what is stored; nothing
// is changed, and no lock is needed.
import type { Reader } from "../platform/store/db.ts";
import {
  folioDaysOf,
  type StagedSeries,
  type StoredSeries,
  securitiesOf,
  selectStoredSeries,
  seriesChanges,
} from "../resources/performance/changes.ts";
import {
  type HeldRows,
  heldRows,
  isSameHeld,
  selectStoredHeld,
} from "../resources/positions/changes.ts";
import {
  type LotChanges,
  lotAccountOf,
  lotChanges,
  lotsOf,
  type StoredLots,
  selectStoredLots,
} from "../resources/tax-lots/booking/changes.ts";
import {
  type FactProblem,
  factsOf,
  judgeTransactions,
  selectTransactionsOf,
  type TransactionRow,
} from "../resources/transactions/reads.ts";
import type { Id } from "../values/ids.ts";
import type { AccountState } from "./queries.ts";
import type { Sources } from "./sources.ts";

/** How an account's books differ from the stored ones, or why they cannot be. */
export interface Worked {
  readonly state: AccountState;
  readonly problems: readonly FactProblem[];
  /** Undefined where they are the stored ones. */
  readonly lots: LotChanges | undefined;
  /** What the folios hold; undefined where it is what is stored. */
  readonly held: HeldRows | undefined;
  /** Empty where they are the stored ones. */
  readonly series: readonly StagedSeries[];
}

/** An account to work out; without its lots only its series. */
export interface Work {
  readonly state: AccountState;
  readonly ofLots: boolean;
}

/** Works out some accounts. */
export async function workOut(
  db: Reader,
  sources: Sources,
  works: readonly Work[],
): Promise<Worked[]> {
  const numbers = works.map(({ state }) => state.accountNumber);
  const ofLots = works.filter((work) => work.ofLots).map(({ state }) => state.accountNumber);
  const stored = await selectStoredSeries(db, numbers);
  const lots = await selectStoredLots(db, ofLots);
  const held = await selectStoredHeld(db, ofLots);
  const rows = await selectTransactionsOf(db, numbers);
  const done: Worked[] = [];
  for (const { state } of works) {
    const { accountNumber } = state;
    const account: StoredAccount = {
      state,
      rows: rows.get(accountNumber) ?? [],
      series: stored.get(accountNumber) ?? nothingStored,
      lots: lots.get(accountNumber),
      held: held.get(accountNumber),
    };
    done.push(await workOutOne(sources, account));
  }
  return done;
}

const nothingStored: StoredSeries = { given: new Map(), brought: new Map(), days: new Map() };

interface StoredAccount {
  readonly state: AccountState;
  readonly rows: readonly TransactionRow[];
  readonly series: StoredSeries;
  /** Undefined where lots are not worked out. */
  readonly lots: StoredLots | undefined;
  readonly held: HeldRows | undefined;
}

async function workOutOne(sources: Sources, account: StoredAccount): Promise<Worked> {
  const { state, series } = account;
  const { accountNumber } = state;
  const judged = await judgedLots(sources, account);
  if (judged.problems) {
    return { state, problems: judged.problems, lots: undefined, held: undefined, series: [] };
  }
  const { facts } = judged;
  const isComputed = series.given.size === 0 && facts.facts.length > 0;
  const closes = await sources.closes(isComputed ? securitiesOf(facts) : new Set());
  const valuationDays = isComputed ? await sources.valuationDays() : [];
  const folios = folioDaysOf(series.given, { facts: facts.facts, closes, valuationDays });
  return {
    state,
    problems: [],
    lots: judged.changes,
    held: judged.held,
    series: seriesChanges(accountNumber, series, folios),
  };
}

async function judgedLots(sources: Sources, { state, rows, lots, held }: StoredAccount) {
  const { accountNumber } = state;
  const nothing = { changes: undefined, held: undefined };
  if (lots === undefined || held === undefined) return { facts: factsOf(rows), ...nothing };
  const securities = new Set<Id>();
  for (const { securityId } of rows) if (securityId !== null) securities.add(securityId);
  const account = lotAccountOf(accountNumber, state, await sources.coverKinds(securities));
  const judged = judgeTransactions(account, rows);
  if (judged.problems) return { problems: judged.problems };
  const { facts } = judged;
  // An account without transactions has no lots to speak of.
  if (rows.length === 0 && !lots.isBooked) return { facts, ...nothing };
  const holds = heldRows(accountNumber, facts.facts);
  return {
    facts,
    changes: lotChanges(accountNumber, lots, lotsOf(accountNumber, judged.lots)),
    held: isSameHeld(held, holds) ? undefined : holds,
  };
}
