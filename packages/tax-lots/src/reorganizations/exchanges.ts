// Corporate events that make shares of another security: spin-offs and mergers. (26 USC 354-358)

import {
  amountOf,
  minus,
  pieceOf,
  plus,
  shareOut,
  sharesText,
  sumOf,
  times,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayNumber } from "../facts/calendar.ts";
import type { Merger, Ratio, SpinOff } from "../facts/fact.ts";
import { factorOf, worthOf } from "../facts/quotation.ts";
import { type Book, numbered, shelfOf } from "../relief/book.ts";
import { closeRows, enter, withheldOf } from "../relief/close.ts";
import { settlePool } from "../relief/dispose.ts";
import { takeAll } from "../relief/relieve.ts";
import { traceEvent } from "../relief/trace-steps.ts";
import { endPending } from "../relief/wash-sales.ts";
import type { Lot } from "../shelf/lot.ts";
import type { ClosedRow, Closing } from "../shelf/row.ts";
import { addLot, clearShelf, type Shelf } from "../shelf/shelf.ts";
import { allot, newSharesOf, ratioOf } from "./allot.ts";
import {
  eventRow,
  leadsTo,
  movePosition,
  type Parcel,
  parcelsOf,
  priceOf,
  sumAt,
} from "./events.ts";

/** A spin-off: each lot's basis is split by the value of what is held of both afterwards. */
export function spinOff(book: Book, fact: SpinOff): void {
  const parent = shelfOf(book, fact.security);
  if (parent.quantity === 0) return;
  const { to: child, day } = leadsTo(book, fact);
  const shares = newSharesOf(parent, fact);
  const lots = clearShelf(parent);
  const cut = cutterOf(book, fact);
  const newShares = sumOf(shares);
  let moved = spinPool(parent, child, newShares > 0 ? cut : undefined);
  for (const [index, lot] of lots.entries()) {
    const quantity = shares[index] as Whole;
    if (quantity > 0) {
      const piece = { basis: cut(lot.basis), original: cut(lot.original) };
      const lower = lot.lower === undefined ? undefined : cut(lot.lower);
      lot.basis = minus(lot.basis, piece.basis);
      lot.original = minus(lot.original, piece.original);
      if (lot.lower !== undefined && lower !== undefined) lot.lower = minus(lot.lower, lower);
      lot.basisDay = day;
      moved = plus(moved, piece.basis);
      // The child's shares are acquired with it: what was split before was the parent.
      const own = { ...piece, lower, quantity, unadjusted: quantity, isReplacement: false };
      addLot(child, numbered(book, { ...lot, ...own }));
    }
    addLot(parent, lot);
  }
  movePosition(parent, child, { shares: 0, newShares, basis: moved });
  traceEvent(book, fact, `${sharesText(newShares)} shares of ${fact.intoSecurity} are spun off`);
}

/** The child's part of an amount; a half cent stays with the parent. */
function cutterOf({ account }: Book, fact: SpinOff): (amount: Whole) => Whole {
  const ratio = ratioOf(fact);
  const child = times(priceOf(fact.childValue), factorOf(account, fact.intoSecurity));
  const parent = times(priceOf(fact.parentValue), factorOf(account, fact.security));
  const childValue = times(ratio.new, child);
  const parentValue = times(ratio.old, parent);
  const whole = plus(childValue, parentValue);
  return (amount) => minus(amount, pieceOf(amount, parentValue, whole));
}

function spinPool(parent: Shelf, child: Shelf, cut: ((amount: Whole) => Whole) | undefined) {
  if (parent.pool === undefined || child.pool === undefined || cut === undefined) return 0;
  const basis = cut(parent.pool.basis);
  parent.pool.basis = minus(parent.pool.basis, basis);
  child.pool.basis = plus(child.pool.basis, basis);
  child.pool.isBasisKnown &&= parent.pool.isBasisKnown;
  return basis;
}

/** A merger for cash, for shares, or for both; it ends waiting losses, its own included. */
export function merge(book: Book, fact: Merger): void {
  const shelf = shelfOf(book, fact.security);
  if (shelf.quantity > 0) mergeHeld(book, shelf, fact);
  endPending(shelf.pending);
}

function mergeHeld(book: Book, shelf: Shelf, fact: Merger): void {
  const { intoSecurity, ratioNew, ratioOld } = fact;
  if (intoSecurity === undefined || ratioNew === undefined || ratioOld === undefined) {
    mergeForCash(book, shelf, fact);
  } else {
    mergeForShares(book, shelf, { ...fact, intoSecurity, ratioNew, ratioOld });
  }
}

function closingOfMerger(fact: Merger): Closing {
  const price = fact.cashPerShare === undefined ? undefined : priceOf(fact.cashPerShare);
  const how = { transCode: "MRG", strategy: undefined, price, exOn: undefined } as const;
  return { fact, tradeDay: dayNumber(fact.tradeOn), ...how };
}

function mergeForCash(book: Book, shelf: Shelf, fact: Merger): void {
  const closing = closingOfMerger(fact);
  const net = amountOf(shelf.quantity, closing.price ?? 0);
  const { pool } = shelf;
  const pooled = pool && { basis: pool.basis, isKnown: pool.isBasisKnown };
  closeRows(book, shelf, takeAll(shelf, closing), { net, pooled });
  if (pool !== undefined) pool.basis = 0;
  settlePool(shelf);
}

interface Exchange {
  readonly lots: readonly Lot[];
  /** Cash, new shares and old shares of each lot, those of lots it took in included. */
  readonly cash: readonly Whole[];
  readonly shares: readonly Whole[];
  readonly old: readonly Whole[];
}

type ShareMerger = Merger & Ratio & Required<Pick<Merger, "intoSecurity">>;

function mergeForShares(book: Book, shelf: Shelf, fact: ShareMerger): void {
  const { to, day } = leadsTo(book, fact);
  const before = shelf.quantity;
  const allotted = allot(shelf, fact, day);
  const lots = allotted.map(({ lot }) => lot);
  const shares = allotted.map((each) => each.shares);
  const old = allotted.map((each) => each.old);
  const closing = closingOfMerger(fact);
  if (closing.price !== undefined) {
    const cash = shareOut(amountOf(before, closing.price), old);
    payCash(book, shelf, { fact, closing, exchange: { lots, cash, shares, old } });
    for (const lot of lots) lot.basisDay = day;
  }
  let basis = shelf.pool?.basis ?? 0;
  let newShares: Whole = 0;
  for (const [index, lot] of lots.entries()) {
    const quantity = shares[index] as Whole;
    newShares = plus(newShares, quantity);
    basis = plus(basis, lot.basis);
    lot.quantity = quantity;
    lot.isReplacement = false;
    addLot(to, lot);
  }
  movePosition(shelf, to, { shares: before, newShares, basis });
  if (shelf.pool !== undefined && to.pool !== undefined) {
    to.pool.basis = plus(to.pool.basis, shelf.pool.basis);
    to.pool.isBasisKnown &&= shelf.pool.isBasisKnown;
    shelf.pool.basis = 0;
    settlePool(shelf);
  }
  traceEvent(
    book,
    fact,
    `${sharesText(before)} → ${sharesText(newShares)} of ${fact.intoSecurity}`,
  );
}

interface Payment {
  readonly fact: ShareMerger;
  readonly closing: Closing;
  readonly exchange: Exchange;
}

/** Cash beside shares: gain is recognised up to the cash, and the basis falls by the rest of it. */
function payCash(book: Book, shelf: Shelf, { fact, closing, exchange }: Payment): void {
  const { lots, cash, old } = exchange;
  const rows = parcelsOf(shelf, lots).flatMap((parcel) => {
    const returned = returnedBasis(
      parcel,
      newValueOf(book, fact, sumAt(exchange.shares, parcel.at)),
      exchange,
    );
    parcel.held.basis = minus(parcel.held.basis, returned);
    const { lower } = parcel.held;
    if (lower !== undefined) parcel.held.lower = lower > returned ? minus(lower, returned) : 0;
    const weights = parcel.at.map((index) => old[index] as Whole);
    return shareOut(returned, weights).map((basis, place) => {
      const index = parcel.at[place] as number;
      const lot = lots[index] as Lot;
      const row = eventRow({ closing, lot, net: cash[index] as Whole, basis });
      return { ...row, isBasisKnown: parcel.held.isBasisKnown };
    });
  });
  const withheld = withheldOf(fact, (total) => shareOut(total, old));
  for (const [index, row] of rows.entries()) {
    const paid: ClosedRow = { ...row, withheld: withheld?.[index] };
    enter(book, shelf, paid, paid.basis);
  }
}

/** What new shares are worth, in cents. */
function newValueOf({ account }: Book, fact: ShareMerger, shares: Whole): Whole {
  const { newShareValue, intoSecurity } = fact;
  if (newShareValue === undefined) return 0;
  return worthOf(shares, priceOf(newShareValue), factorOf(account, intoSecurity));
}

/** Basis given back in cash: the cash less the gain recognised. (26 USC 356, 358) */
function returnedBasis({ held, at }: Parcel, value: Whole, exchange: Exchange): Whole {
  if (!held.isBasisKnown) return 0;
  const cash = sumAt(exchange.cash, at);
  const gain = minus(plus(value, cash), held.basis);
  if (gain < 0) return cash;
  return gain < cash ? minus(cash, gain) : 0;
}
