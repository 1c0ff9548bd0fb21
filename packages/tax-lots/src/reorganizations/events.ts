// Corporate events that keep shares in one security or move them as they are: splits, returns of
// capital, changes of symbol. Lots are shared over and cut as docs/tax-lots.md says.
import type { Decimal } from "../../../values/src/decimal.ts";
import type { Id } from "../../../values/src/ids.ts";
import { places } from "../../../values/src/units.ts";
import {
  minus,
  moneyText,
  plus,
  shareOut,
  sharesText,
  sumOf,
  unitsOf,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayNumber } from "../facts/calendar.ts";
import { nameOf, type ReturnOfCapital, type Split, type SymbolChange } from "../facts/fact.ts";
import { dayOfFact } from "../facts/order.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import { type Book, shelfOf } from "../relief/book.ts";
import { enter, withheldOf } from "../relief/close.ts";
import { settlePool } from "../relief/dispose.ts";
import { traceClosed, traceEvent, traceLot } from "../relief/trace-steps.ts";
import { movePending, splitPending } from "../relief/wash-sales.ts";
import { type Held, type Lot, longFromOf } from "../shelf/lot.ts";
import type { ClosedRow, Closing } from "../shelf/row.ts";
import { addLot, clearShelf, type Shelf } from "../shelf/shelf.ts";
import { allot, partOfPosition, ratioOf } from "./allot.ts";

/** A split: more or fewer shares, the same basis and dates; of nothing held, waiting losses scale. */
export function split(book: Book, fact: Split): void {
  const shelf = shelfOf(book, fact.security);
  const before = shelf.quantity;
  const allotted = allot(book, shelf, { fact, day: dayNumber(fact.tradeOn) });
  for (const { lot, shares, old } of allotted) {
    if (allotted.length > 1) {
      traceLot(book, fact, lot, () => {
        return `${partOfPosition(fact, old, before)}: ${sharesText(shares)}`;
      });
    }
    lot.quantity = shares;
    addLot(shelf, lot);
  }
  const { ledger } = shelf;
  ledger.sharesIn = plus(ledger.sharesIn, minus(shelf.quantity, before));
  const { new: more, old } = ratioOf(fact);
  splitPending(shelf.pending, more, old);
  const ratio = `${fact.ratioNew} for ${fact.ratioOld}`;
  traceEvent(book, fact, `split ${ratio}: ${sharesText(before)} → ${sharesText(shelf.quantity)}`);
}

/** The holder of one basis: each lot, or under average cost the position with all its lots. */
export interface Parcel {
  readonly held: Held;
  /** Places in the list of lots. */
  readonly at: readonly number[];
}

/** The parcels of a position's lots. */
export function parcelsOf(shelf: Shelf, lots: readonly Lot[]): Parcel[] {
  if (shelf.pool !== undefined) return [{ held: shelf.pool, at: lots.map((_, index) => index) }];
  return lots.map((lot, index) => ({ held: lot, at: [index] }));
}

/** The sum of the values at some places. */
export function sumAt(amounts: readonly Whole[], at: readonly number[]): Whole {
  return sumOf(at.map((index) => amounts[index] as Whole));
}

/** Capital paid back lowers the basis on its ex-date; what exceeds it is a gain of the day that pays
 * it. (26 USC 301(c)) */
export function returnCapital(book: Book, fact: ReturnOfCapital): void {
  const shelf = shelfOf(book, fact.security);
  if (shelf.quantity === 0) throw new FactRefused(factRefusals.nothingHeld);
  const amount = unitsOf(fact.amount, places.money);
  const lots = clearShelf(shelf);
  const quantities = lots.map(({ quantity }) => quantity);
  const parts = shareOut(amount, quantities);
  const how = { transCode: "ROC", strategy: undefined, price: undefined, exOn: fact.exOn } as const;
  const closing: Closing = { fact, tradeDay: dayNumber(fact.tradeOn), ...how };
  const day = dayNumber(dayOfFact(fact));
  const gains: { lot: Lot; net: Whole }[] = [];
  for (const { held, at } of parcelsOf(shelf, lots)) {
    if (!held.isBasisKnown) continue;
    const before = held.basis;
    const part = sumAt(parts, at);
    const excess = lowerBasis(shelf, held, part);
    const only = shelf.pool === undefined ? lots[at[0] as number] : undefined;
    traceLot(book, fact, only, () => sumOfReturn({ amount, lots, only, part, before }));
    for (const index of at) (lots[index] as Lot).basisDay = day;
    if (excess === 0) continue;
    const weights = at.map((index) => quantities[index] as Whole);
    for (const [place, net] of shareOut(excess, weights).entries()) {
      if (net > 0) gains.push({ lot: lots[at[place] as number] as Lot, net });
    }
  }
  for (const lot of lots) addLot(shelf, lot);
  traceEvent(book, fact, `return of capital ${moneyText(amount)}`);
  const weights = gains.map(({ lot }) => lot.quantity);
  const withheld = gains.length === 0 ? [] : withheldOf(fact, (total) => shareOut(total, weights));
  for (const [index, { lot, net }] of gains.entries()) {
    const row = eventRow({ closing, lot, net, basis: 0 });
    row.withheld = withheld?.[index];
    enter(book, shelf, row, 0);
    traceClosed(book, row);
  }
}

interface Returned {
  readonly amount: Whole;
  readonly lots: readonly Lot[];
  /** The lot that it is about; the whole position where there is none. */
  readonly only: Lot | undefined;
  readonly part: Whole;
  /** Basis before. */
  readonly before: Whole;
}

function sumOfReturn({ amount, lots, only, part, before }: Returned): string {
  const position = sharesText(sumOf(lots.map(({ quantity }) => quantity)));
  const share = only && `${moneyText(amount)} × ${sharesText(only.quantity)} / ${position} = `;
  const lowered = `${share ?? ""}${moneyText(part)}: basis ${moneyText(before)} - ${moneyText(part)}`;
  if (part <= before) return `${lowered} = ${moneyText(minus(before, part))}`;
  return `${lowered}, so 0.00 and a gain of ${moneyText(minus(part, before))}`;
}

/** Lowers a basis by a part of the capital; what is beyond it comes back. */
function lowerBasis(shelf: Shelf, held: Held, part: Whole): Whole {
  const lowered = part < held.basis ? part : held.basis;
  held.basis = minus(held.basis, lowered);
  if (held.lower !== undefined) held.lower = held.lower > part ? minus(held.lower, part) : 0;
  shelf.ledger.returned = plus(shelf.ledger.returned, lowered);
  return minus(part, lowered);
}

/** A row of an event that closes no share. */
export function eventRow(figures: {
  readonly closing: Closing;
  readonly lot: Lot;
  readonly net: Whole;
  readonly basis: Whole;
}): ClosedRow {
  const { lot } = figures;
  return {
    ...figures,
    quantity: 0,
    unadjusted: 0,
    isBasisKnown: true,
    original: 0,
    lower: undefined,
    adjustedDay: lot.adjustedDay,
    longFrom: longFromOf(lot.adjustedDay, lot.isInherited),
    basisDay: lot.basisDay,
    withheld: undefined,
    disallowed: undefined,
    replacement: undefined,
    waits: false,
    pieces: undefined,
  };
}

/** The same security under another id: lots, window and waiting losses go on. */
export function changeSymbol(book: Book, fact: SymbolChange): void {
  const from = shelfOf(book, fact.security);
  const to = shelfOf(book, fact.intoSecurity);
  movePending(from.pending, to.pending);
  const shares = from.quantity;
  let basis: Whole = 0;
  for (const lot of clearShelf(from)) {
    basis = plus(basis, lot.basis);
    addLot(to, lot);
  }
  movePosition(from, to, { shares, basis: plus(basis, movePool(from, to, shares)) });
  const name = nameOf(book.account, fact.intoSecurity);
  traceEvent(book, fact, `${sharesText(shares)} shares go on as ${name}`);
}

function movePool(from: Shelf, to: Shelf, shares: Whole): Whole {
  if (from.pool === undefined || to.pool === undefined || shares === 0) return 0;
  const { basis } = from.pool;
  to.pool.basis = plus(to.pool.basis, basis);
  to.pool.isBasisKnown &&= from.pool.isBasisKnown;
  from.pool.basis = 0;
  settlePool(from);
  return basis;
}

/** Enters in both ledgers that shares and basis went from one security to another. */
export function movePosition(
  from: Shelf,
  to: Shelf,
  moved: { readonly shares: Whole; readonly basis: Whole; readonly newShares?: Whole },
): void {
  from.ledger.sharesOut = plus(from.ledger.sharesOut, moved.shares);
  from.ledger.movedOut = plus(from.ledger.movedOut, moved.basis);
  to.ledger.sharesIn = plus(to.ledger.sharesIn, moved.newShares ?? moved.shares);
  to.ledger.movedIn = plus(to.ledger.movedIn, moved.basis);
}

/** The day of a fact and the security it leads to. */
export function leadsTo(book: Book, fact: { tradeOn: SymbolChange["tradeOn"]; intoSecurity: Id }) {
  return { to: shelfOf(book, fact.intoSecurity), day: dayNumber(fact.tradeOn) };
}

/** A market value or price in 0.000001. */
export function priceOf(value: Decimal): Whole {
  return unitsOf(value, places.price);
}
