// Computes the books of accounts and how they differ from what is stored; nothing is changed, and no
// lock is needed.

import type { RawSources } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import {
  folioDaysOf,
  type LateChange,
  type StagedSeries,
  type StoredSeries,
  securitiesOf,
  selectStoredSeries,
  seriesChanges,
} from "../performance/changes.ts";
import {
  type HeldChanges,
  type HeldRows,
  heldChanges,
  heldRows,
  selectStoredHeld,
} from "../positions/changes.ts";
import {
  type LotChanges,
  lotChanges,
  lotsOf,
  type StoredLots,
  selectStoredLots,
} from "../tax-lots/booking/changes.ts";
import {
  type FactProblem,
  factsOf,
  selectPromised,
  selectTransactionsOf,
  type TransactionRow,
} from "../transactions/reads.ts";
import { continueSeries } from "./continue-series.ts";
import { type Sources, termsOf } from "./sources.ts";
import type { AccountState } from "./state-queries.ts";
import { type ApplyAccount, openTied } from "./tied-accounts.ts";

/** How an account's computed books differ from the stored ones, or why they cannot be computed. */
export interface Books {
  readonly state: AccountState;
  readonly problems: readonly FactProblem[];
  /** Undefined where nothing differs. */
  readonly lots: LotChanges | undefined;
  /** The holdings of the folios; undefined where nothing differs. */
  readonly held: HeldChanges | undefined;
  /** Empty where nothing differs. */
  readonly series: readonly StagedSeries[];
}

/** An account to compute: its lots and series, or its series alone. */
export interface BooksToCompute {
  readonly state: AccountState;
  readonly ofLots: boolean;
  /** The first day of which anything has changed that its series follow from, if that is known. */
  readonly from?: Day | undefined;
}

/** Computes the books of some accounts: from a day on those whose series can go on from there, the
 * others as a whole. */
export async function computeBooks(
  db: Reader,
  sources: Sources,
  toCompute: readonly BooksToCompute[],
): Promise<Books[]> {
  const series = await continueSeries(db, sources, toCompute.flatMap(lateChangeOf));
  const whole = toCompute.filter(({ state }) => !series.has(state.accountNumber));
  const done = await computeWhole(db, sources, whole);
  const byNumber = new Map(done.map((books) => [books.state.accountNumber, books]));
  return toCompute.map(({ state }) => {
    const known = byNumber.get(state.accountNumber);
    const own = series.get(state.accountNumber) ?? [];
    return known ?? { state, problems: [], lots: undefined, held: undefined, series: own };
  });
}

function lateChangeOf({ state, ofLots, from }: BooksToCompute): LateChange[] {
  return ofLots || from === undefined ? [] : [{ accountNumber: state.accountNumber, from }];
}

async function computeWhole(
  db: Reader,
  sources: Sources,
  toCompute: readonly BooksToCompute[],
): Promise<Books[]> {
  if (toCompute.length === 0) return [];
  const numbers = toCompute.map(({ state }) => state.accountNumber);
  const ofLots = toCompute.filter((work) => work.ofLots).map(({ state }) => state.accountNumber);
  const [stored, lots, held, rows, promises] = await Promise.all([
    selectStoredSeries(db, numbers),
    selectStoredLots(db, ofLots),
    selectStoredHeld(db, ofLots),
    selectTransactionsOf(db, numbers),
    selectPromised(db, numbers),
  ]);
  const rowsOf = ({ accountNumber }: AccountState) => rows.get(accountNumber) ?? [];
  const withLots = toCompute.filter((work) => work.ofLots);
  const apply = await openTied(
    db,
    sources,
    withLots.map(({ state }) => ({ state, rows: rowsOf(state) })),
  );
  const done: Books[] = [];
  for (const { state } of toCompute) {
    const { accountNumber } = state;
    const account: StoredAccount = {
      state,
      rows: rowsOf(state),
      promised: promises.get(accountNumber),
      series: stored.get(accountNumber) ?? nothingStored,
      lots: lots.get(accountNumber),
      held: held.get(accountNumber),
    };
    done.push(await booksOf(sources, apply, account));
  }
  return done;
}

const nothingStored: StoredSeries = {
  given: new Map(),
  computed: new Set(),
  imported: new Map(),
  quarters: new Map(),
};

interface StoredAccount {
  readonly state: AccountState;
  readonly rows: readonly TransactionRow[];
  readonly promised: RawSources["promised"];
  readonly series: StoredSeries;
  /** Undefined where lots are not computed. */
  readonly lots: StoredLots | undefined;
  readonly held: HeldRows | undefined;
}

async function booksOf(
  sources: Sources,
  apply: ApplyAccount,
  account: StoredAccount,
): Promise<Books> {
  const { state, series, promised } = account;
  const { accountNumber } = state;
  const result = await computeLots(sources, apply, account);
  if (result.problems) {
    return { state, problems: result.problems, lots: undefined, held: undefined, series: [] };
  }
  const { facts } = result;
  const isComputed = series.computed.size > 0 && facts.facts.length > 0;
  const securities = isComputed ? securitiesOf(facts) : new Set<Id>();
  const [closes, terms] = await Promise.all([
    sources.closes(securities),
    isComputed ? termsOf(sources, securities) : {},
  ]);
  const [since] = facts.facts.map(({ tradeOn }) => tradeOn).toSorted();
  const valuationDays = isComputed && since ? await sources.valuationDays(since, closes) : [];
  const raw = { facts: facts.facts, promised, closes, valuationDays, ...terms };
  const folios = folioDaysOf(series, raw);
  return {
    state,
    problems: [],
    lots: result.changes,
    held: result.held,
    series: seriesChanges(accountNumber, series, folios),
  };
}

async function computeLots(sources: Sources, apply: ApplyAccount, account: StoredAccount) {
  const { state, rows, lots, held } = account;
  const { accountNumber } = state;
  const nothing = { changes: undefined, held: undefined };
  if (lots === undefined || held === undefined)
    return { facts: factsOf(rows, sources.today), ...nothing };
  const result = await apply(account);
  if (result.problems) return { problems: result.problems };
  const { facts } = result;
  // An account without transactions has no lots.
  if (rows.length === 0 && !lots.isBooked) return { facts, ...nothing };
  const holds = heldRows(accountNumber, facts.facts, result.lots.account.quotationFactors);
  return {
    facts,
    changes: lotChanges(accountNumber, lots, lotsOf(accountNumber, result.lots)),
    held: heldChanges(held, holds),
  };
}
