// Runs an account's facts security by security while the closed lots are read. Memory thus has only
// the open lots, and the closed rows of one security with a loss that still waits for a purchase.

import { entryAt, factColumns } from "../facts/columns.ts";
import type { LotAccount, LotFact } from "../facts/fact.ts";
import { compareFacts } from "../facts/order.ts";
import type { FactRefusal } from "../facts/refusals.ts";
import { type Book, openBook } from "../relief/book.ts";
import { windowDays } from "../relief/wash-sales.ts";
import { allocationsOf } from "../reorganizations/allocations.ts";
import {
  applyNext,
  type Halted,
  inOrder,
  problemsOf,
  revokedElections,
} from "../reorganizations/run.ts";
import type { ClosedRow } from "../shelf/row.ts";
import { isSorted } from "../shelf/sorted.ts";
import { closedLotOf, startWriting } from "./closed-lots.ts";
import type { ClosedLot } from "./tax-lot.ts";

/** A run whose closed lots are read while it goes. */
export interface Stream {
  /** Security by security, each in the order of closing; to be read once. */
  readonly closed: Iterable<ClosedLot>;
  /** Whole once `closed` was read to its end; the closed rows are not stored in it. */
  readonly book: Book;
  /** As of a run; where one stands here at the end, what was read until then does not count. */
  readonly refusals: readonly FactRefusal[];
}

/** Applies facts given in any order while the closed lots are read. */
export function streamFacts(account: LotAccount, facts: readonly LotFact[]): Stream {
  const book = openBook(account, undefined, revokedElections(account, facts));
  const refusals = problemsOf(account, facts);
  const closed = refusals.length > 0 ? [] : closedMeanwhile(book, facts, refusals);
  return { closed, book, refusals };
}

/** The facts that a run refuses, without its lots; an empty list where every fact is valid. */
export function checkFacts(account: LotAccount, facts: readonly LotFact[]): FactRefusal[] {
  const refusals = problemsOf(account, facts);
  if (refusals.length > 0) return refusals;
  const book = openBook(account, undefined, revokedElections(account, facts));
  const settled = settledRows(book, facts, refusals);
  while (settled.next().done !== true);
  return refusals;
}

function* closedMeanwhile(
  book: Book,
  facts: readonly LotFact[],
  refusals: FactRefusal[],
): Generator<ClosedLot> {
  const writing = startWriting(book.account, facts.length);
  for (const rows of settledRows(book, facts, refusals)) {
    for (const row of rows) {
      const { pieces = none } = row;
      for (const piece of pieces) yield closedLotOf(writing, piece);
      yield closedLotOf(writing, row);
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
  // They mostly are in order, and in the order of memory that is soon known.
  const columns = factColumns(book.account, isSorted(facts, compareFacts) ? facts : inOrder(facts));
  book.allocations = allocationsOf(facts);
  // The row of a closed lot that an adjustment names has to be found.
  const areKept = facts.some((fact) => fact.kind === "basisAdjustment" && fact.adjustedLots);
  let at = 0;
  for (const end of columns.ends) {
    for (; at < end; at += 1) {
      const entry = entryAt(columns, at);
      const rows = areKept ? none : takeSettled(book, entry.day);
      if (rows.length > 0) yield rows;
      applyNext(book, entry, halted);
    }
    yield book.rows.splice(0);
  }
}

/** Takes the rows off the book that no fact of a day or later can change or go before. */
function takeSettled({ rows }: Book, day: number): readonly ClosedRow[] {
  const isOpen = ({ closing, waits }: ClosedRow) =>
    closing.tradeDay >= (waits ? day - windowDays : day);
  const [oldest] = rows;
  if (oldest === undefined || isOpen(oldest)) return none;
  const open = rows.findIndex(isOpen);
  return rows.splice(0, open === -1 ? rows.length : open);
}

const none: readonly ClosedRow[] = [];
