// What other resources may change of an account's books: booking transactions into it, following a
// close that was set, and computing them again.
import assert from "node:assert/strict";
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { lockAccounts } from "../../../platform/bulk/stage/near-stages.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import {
  isPricedBeside,
  lockBookedCloses,
  lockSetClose,
} from "../../../reference/prices/queries.ts";
import { type Problem, refuseFor } from "../../../values/problem.ts";
import {
  booked,
  type PlacedLater,
  storeTransactions,
  transactionsBooked,
} from "../transactions/changes.ts";
import { type FactProblem, selectSellersAtClose, selectTradersOf } from "../transactions/reads.ts";
import { computeBooks } from "./compute-books.ts";
import { openSources } from "./sources.ts";
import {
  beginLocking,
  lockStates,
  releaseLocks,
  selectHoldersOfWorthless,
  selectStates,
  selectValued,
  updateVersion,
} from "./state-queries.ts";
import { stageBooks, storeBooks, storeStaged } from "./store-books.ts";

export { type Books, computeBooks } from "./compute-books.ts";
export { openSources, type Sources } from "./sources.ts";
export {
  type AccountState,
  beginLocking,
  heldWorthless,
  lockStates,
  releaseLocks,
  selectStates,
} from "./state-queries.ts";
export { stageBooks, storeBooks, storeStaged, unstageBooks } from "./store-books.ts";

/** A transaction to be booked: what it leaves out, of its id and its place on its day, is drawn or
 * the next one that is free. */
export type NewTransaction = Omit<PlacedLater, "accountNumber" | "transactionId"> & {
  readonly transactionId?: Id | undefined;
};

/** Why rows are not booked: a place counts from 0; without one a transaction accepted before could
 * not be applied any more. */
export interface BookingProblem {
  readonly row?: number;
  readonly column?: string;
  readonly reason: string;
}

/** What is to be booked into which account, and the problem with which the request is refused when
 * the books cannot take it. */
export interface ToBook {
  readonly accountNumber: string;
  readonly rows: readonly NewTransaction[];
  readonly problemOf: (problem: BookingProblem) => Problem;
}

/** What was booked: for the audit, and what it tells. The folios are those whose performance is
 * computed from now on. */
export interface Booking {
  readonly transactionIds: readonly Id[];
  readonly foliosComputed: readonly string[];
  readonly events: readonly EventNote[];
}

/**
 * Books transactions into an account, whose lock it takes, and lets its books follow in the same
 * transaction; waits for no load. Refuses all of them when one cannot be booked.
 */
export async function bookTransactionsInto(
  tx: Tx,
  { now, newId }: Pick<WriteContext, "now" | "newId">,
  { accountNumber, rows, problemOf }: ToBook,
): Promise<Booking> {
  const [state] = await lockStates(tx, [accountNumber]);
  assert(state, `there is no account ${accountNumber} into which to book`);
  const named = rows.map((row) => ({
    ...row,
    accountNumber,
    transactionId: row.transactionId ?? newId(),
  }));
  const { problems, foliosComputed } = await storeTransactions(tx, { ...state, now }, named);
  refuseFor(problems.map(problemOf));
  const isNewlyValued = foliosComputed.length > 0;
  await lockBookedCloses(tx, { securityIds: securitiesOf(rows), isNewlyValued });

  const [books] = await computeBooks(tx, openSources(tx, now), [{ state, ofLots: true }]);
  assert(books, `the books of ${accountNumber} were computed`);
  const transactionIds = named.map(({ transactionId }) => transactionId);
  refuseFor(books.problems.map((problem) => problemOf(placed(problem, transactionIds))));
  await updateVersion(tx, accountNumber);
  await storeBooks(tx, [books]);
  const events = [transactionsBooked(booked(transactionIds))];
  return { transactionIds, foliosComputed, events };
}

function securitiesOf(rows: readonly NewTransaction[]): Id[] {
  const named = rows.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
  return [...new Set(named.filter((id) => id !== undefined))];
}

/** A fact accepted before is to blame only because of a new one. */
function placed({ transactionId, ...problem }: FactProblem, ids: readonly Id[]): BookingProblem {
  const row = ids.indexOf(transactionId);
  if (row !== -1) return { row, ...problem };
  const could = "accepted before, could not be applied any more";
  return { reason: `Transaction ${transactionId}, ${could}: ${problem.reason}` };
}

const accountsAtOnce = 100;

/**
 * Lets books follow a close that was set: those of every account that has had the security and, where
 * no other security has a close on that day, of all whose performance is computed, since it becomes a
 * valuation day. Returns the numbers of these accounts, which it locks in order.
 */
export async function followClose(
  tx: Tx,
  { now }: Pick<WriteContext, "now">,
  close: DayOfClose,
): Promise<readonly string[]> {
  const numbers = await lockFollowers(tx, close);
  const sources = openSources(tx, now);
  const ofLots = new Set([
    ...(await selectSellersAtClose(tx, close.securityId)),
    // Once its year has ended, series are without it; lots must not lag behind them.
    ...(await selectHoldersOfWorthless(tx, numbers, newYorkDay(now))),
  ]);
  for (let at = 0; at < numbers.length; at += accountsAtOnce) {
    const states = await selectStates(tx, numbers.slice(at, at + accountsAtOnce));
    const toCompute = states.map((state) => {
      return { state, ofLots: ofLots.has(state.accountNumber), from: close.date };
    });
    const books = await computeBooks(tx, sources, toCompute);
    for (const { state } of books) await updateVersion(tx, state.accountNumber);
    await stageBooks(tx, books);
  }
  await storeStaged(tx);
  return numbers;
}

interface DayOfClose {
  readonly securityId: Id;
  readonly date: Day;
}

/** Locks the accounts that follow a close, and keeps others from joining them. An account that joined
 * them meanwhile is locked in its turn, so that nobody waits in a circle. */
async function lockFollowers(tx: Tx, close: DayOfClose): Promise<readonly string[]> {
  const { securityId } = close;
  for (;;) {
    const { numbers, isNewDay } = await selectFollowers(tx, close);
    await beginLocking(tx);
    await lockAccounts(tx, numbers);
    await lockSetClose(tx, { securityId, isNewDay });
    const now = await selectFollowers(tx, close);
    const isStill = isNewDay || !now.isNewDay;
    if (isStill && new Set(now.numbers).isSubsetOf(new Set(numbers))) return numbers;
    await releaseLocks(tx);
  }
}

async function selectFollowers(tx: Tx, { securityId, date }: DayOfClose) {
  const traders = await selectTradersOf(tx, securityId);
  const isNewDay = !(await isPricedBeside(tx, securityId, date));
  const others = isNewDay ? await selectValued(tx) : [];
  return { numbers: [...new Set([...traders, ...others])].toSorted(), isNewDay };
}
