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
import { type Books, computeBooks } from "./compute-books.ts";
import { openBookingSources, openSources } from "./sources.ts";
import {
  type AccountState,
  beginLocking,
  releaseLocks,
  selectHoldersOfWorthless,
  selectStates,
  selectValued,
  updateVersions,
} from "./state-queries.ts";
import { stageBooks, storeBooks, storeStaged, unstageBooks } from "./store-books.ts";
import { lockForBookings } from "./tied-accounts.ts";

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
export { lockForBookings } from "./tied-accounts.ts";

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
  return lockForBookings(tx, [accountNumber, ...receiversOf(rows)]);
}

/**
 * Books transactions into an account, whose lock it takes with those of the accounts to which lots go from
 * it, and lets the books of all of them follow in the same transaction; waits for no load. Refuses all of
 * them when one cannot be booked.
 */
export async function bookTransactionsInto(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  toBook: ToBook,
): Promise<Booking> {
  const locked = await lockForBooking(tx, toBook.accountNumber, toBook.rows);
  const [booking] = await bookIntoAll(tx, ctx, locked, [toBook]);
  assert(booking, "one is booked");
  return booking;
}

/**
 * Books transactions into some accounts, each named once, and lets the books follow of all that `lockForBookings` has
 * locked for them. Each statement serves all of them, and one that cannot be booked has all refused. Returns the
 * bookings in the same order.
 */
export async function bookIntoAll(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  locked: readonly string[],
  toBook: readonly ToBook[],
): Promise<readonly Booking[]> {
  if (toBook.length === 0) return [];
  const states = new Map(
    (await selectStates(tx, locked)).map((state) => [state.accountNumber, state]),
  );
  const named = toBook.map(({ accountNumber, rows, problemOf }) => {
    const account = states.get(accountNumber);
    assert(account, `there is no account ${accountNumber} into which to book`);
    const own = rows.map((row) => ({
      ...row,
      accountNumber,
      transactionId: row.transactionId ?? ctx.newId(),
    }));
    return { account, rows: own, problemOf };
  });
  const { problems, foliosComputed } = await storeTransactions(tx, ctx.now, named);
  refuseFor(named.flatMap(({ problemOf }, at) => problems[at]?.map(problemOf) ?? []));
  const isNewlyValued = foliosComputed.some(({ folios }) => folios.length > 0);
  // Statements run in the order in which they are sent: what is computed is read under the locks.
  const [, sources] = await Promise.all([
    lockBookedCloses(tx, {
      securityIds: securitiesOf(named.flatMap(({ rows }) => rows)),
      isNewlyValued,
    }),
    openBookingSources(tx, ctx),
  ]);
  const toCompute = [...states.values()].map((state) => ({ state, ofLots: true }));
  const books = await computeBooks(tx, sources, toCompute);
  refuseFor(problemsOfBooks(books, named));
  const [, moves] = await Promise.all([
    updateVersions(
      tx,
      books.map(({ state }) => state.accountNumber),
    ),
    Promise.all(named.map((each) => storeMoves(tx, each))),
    storeBooks(tx, books),
  ]);
  const folios = new Map(foliosComputed.map((each) => [each.accountNumber, each.folios]));
  return named.map((each, at) => bookingOf(each, moves[at] ?? [], folios));
}

/** Rows with their ids, to be booked into an account. */
interface NamedRows extends Pick<ToBook, "problemOf"> {
  readonly account: AccountState;
  readonly rows: readonly (NewTransaction & { readonly transactionId: Id })[];
}

/** Why books cannot be computed with new rows, each reason once. */
function problemsOfBooks(books: readonly Books[], named: readonly NamedRows[]): Problem[] {
  const found = new Set(books.flatMap((each) => each.problems));
  return [...found].flatMap((problem) => {
    const of = named.find(({ account }) => account.accountNumber === problem.accountNumber);
    // That of an account to which lots move is due to the one that moves them.
    const to = of ?? named[0];
    if (to === undefined) return [];
    const ids = to.rows.map(({ transactionId }) => transactionId);
    return [to.problemOf(placed(problem, to.account.accountNumber, ids))];
  });
}

/** Notes from which version on the accounts to which lots move have what was booked, once their versions are increased;
 * returns these moves. */
async function storeMoves(tx: Tx, { account, rows }: NamedRows) {
  const { accountNumber } = account;
  const moves = rows.filter(mayMove).map(({ transactionId }) => transactionId);
  if (moves.length === 0) return [];
  const numbers = moves.map(() => accountNumber);
  const [moved] = await Promise.all([
    selectMovesBooked(tx, accountNumber, moves),
    updateReceiverVersions(tx, numbers, moves),
  ]);
  return moved;
}

function bookingOf(
  { account, rows }: NamedRows,
  moves: Awaited<ReturnType<typeof selectMovesBooked>>,
  folios: ReadonlyMap<string, readonly string[]>,
): Booking {
  const transactionIds = rows.map(({ transactionId }) => transactionId);
  const byReceiver = Map.groupBy(moves, ({ toAccountNumber }) => toAccountNumber);
  return {
    ...bookingEvent(transactionIds, folios.get(account.accountNumber) ?? []),
    receivers: [...byReceiver].map(([number, ofNumber]) => ({
      accountNumber: number,
      ...bookingEvent(
        ofNumber.map(({ transactionId }) => transactionId),
        folios.get(number) ?? [],
      ),
    })),
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
    await updateVersions(
      tx,
      books.map(({ state }) => state.accountNumber),
    );
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
  await updateVersions(tx, numbers);
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
