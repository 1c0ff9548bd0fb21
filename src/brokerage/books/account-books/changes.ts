// Changes of an account's books for other resources: booking transactions into it, following a
// close that was set, and computing them again.
import assert from "node:assert/strict";
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
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
  receiversOf,
  selectMovesBooked,
  storeTransactions,
  transactionsBooked,
  updateReceiverVersions,
} from "../transactions/changes.ts";
import {
  type FactProblem,
  selectSellersAtClose,
  selectTradersOf,
  withReceivers,
} from "../transactions/reads.ts";
import { computeBooks } from "./compute-books.ts";
import { openBookingSources, openSources } from "./sources.ts";
import {
  beginLocking,
  releaseLocks,
  selectHoldersOfWorthless,
  selectStates,
  selectValued,
  updateVersion,
} from "./state-queries.ts";
import { stageBooks, storeBooks, storeStaged, unstageBooks } from "./store-books.ts";
import { lockTied } from "./tied-accounts.ts";

export { type Books, computeBooks } from "./compute-books.ts";
export { openSources, type Sources, shareSources } from "./sources.ts";
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
  /** The account of the transaction, where it is another one, to or from which lots move. */
  readonly otherAccount?: string;
  readonly row?: number;
  readonly column?: string;
  readonly reason: string;
}

/** The rows to book into an account, and the problem with which the request is refused when the
 * books cannot take them. */
export interface ToBook {
  readonly accountNumber: string;
  readonly rows: readonly NewTransaction[];
  readonly problemOf: (problem: BookingProblem) => Problem;
}

/** The booked rows: for the audit, and its events. The folios are those whose performance is
 * computed from now on. */
export interface Booking {
  readonly transactionIds: readonly Id[];
  readonly foliosComputed: readonly string[];
  /** The items that inform members of it, if there are any. */
  readonly itemsCreated?: readonly Id[];
  readonly events: readonly EventNote[];
  /** The same of the accounts to which lots move by what was booked, or do no longer. */
  readonly receivers: readonly {
    readonly accountNumber: string;
    readonly transactionIds: readonly Id[];
    readonly foliosComputed: readonly string[];
    readonly events: readonly EventNote[];
  }[];
}

/** Locks the account into which rows are to be booked, and those to which lots go from it, in order of
 * number; to be called before any of them is locked otherwise. */
export async function lockForBooking(
  tx: Tx,
  accountNumber: string,
  rows: readonly Pick<NewTransaction, "toAccountNumber">[],
): Promise<string[]> {
  return lockTied(tx, [accountNumber, ...receiversOf(rows)]);
}

/** Locks several accounts into which rows are to be booked in one transaction, in order of number; to be called
 * before any of them is locked otherwise. */
export async function lockForBookings(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await lockTied(tx, accountNumbers);
}

/**
 * Books transactions into an account, whose lock it takes with those of the accounts to which lots go from
 * it, and lets the books of all of them follow in the same transaction; waits for no load. Refuses all of
 * them when one cannot be booked.
 */
export async function bookTransactionsInto(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  { accountNumber, rows, problemOf }: ToBook,
): Promise<Booking> {
  const { now, newId } = ctx;
  const states = await selectStates(tx, await lockForBooking(tx, accountNumber, rows));
  const own = states.find((state) => state.accountNumber === accountNumber);
  assert(own, `there is no account ${accountNumber} into which to book`);
  const named = rows.map((row) => ({
    ...row,
    accountNumber,
    transactionId: row.transactionId ?? newId(),
  }));
  const { problems, foliosComputed } = await storeTransactions(tx, { ...own, now }, named);
  refuseFor(problems.map(problemOf));
  const isNewlyValued = foliosComputed.some(({ folios }) => folios.length > 0);
  const toCompute = states.map((state) => ({ state, ofLots: true }));
  // Statements run in the order in which they are sent: what is computed is read under the locks.
  const [, sources] = await Promise.all([
    lockBookedCloses(tx, { securityIds: securitiesOf(rows), isNewlyValued }),
    openBookingSources(tx, ctx),
  ]);
  const books = await computeBooks(tx, sources, toCompute);
  const transactionIds = named.map(({ transactionId }) => transactionId);
  const found = new Set(books.flatMap((each) => each.problems));
  refuseFor([...found].map((each) => problemOf(placed(each, accountNumber, transactionIds))));
  const moves = named.filter(mayMove).map(({ transactionId }) => transactionId);
  const numbers = moves.map(() => accountNumber);
  const [moved] = await Promise.all([
    moves.length === 0 ? [] : selectMovesBooked(tx, accountNumber, moves),
    ...books.map(({ state }) => updateVersion(tx, state.accountNumber)),
    moves.length > 0 && updateReceiverVersions(tx, numbers, moves),
    storeBooks(tx, books),
  ]);
  const foliosOf = (number: string) =>
    foliosComputed.find((each) => each.accountNumber === number)?.folios ?? [];
  return {
    ...bookingEvent(transactionIds, foliosOf(accountNumber)),
    receivers: [...Map.groupBy(moved, ({ toAccountNumber }) => toAccountNumber)].map(
      ([number, ofNumber]) => ({
        accountNumber: number,
        ...bookingEvent(
          ofNumber.map(({ transactionId }) => transactionId),
          foliosOf(number),
        ),
      }),
    ),
  };
}

/** Whether a row may move lots, or take a move back. */
function mayMove({ toAccountNumber, cancels, replaces }: NewTransaction): boolean {
  return [toAccountNumber, cancels, replaces].some((named) => named !== undefined);
}

/** The note of the audit log about a booking, on the chain of each account that lists what was
 * booked. */
export function notesOfBooking(accountNumber: string, { receivers, ...own }: Booking) {
  return [{ accountNumber, ...own }, ...receivers].map(
    ({ accountNumber: subject, events, ...detail }) => ({ subject, detail, events }),
  );
}

function bookingEvent(transactionIds: readonly Id[], foliosComputed: readonly string[]) {
  return { transactionIds, foliosComputed, events: [transactionsBooked(booked(transactionIds))] };
}

function securitiesOf(rows: readonly NewTransaction[]): Id[] {
  const named = rows.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
  return [...new Set(named.filter((id) => id !== undefined))];
}

/** A fact accepted before is to blame only because of a new one. */
function placed(problem: FactProblem, accountNumber: string, ids: readonly Id[]): BookingProblem {
  const { orElse = [] } = problem;
  for (const { transactionId, column, ...said } of [problem, ...orElse]) {
    const row = said.accountNumber === accountNumber ? ids.indexOf(transactionId) : -1;
    if (row !== -1) return { row, ...(column && { column }), reason: reasonOf(said) };
  }
  const { transactionId } = problem;
  const otherAccount = problem.accountNumber === accountNumber ? "" : problem.accountNumber;
  const which = `Transaction ${transactionId}${otherAccount && ` of ${otherAccount}`}`;
  const reason = `${which}, accepted before, could not be applied any more: ${reasonOf(problem)}`;
  return { ...(otherAccount && { otherAccount }), reason };
}

function reasonOf({ reason, cure }: Pick<FactProblem, "reason" | "cure">): string {
  return cure === undefined ? reason : `${reason.replace(/\.$/, "")}: ${cure}.`;
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
    ...(await withReceivers(tx, await selectSellersAtClose(tx, close.securityId))),
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

/** An account to which something is promised, and the first day on which that counts. */
export interface PromisedFrom {
  readonly accountNumber: string;
  readonly from: Day;
}

/** Lets the series of some accounts, whose locks are held, follow what is promised to each from a day on. */
export async function followPromises(
  tx: Tx,
  ctx: Pick<WriteContext, "now">,
  promised: readonly PromisedFrom[],
): Promise<void> {
  if (promised.length === 0) return;
  const numbers = promised.map(({ accountNumber }) => accountNumber);
  const states = await selectStates(tx, numbers);
  const worthless = new Set(await selectHoldersOfWorthless(tx, numbers, newYorkDay(ctx.now)));
  const firstDays = new Map(promised.map(({ accountNumber, from }) => [accountNumber, from]));
  const toCompute = states.map((state) => ({
    state,
    ofLots: worthless.has(state.accountNumber),
    from: firstDays.get(state.accountNumber),
  }));
  const books = await computeBooks(tx, await openBookingSources(tx, ctx), toCompute);
  await Promise.all(numbers.map((accountNumber) => updateVersion(tx, accountNumber)));
  // A dry run of the sweep follows the same account more than once in one transaction.
  await unstageBooks(tx, numbers);
  await storeBooks(tx, books);
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
  // The lots that are sold at the close may change what others receive.
  const sellers = await withReceivers(tx, await selectSellersAtClose(tx, securityId));
  const isNewDay = !(await isPricedBeside(tx, securityId, date));
  const others = isNewDay ? await selectValued(tx) : [];
  return { numbers: [...new Set([...traders, ...sellers, ...others])].toSorted(), isNewDay };
}
