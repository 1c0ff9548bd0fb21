// The open lots of one security in the orders in which methods look for them. Each order is
// maintained from its first use on, so that a lot is found without a scan.
import assert from "node:assert/strict";
import { compareIds, type Id } from "../../../values/src/ids.ts";
import { minus, plus, times, type Whole } from "../../../values/src/whole.ts";
import type { Average } from "./election.ts";
import { emptyLedger, type Ledger } from "./ledger.ts";
import { compareAcquired, compareTies, cutLot, type Held, type Lot, type Piece } from "./lot.ts";
import { emptyPending, type Pending } from "./pending-loss.ts";
import { first, firstReached, insert, itemsOf, remove, type Sorted, sorted } from "./sorted.ts";

/** The lots of one term: from the largest loss to the largest gain; `byAge` is built when first read. */
export interface TermShelf {
  readonly byGain: Sorted<Lot>;
  byAge: Sorted<Lot> | undefined;
}

interface Terms {
  readonly short: TermShelf;
  readonly long: TermShelf;
  /** Short lots by the day on which they become long. */
  readonly maturing: Sorted<Lot>;
  day: number;
}

/** One security's position. */
export interface Shelf {
  readonly security: Id;
  quantity: Whole;
  /** Basis of the whole position under average cost; undefined for lots with their own. */
  readonly pool: Held | undefined;
  /** Basis of the lots that an election averages in a taxable account, which have none of their own. */
  average: Average | undefined;
  /** Whether an election was made or revoked here, so that none is made by default any more. */
  hasElected: boolean;
  /** All lots in no order; each knows its place. */
  readonly lots: Lot[];
  /** Gifts with two bases: where they stand depends on the price, so they are looked at singly. */
  readonly twoBases: Set<Lot>;
  /** Purchases that can still replace shares sold at a loss. */
  readonly replacements: Sorted<Lot>;
  readonly pending: Pending;
  readonly ledger: Ledger;
  byAge: Sorted<Lot> | undefined;
  byOrigin: Sorted<Lot> | undefined;
  /** From the largest loss per share to the largest gain, of both terms or of each; without gifts of
   * two bases. */
  byGain: Sorted<Lot> | undefined;
  terms: Terms | undefined;
}

/** An empty position. */
export function openShelf(security: Id, isTaxable: boolean): Shelf {
  return {
    security,
    quantity: 0,
    pool: isTaxable ? undefined : { basis: 0, isBasisKnown: true, lower: undefined },
    average: undefined,
    hasElected: false,
    lots: [],
    twoBases: new Set(),
    replacements: sorted(compareAcquired),
    pending: emptyPending(),
    ledger: emptyLedger(),
    byAge: undefined,
    byOrigin: undefined,
    byGain: undefined,
    terms: undefined,
  };
}

/** Puts a lot on the shelf. */
export function addLot(shelf: Shelf, lot: Lot): void {
  shelf.quantity = plus(shelf.quantity, lot.quantity);
  lot.place = shelf.lots.push(lot) - 1;
  if (shelf.byAge !== undefined) insert(shelf.byAge, lot);
  if (shelf.byOrigin !== undefined) insert(shelf.byOrigin, lot);
  if (lot.isReplacement) insert(shelf.replacements, lot);
  if (lot.lower !== undefined) {
    shelf.twoBases.add(lot);
    return;
  }
  if (shelf.byGain !== undefined) insert(shelf.byGain, lot);
  if (shelf.terms !== undefined) place(shelf.terms, lot);
}

/** Takes a lot off the shelf. */
export function removeLot(shelf: Shelf, lot: Lot): void {
  shelf.quantity = minus(shelf.quantity, lot.quantity);
  forgetPlace(shelf.lots, lot);
  if (shelf.byAge !== undefined) remove(shelf.byAge, lot);
  if (shelf.byOrigin !== undefined) remove(shelf.byOrigin, lot);
  if (lot.isReplacement) remove(shelf.replacements, lot);
  if (lot.lower !== undefined) {
    shelf.twoBases.delete(lot);
    return;
  }
  if (shelf.byGain !== undefined) remove(shelf.byGain, lot);
  if (shelf.terms !== undefined) displace(shelf.terms, lot);
}

/** The last lot takes the place of the one that goes. */
function forgetPlace(lots: Lot[], { place: free }: Lot): void {
  const moved = lots.pop();
  assert(moved !== undefined, "a lot to remove is on its shelf");
  if (free === lots.length) return;
  lots[free] = moved;
  moved.place = free;
}

/** Takes shares of a lot that stays, which moves it among the gains at most. */
export function cutPlaced(shelf: Shelf, lot: Lot, shares: Whole): Piece {
  const { byGain, terms } = shelf;
  const hasOneBasis = lot.lower === undefined;
  const ofTerm = terms && hasOneBasis ? termOf(terms, lot).byGain : undefined;
  if (byGain && hasOneBasis) remove(byGain, lot);
  if (ofTerm) remove(ofTerm, lot);
  const piece = cutLot(lot, shares);
  shelf.quantity = minus(shelf.quantity, shares);
  if (byGain && hasOneBasis) insert(byGain, lot);
  if (ofTerm) insert(ofTerm, lot);
  return piece;
}

/** Takes every lot off the shelf, oldest first, to be put back changed or elsewhere. */
export function clearShelf(shelf: Shelf): Lot[] {
  const lots = oldestFirst(shelf);
  shelf.quantity = 0;
  shelf.lots.length = 0;
  shelf.twoBases.clear();
  shelf.replacements.blocks.length = 0;
  shelf.byAge = undefined;
  shelf.byOrigin = undefined;
  shelf.byGain = undefined;
  shelf.terms = undefined;
  return lots;
}

/** Every lot, oldest first. */
export function oldestFirst({ lots }: Shelf): Lot[] {
  return lots.toSorted(compareTies);
}

/** The lots by age. */
export function lotsByAge(shelf: Shelf): Sorted<Lot> {
  shelf.byAge ??= listOf(shelf.lots, compareTies);
  return shelf.byAge;
}

/** The lots of one basis from the largest loss per share to the largest gain. */
export function lotsByGain(shelf: Shelf): Sorted<Lot> {
  shelf.byGain ??= listOf(
    shelf.lots.filter(({ lower }) => lower === undefined),
    compareGains,
  );
  return shelf.byGain;
}

function listOf(lots: readonly Lot[], order: (a: Lot, b: Lot) => number): Sorted<Lot> {
  const list = sorted(order);
  for (const lot of lots) insert(list, lot);
  return list;
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
  term.byAge ??= listOf(itemsOf(term.byGain), compareTies);
  return first(term.byAge);
}

/** The lots that one transaction opened, in the order of ties. */
export function lotsOfOrigin(shelf: Shelf, transactionId: Id): Lot[] {
  shelf.byOrigin ??= listOf(shelf.lots, compareOrigins);
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
    day,
  };
  for (const lot of shelf.lots) if (lot.lower === undefined) place(terms, lot);
  return terms;
}

function termOf(terms: Terms, lot: Lot): TermShelf {
  return lot.longFrom <= terms.day ? terms.long : terms.short;
}

function place(terms: Terms, lot: Lot): void {
  const term = termOf(terms, lot);
  placeAs(term, lot);
  if (term === terms.short) insert(terms.maturing, lot);
}

function placeAs(term: TermShelf, lot: Lot): void {
  insert(term.byGain, lot);
  if (term.byAge !== undefined) insert(term.byAge, lot);
}

function displace(terms: Terms, lot: Lot): void {
  const term = termOf(terms, lot);
  remove(term.byGain, lot);
  if (term.byAge !== undefined) remove(term.byAge, lot);
  if (term === terms.short) remove(terms.maturing, lot);
}
