// Wash sales: a loss and the purchases within 30 days of it meet in the order of disposal and of
// acquisition, each share once. (26 USC 1091; 26 CFR 1.1091-1 and -2)
import assert from "node:assert/strict";
import { evenPieceOf, minus, plus, times, type Whole } from "../../../values/src/whole.ts";
import { earliestDay, unknownDay } from "../facts/calendar.ts";
import { addBasisTo } from "../shelf/average.ts";
import { compareAcquired, type Lot, longFromOf } from "../shelf/lot.ts";
import {
  awaitPurchase,
  dropFirst,
  dropOldLosses,
  firstPending,
  type Pending,
  type PendingLoss,
} from "../shelf/pending-loss.ts";
import { type ClosedRow, compareClosings, cutRow, lossOf } from "../shelf/row.ts";
import { addLot, cutPlaced, removeLot, type Shelf } from "../shelf/shelf.ts";
import { first, firstReached, isSorted, remove } from "../shelf/sorted.ts";
import { type Book, numbered } from "./book.ts";
import { traceMatched } from "./trace-steps.ts";

/** Days before and after the sale, both ends included. */
export const windowDays = 30;

/** Matches the losses of one sale with what was bought before it; the rest waits for purchases. */
export function washLosses(book: Book, shelf: Shelf, rows: readonly ClosedRow[]): void {
  if (rows.every((row) => lossOf(row) === 0)) return;
  const losses = rows.filter((row) => lossOf(row) > 0);
  if (!isSorted(losses, compareLosses)) losses.sort(compareLosses);
  for (const row of losses) {
    const loss = { row, day: row.closing.tradeDay, ratioNew: 1, ratioOld: 1 };
    dropOldReplacements(shelf, loss.day - windowDays);
    dropOldLosses(shelf.pending, loss.day - windowDays);
    if (!isWashedByEarlier(book, shelf, loss)) awaitPurchase(shelf.pending, loss);
  }
}

function compareLosses(a: ClosedRow, b: ClosedRow): number {
  return compareAcquired(a.lot, b.lot);
}

/** Lets a purchase just put on the shelf take the losses of its window that still wait. */
export function meetPendingLosses(book: Book, shelf: Shelf, purchase: Lot): void {
  const day = purchase.tradeDay;
  let loss = firstPending(shelf.pending, day - windowDays);
  while (loss !== undefined && purchase.isReplacement) {
    const isWhole = match(book, shelf, { loss, lot: purchase, day });
    if (isWhole) dropFirst(shelf.pending);
    loss = firstPending(shelf.pending, day - windowDays);
  }
}

/** Scales the shares of waiting losses over a split. */
export function splitPending({ losses, start }: Pending, ratioNew: Whole, ratioOld: Whole): void {
  for (const loss of losses.slice(start)) {
    loss.ratioNew = times(loss.ratioNew, ratioNew);
    loss.ratioOld = times(loss.ratioOld, ratioOld);
  }
}

/** Moves waiting losses to the shelf of a security's new id, in the order of disposal. */
export function movePending(from: Pending, to: Pending): void {
  const moved = from.losses.splice(0).slice(from.start);
  from.start = 0;
  const there = to.losses.slice(to.start);
  to.losses = [...there, ...moved].sort((a, b) => compareClosings(a.row.closing, b.row.closing));
  to.start = 0;
}

/** Ends waiting losses, and lets nothing that is held replace shares any more. */
export function endPending(pending: Pending): void {
  pending.losses = [];
  pending.start = 0;
}

function dropOldReplacements({ replacements }: Shelf, windowFrom: number): void {
  let lot = first(replacements);
  while (lot !== undefined && lot.tradeDay < windowFrom) {
    remove(replacements, lot);
    lot.isReplacement = false;
    lot = first(replacements);
  }
}

function isWashedByEarlier(book: Book, shelf: Shelf, loss: PendingLoss): boolean {
  const { day, row } = loss;
  let lot = nextReplacement(shelf, row);
  while (lot !== undefined) {
    if (match(book, shelf, { loss, lot, day })) return true;
    lot = nextReplacement(shelf, row);
  }
  return false;
}

// Shares left of the row's own purchase were not bought to replace it.
function nextReplacement({ replacements }: Shelf, { lot: sold }: ClosedRow): Lot | undefined {
  let lot = first(replacements);
  while (lot !== undefined && lot.origin.transactionId === sold.origin.transactionId) {
    const own = lot;
    lot = firstReached(replacements, (other) => compareAcquired(other, own) > 0);
  }
  return lot;
}

interface Meeting {
  readonly loss: PendingLoss;
  readonly lot: Lot;
  /** The later of the two days, from which the new basis holds. */
  readonly day: number;
}

/** Makes a row and a lot of the shares that meet; whether the loss has no share left. */
function match(book: Book, shelf: Shelf, { loss, lot, day }: Meeting): boolean {
  const whole = loss.row.quantity;
  const { lossShares, lotShares } = sharesThatMeet(loss, lot);
  const row = cutRow(loss.row, lossShares);
  assert(row.net !== undefined, "a row with a loss has proceeds");
  const disallowed = minus(row.basis, row.net);
  assert(disallowed >= 0, "no more is disallowed than is lost");
  row.disallowed = disallowed;
  const { origin, tradeDay } = lot;
  row.replacement = { transactionId: origin.transactionId, tradeDay, shares: lotShares };
  shelf.ledger.disallowed = plus(shelf.ledger.disallowed, disallowed);

  const piece = separate(book, shelf, { lot, lotShares });
  book.matches += 1;
  piece.matched = book.matches;
  piece.isReplacement = false;
  addLoss(shelf, piece, disallowed);
  piece.basisDay = day;
  if (row.adjustedDay !== unknownDay) {
    const earlier = piece.adjustedDay - (loss.day - row.adjustedDay);
    piece.adjustedDay = Math.max(earlier, earliestDay);
    piece.longFrom = longFromOf(piece.adjustedDay, piece.isInherited);
  }
  traceMatched(book, shelf, row, piece);
  addLot(shelf, piece);
  return lossShares === whole;
}

/** Both bases take a disallowed loss; to one that is not known nothing can be added. */
function addLoss(shelf: Shelf, lot: Lot, disallowed: Whole): void {
  const { ledger } = shelf;
  if (lot.isBasisKnown) {
    addBasisTo(shelf, lot, disallowed);
    if (lot.lower !== undefined) lot.lower = plus(lot.lower, disallowed);
  } else ledger.movedOut = plus(ledger.movedOut, disallowed);
}

function sharesThatMeet(loss: PendingLoss, lot: Lot): { lossShares: Whole; lotShares: Whole } {
  const { ratioNew, ratioOld, row } = loss;
  if (times(row.quantity, ratioNew) <= times(lot.quantity, ratioOld)) {
    const lotShares = clamp(evenPieceOf(row.quantity, ratioNew, ratioOld), lot.quantity);
    return { lossShares: row.quantity, lotShares };
  }
  const lossShares = clamp(evenPieceOf(lot.quantity, ratioOld, ratioNew), row.quantity);
  return { lossShares, lotShares: lot.quantity };
}

function clamp(shares: Whole, most: Whole): Whole {
  if (shares < 1) return 1;
  return shares > most ? most : shares;
}

/** Takes shares off the shelf as a lot of their own; the rest stays there. */
export function separate(
  book: Book,
  shelf: Shelf,
  cut: { readonly lot: Lot; readonly lotShares: Whole },
): Lot {
  const { lot, lotShares } = cut;
  if (lotShares === lot.quantity) {
    removeLot(shelf, lot);
    return lot;
  }
  const piece = cutPlaced(shelf, lot, lotShares);
  const { quantity, unadjusted, basis, original, lower } = piece;
  return numbered(book, { ...lot, quantity, unadjusted, basis, original, lower });
}
