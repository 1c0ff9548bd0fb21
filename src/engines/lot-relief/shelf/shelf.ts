// The open lots of one security in the orders in which they are looked for: by age always, by basis
// per share and term once a method asks for it, so that a lot is found without a scan.
import assert from "node:assert/strict";
import { compareIds, type Id } from "../../../values/ids.ts";
import { minus, plus, times, type Whole } from "../../../values/whole.ts";
import { unknownDay } from "../facts/calendar.ts";
import { emptyLedger, type Ledger } from "./ledger.ts";
import { compareAcquired, compareTies, cutLot, type Held, type Lot, type Piece } from "./lot.ts";
import { emptyPending, type Pending } from "./pending-loss.ts";
import { first, firstReached, insert, itemsOf, remove, type Sorted, sorted } from "./sorted.ts";

/** The lots of one term: from the largest loss to the largest gain, and once asked for by age. */
export interface TermShelf {
  readonly byGain: Sorted<Lot>;
  byAge: Sorted<Lot> | undefined;
}

interface Terms {
  readonly short: TermShelf;
  readonly long: TermShelf;
  /** Short lots by the day on which they become long. */
  readonly maturing: Sorted<Lot>;
  /** Gifts with two bases: where they stand depends on the price, so they are looked at singly. */
  readonly twoBases: Set<Lot>;
  day: number;
}

/** One security's position. */
export interface Shelf {
  readonly security: Id;
  quantity: Whole;
  /** Basis of the whole position under average cost; undefined for lots with their own. */
  readonly pool: Held | undefined;
  readonly byAge: Sorted<Lot>;
  /** Purchases that can still replace shares sold at a loss. */
  readonly replacements: Sorted<Lot>;
  readonly pending: Pending;
  readonly ledger: Ledger;
  terms: Terms | undefined;
  byOrigin: Sorted<Lot> | undefined;
}

/** An empty position. */
export function openShelf(security: Id, isTaxable: boolean): Shelf {
  return {
    security,
    quantity: 0,
    pool: isTaxable ? undefined : { basis: 0, isBasisKnown: true, lower: undefined },
    byAge: sorted(compareTies),
    replacements: sorted(compareAcquired),
    pending: emptyPending(),
    ledger: emptyLedger(),
    terms: undefined,
    byOrigin: undefined,
  };
}

/** Puts a lot on the shelf. */
export function addLot(shelf: Shelf, lot: Lot): void {
  shelf.quantity = plus(shelf.quantity, lot.quantity);
  insert(shelf.byAge, lot);
  if (shelf.byOrigin !== undefined) insert(shelf.byOrigin, lot);
  if (lot.isReplacement) insert(shelf.replacements, lot);
  if (shelf.terms !== undefined) place(shelf.terms, lot);
}

/** Takes a lot off the shelf. */
export function removeLot(shelf: Shelf, lot: Lot): void {
  shelf.quantity = minus(shelf.quantity, lot.quantity);
  remove(shelf.byAge, lot);
  if (shelf.byOrigin !== undefined) remove(shelf.byOrigin, lot);
  if (lot.isReplacement) remove(shelf.replacements, lot);
  if (shelf.terms !== undefined) displace(shelf.terms, lot);
}

/** Takes shares of a lot that stays, which moves it among the gains at most. */
export function cutPlaced(shelf: Shelf, lot: Lot, shares: Whole): Piece {
  const byGain = shelf.terms && lot.lower === undefined && termOf(shelf.terms, lot).byGain;
  if (byGain) remove(byGain, lot);
  const piece = cutLot(lot, shares);
  shelf.quantity = minus(shelf.quantity, shares);
  if (byGain) insert(byGain, lot);
  return piece;
}

/** Takes every lot off the shelf, oldest first, to be put back changed or elsewhere. */
export function clearShelf(shelf: Shelf): Lot[] {
  const lots = itemsOf(shelf.byAge);
  shelf.quantity = 0;
  shelf.byAge.blocks.length = 0;
  shelf.replacements.blocks.length = 0;
  shelf.terms = undefined;
  shelf.byOrigin = undefined;
  return lots;
}

/** The lots by term and gain as they stand on a day; days only go forward. */
export function termsOn(shelf: Shelf, day: number): Terms {
  const terms = shelf.terms ?? buildTerms(shelf, day);
  shelf.terms = terms;
  assert(day >= terms.day, "the days of disposals only go forward");
  for (let lot = first(terms.maturing); lot !== undefined; lot = first(terms.maturing)) {
    if (lot.longFrom > day) break;
    displace(terms, lot);
    placeAs(terms.long, lot);
  }
  terms.day = day;
  return terms;
}

/** The oldest lot of a term. */
export function oldestOf(term: TermShelf): Lot | undefined {
  if (term.byAge === undefined) {
    term.byAge = sorted(compareTies);
    for (const lot of itemsOf(term.byGain)) insert(term.byAge, lot);
  }
  return first(term.byAge);
}

/** The lots that one transaction opened, in the order of ties. */
export function lotsOfOrigin(shelf: Shelf, transactionId: Id): Lot[] {
  if (shelf.byOrigin === undefined) {
    shelf.byOrigin = sorted(compareOrigins);
    for (const lot of itemsOf(shelf.byAge)) insert(shelf.byOrigin, lot);
  }
  const isReached = (lot: Lot) => compareIds(lot.origin.transactionId, transactionId) >= 0;
  const found: Lot[] = [];
  let next = firstReached(shelf.byOrigin, isReached);
  while (next !== undefined && next.origin.transactionId === transactionId) {
    const current = next;
    found.push(current);
    next = firstReached(shelf.byOrigin, (lot) => compareOrigins(lot, current) > 0);
  }
  return found;
}

/** The order from the largest loss per share to the largest gain, at whatever price. */
function compareGains(a: Lot, b: Lot): number {
  return compareBases(a, b) || compareTies(a, b);
}

/** The same without ties: 0 where the gain per share is exactly the same. */
export function compareBases(a: Lot, b: Lot): number {
  const left = times(b.basis, a.quantity);
  const right = times(a.basis, b.quantity);
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareOrigins(a: Lot, b: Lot): number {
  return compareIds(a.origin.transactionId, b.origin.transactionId) || compareTies(a, b);
}

function buildTerms(shelf: Shelf, day: number): Terms {
  const terms: Terms = {
    short: { byGain: sorted(compareGains), byAge: undefined },
    long: { byGain: sorted(compareGains), byAge: undefined },
    maturing: sorted((a, b) => a.longFrom - b.longFrom || a.seq - b.seq),
    twoBases: new Set(),
    day: unknownDay,
  };
  terms.day = day;
  for (const lot of itemsOf(shelf.byAge)) place(terms, lot);
  return terms;
}

function termOf(terms: Terms, lot: Lot): TermShelf {
  return lot.longFrom <= terms.day ? terms.long : terms.short;
}

function place(terms: Terms, lot: Lot): void {
  if (lot.lower !== undefined) {
    terms.twoBases.add(lot);
    return;
  }
  const term = termOf(terms, lot);
  placeAs(term, lot);
  if (term === terms.short) insert(terms.maturing, lot);
}

function placeAs(term: TermShelf, lot: Lot): void {
  insert(term.byGain, lot);
  if (term.byAge !== undefined) insert(term.byAge, lot);
}

function displace(terms: Terms, lot: Lot): void {
  if (lot.lower !== undefined) {
    terms.twoBases.delete(lot);
    return;
  }
  const term = termOf(terms, lot);
  remove(term.byGain, lot);
  if (term.byAge !== undefined) remove(term.byAge, lot);
  if (term === terms.short) remove(terms.maturing, lot);
}
