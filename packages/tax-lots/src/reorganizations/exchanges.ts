// Mergers and exchanges: shares of another security, cash or both for all shares or for a part of them.
// (26 USC 354-358)
import { places } from "../../../values/src/units.ts";
import {
  amountOf,
  minus,
  moneyText as money,
  plus,
  shareOut,
  sharesText,
  unitsOf,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayNumber } from "../facts/calendar.ts";
import type { Figures } from "../facts/entry.ts";
import { type Merger, nameOf, type Ratio } from "../facts/fact.ts";
import { factorOf, quotationText, worthOf } from "../facts/quotation.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import { type Book, shelfOf } from "../relief/book.ts";
import { closeRows, enter, withheldOf } from "../relief/close.ts";
import { settlePool } from "../relief/dispose.ts";
import { takeAll } from "../relief/relieve.ts";
import { traceClosed, traceEvent, traceLot } from "../relief/trace-steps.ts";
import { endPending } from "../relief/wash-sales.ts";
import type { Lot } from "../shelf/lot.ts";
import type { ClosedRow, Closing } from "../shelf/row.ts";
import { addLot, type Shelf } from "../shelf/shelf.ts";
import { allot, newPositionOf, partOfPosition } from "./allot.ts";
import {
  eventRow,
  leadsTo,
  movePosition,
  type Parcel,
  parcelsOf,
  priceOf,
  sumAt,
} from "./events.ts";
import { takePart } from "./part.ts";

/** A merger for cash, for shares, or for both; one of all that is held ends waiting losses, its own
 * included. */
export function merge(book: Book, fact: Merger, { shares }: Figures): void {
  const shelf = shelfOf(book, fact.security);
  if (fact.shares !== undefined) {
    const terms = shareTermsOf(fact);
    const isForNothing = terms !== undefined && newPositionOf(shares, terms) === 0;
    if (isForNothing) throw new FactRefused(factRefusals.emptyPosition);
    // The remaining shares keep their waiting losses, and can go on to replace shares.
    mergeHeld(book, takePart(book, fact, shares), fact);
    return;
  }
  if (shelf.quantity > 0) mergeHeld(book, shelf, fact);
  endPending(shelf.pending);
}

function mergeHeld(book: Book, shelf: Shelf, fact: Merger): void {
  const terms = shareTermsOf(fact);
  if (terms === undefined) mergeForCash(book, shelf, fact);
  else mergeForShares(book, shelf, terms);
}

function shareTermsOf(fact: Merger): ShareMerger | undefined {
  const { intoSecurity, ratioNew, ratioOld } = fact;
  if (intoSecurity === undefined || ratioNew === undefined || ratioOld === undefined)
    return undefined;
  return { ...fact, intoSecurity, ratioNew, ratioOld };
}

function closingOfMerger(fact: Merger): Closing {
  const price = fact.cashPerShare === undefined ? undefined : priceOf(fact.cashPerShare);
  const how = { transCode: "MRG", strategy: undefined, price, exOn: undefined } as const;
  return { fact, tradeDay: dayNumber(fact.tradeOn), ...how };
}

function mergeForCash(book: Book, shelf: Shelf, fact: Merger): void {
  const closing = closingOfMerger(fact);
  const net = cashOf(fact, shelf.quantity);
  const { pool, quantity } = shelf;
  traceEvent(book, fact, `exchanged for cash: ${cashText(fact, quantity, net)}`);
  const pooled = pool && { basis: pool.basis, isKnown: pool.isBasisKnown };
  closeRows(book, shelf, takeAll(shelf, closing), { net, pooled });
  if (pool !== undefined) pool.basis = 0;
  settlePool(shelf);
}

/** The cash that is paid for shares, in cents: the amount that is stated for a part, or half up. */
function cashOf({ cashPerShare, netAmount }: Merger, shares: Whole): Whole {
  if (netAmount !== undefined) return unitsOf(netAmount, places.money);
  return cashPerShare === undefined ? 0 : amountOf(shares, priceOf(cashPerShare));
}

function cashText({ cashPerShare, netAmount }: Merger, shares: Whole, cash: Whole): string {
  const product = `${sharesText(shares)} × ${cashPerShare}`;
  return netAmount === undefined ? `${product} = ${money(cash)}` : `${money(cash)} for ${product}`;
}

/** A position while it is exchanged. */
interface Exchange {
  readonly position: Whole;
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
  const allotted = allot(book, shelf, { fact, day });
  const lots = allotted.map(({ lot }) => lot);
  const shares = allotted.map((each) => each.shares);
  const old = allotted.map((each) => each.old);
  const closing = closingOfMerger(fact);
  const paid = closing.price === undefined ? undefined : cashOf(fact, before);
  const cash = paid === undefined ? [] : shareOut(paid, old);
  const exchange: Exchange = { position: before, lots, cash, shares, old };
  if (paid === undefined) traceExchange(book, fact, { shelf, exchange });
  else {
    payCash(book, shelf, { fact, closing, exchange });
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
  const name = nameOf(book.account, fact.intoSecurity);
  const value = quotationText(fact.newShareValue ?? "0", book.account, fact.intoSecurity);
  const terms =
    paid === undefined ? "" : `, a new share at ${value}; cash ${cashText(fact, before, paid)}`;
  traceEvent(book, fact, `${sharesText(before)} → ${sharesText(newShares)} of ${name}${terms}`);
}

/** Records how many shares each lot gets. */
function traceExchange(
  book: Book,
  fact: ShareMerger,
  { shelf, exchange }: { readonly shelf: Shelf; readonly exchange: Exchange },
): void {
  for (const parcel of parcelsOf(shelf, exchange.lots)) {
    const only = shelf.pool === undefined ? exchange.lots[parcel.at[0] as number] : undefined;
    traceLot(book, fact, only, () => sumOfShares(book, fact, [parcel, exchange]));
  }
}

function sumOfShares(
  { account }: Book,
  fact: ShareMerger,
  [{ at }, { position, shares, old }]: readonly [Parcel, Exchange],
): string {
  const terms = partOfPosition(fact, sumAt(old, at), position);
  return `${terms}: ${sharesText(sumAt(shares, at))} of ${nameOf(account, fact.intoSecurity)}`;
}

interface Payment {
  readonly fact: ShareMerger;
  readonly closing: Closing;
  readonly exchange: Exchange;
}

/** Cash and shares: gain is recognised up to the cash, and the basis falls by the rest of it. */
function payCash(book: Book, shelf: Shelf, { fact, closing, exchange }: Payment): void {
  const { lots, cash, old } = exchange;
  const rows = parcelsOf(shelf, lots).flatMap((parcel) => {
    const value = newValueOf(book, fact, sumAt(exchange.shares, parcel.at));
    const returned = returnedBasis(parcel, value, exchange);
    const only = shelf.pool === undefined ? lots[parcel.at[0] as number] : undefined;
    const { basis: before } = parcel.held;
    traceLot(book, fact, only, () => {
      const gain = sumOfCash({ parcel, value, before, returned, exchange });
      return `${sumOfShares(book, fact, [parcel, exchange])}; ${gain}`;
    });
    parcel.held.basis = minus(parcel.held.basis, returned);
    const { lower } = parcel.held;
    if (lower !== undefined) parcel.held.lower = lower > returned ? minus(lower, returned) : 0;
    const weights = parcel.at.map((index) => old[index] as Whole);
    return shareOut(returned, weights).map((basis, place) => {
      const index = parcel.at[place] as number;
      const lot = lots[index] as Lot;
      const row = eventRow({ closing, lot, net: cash[index] as Whole, basis });
      const exchanged = old[index] as Whole;
      return { ...row, isBasisKnown: parcel.held.isBasisKnown, exchanged };
    });
  });
  const withheld = withheldOf(fact, (total) => shareOut(total, old));
  for (const [index, row] of rows.entries()) {
    const paid: ClosedRow = { ...row, withheld: withheld?.[index] };
    enter(book, shelf, paid, paid.basis);
    traceClosed(book, paid);
  }
}

/** The value of new shares, in cents. */
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

interface Recognised {
  readonly parcel: Parcel;
  readonly value: Whole;
  /** Basis before. */
  readonly before: Whole;
  readonly returned: Whole;
  readonly exchange: Exchange;
}

/** The gain recognised and the new basis as sums that can be recomputed by hand. */
function sumOfCash({ parcel, value, before, returned, exchange }: Recognised): string {
  const paid = sumAt(exchange.cash, parcel.at);
  const cash = money(paid);
  if (!parcel.held.isBasisKnown) return `cash ${cash}, basis unknown`;
  const gain = money(minus(paid, returned));
  const least = `min(${cash}, ${money(value)} + ${cash} - ${money(before)})`;
  const isLoss = plus(value, paid) < before;
  const basis = `basis ${money(before)} - ${cash} + ${gain} = ${money(minus(before, returned))}`;
  return `cash ${cash}, gain ${isLoss ? `max(0.00, ${least})` : least} = ${gain}, ${basis}`;
}
