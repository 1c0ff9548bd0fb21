// Runs an account's facts security by security while the closed lots are read, so that no more is
// held than what is open, and the closed rows of one security in one window.
import type { Id } from "../../../values/ids.ts";
import { applyNext, type Halted, inOrder, problemsOf } from "../events/run.ts";
import { dayNumber } from "../facts/calendar.ts";
import type { LotAccount, LotFact } from "../facts/fact.ts";
import { compareFacts, dayOfFact } from "../facts/order.ts";
import type { FactRefusal } from "../facts/refusals.ts";
import { type Book, openBook } from "../relief/book.ts";
import { windowDays } from "../relief/wash-sales.ts";
import type { ClosedRow } from "../shelf/row.ts";
import { closedLotOf, lotsOfRow, startWriting } from "./closed-lots.ts";
import type { ClosedLot } from "./tax-lot.ts";

/** A run whose closed lots are read while it goes. */
export interface Stream {
  /** Security by security, each in the order of closing; to be read once. */
  readonly closed: Iterable<ClosedLot>;
  /** Whole once `closed` was read to its end; the closed rows are not kept in it. */
  readonly book: Book;
  /** As of a run; where one stands here at the end, what was read until then does not count. */
  readonly refusals: readonly FactRefusal[];
}

/** Applies facts given in any order while the closed lots are read. */
export function streamFacts(account: LotAccount, facts: readonly LotFact[]): Stream {
  const book = openBook(account);
  const refusals = problemsOf(account, facts);
  const closed = refusals.length > 0 ? [] : closedMeanwhile(book, facts, refusals);
  return { closed, book, refusals };
}

/** What a run refuses, without its lots; every fact is possible where nothing is. */
export function checkFacts(account: LotAccount, facts: readonly LotFact[]): FactRefusal[] {
  const refusals = problemsOf(account, facts);
  if (refusals.length > 0) return refusals;
  const settled = settledRows(openBook(account), facts, refusals);
  while (settled.next().done !== true);
  return refusals;
}

function* closedMeanwhile(
  book: Book,
  facts: readonly LotFact[],
  refusals: FactRefusal[],
): Generator<ClosedLot> {
  const writing = startWriting(book.account);
  for (const rows of settledRows(book, facts, refusals)) {
    for (const row of rows) {
      if (row.pieces === undefined) yield closedLotOf(writing, row);
      else yield* lotsOfRow(writing, row);
    }
  }
}

/** Applies the facts of one security after another, and takes off the book what is settled. */
function* settledRows(
  book: Book,
  facts: readonly LotFact[],
  refusals: FactRefusal[],
): Generator<readonly ClosedRow[]> {
  const halted: Halted = { securities: new Set(), refusals };
  const isOrdered = areInOrder(facts);
  for (const alone of apart(facts)) {
    for (const fact of isOrdered ? alone : inOrder(alone)) {
      const rows = takeSettled(book, dayNumber(dayOfFact(fact)));
      if (rows.length > 0) yield rows;
      applyNext(book, fact, halted);
    }
    yield book.rows.splice(0);
  }
}

/** Whether facts are given in order, as they mostly are; in the order of memory that is soon known. */
function areInOrder(facts: readonly LotFact[]): boolean {
  return facts.every((fact, at) => at === 0 || compareFacts(facts[at - 1] as LotFact, fact) <= 0);
}

/** Takes the rows off the book that no purchase of a day or later can change. */
function takeSettled({ rows }: Book, day: number): readonly ClosedRow[] {
  const isOpen = (row: ClosedRow) => row.closing.tradeDay >= day - windowDays;
  const [oldest] = rows;
  if (oldest === undefined || isOpen(oldest)) return none;
  const open = rows.findIndex(isOpen);
  return rows.splice(0, open === -1 ? rows.length : open);
}

const none: readonly ClosedRow[] = [];

/** Facts in parts that have nothing to do with each other: securities that no event joins. */
function apart(facts: readonly LotFact[]): Iterable<LotFact[]> {
  const joined = new Map<Id, Id>();
  const leaderOf = (security: Id): Id => {
    let leader = security;
    for (let next = joined.get(leader); next !== undefined; next = joined.get(leader))
      leader = next;
    return leader;
  };
  for (const fact of facts) {
    if (!("intoSecurity" in fact) || fact.intoSecurity === undefined) continue;
    const [from, into] = [leaderOf(fact.security), leaderOf(fact.intoSecurity)];
    if (from !== into) joined.set(from, into);
  }
  return Map.groupBy(facts, ({ security }) => leaderOf(security)).values();
}
