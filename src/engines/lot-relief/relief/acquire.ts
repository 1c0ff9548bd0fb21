// Acquisitions: the lots that a purchase, transfer, gift or inheritance opens.
import type { Decimal } from "../../../values/decimal.ts";
import { amountOf, places, unitsOf } from "../../../values/units.ts";
import { dayNumber, unknownDay } from "../facts/calendar.ts";
import type { Acquisition, GiftIn, Inheritance, Purchase, TransferIn } from "../facts/fact.ts";
import { type Lot, longFromOf, type Origin, unmatched } from "../shelf/lot.ts";
import { addLot, type Shelf } from "../shelf/shelf.ts";
import { type Book, numbered, originOf, shelfOf } from "./book.ts";
import { traceAcquired } from "./trace-steps.ts";
import { meetPendingLosses } from "./wash-sales.ts";

/** Opens the lots of an acquisition; a purchase then meets the losses that wait for it. */
export function acquire(book: Book, fact: Acquisition): void {
  const shelf = shelfOf(book, fact.security);
  for (const [listed, opening] of openingsOf(fact, originOf(fact)).entries()) {
    const lot = numbered(book, opening);
    lot.listed = listed;
    traceAcquired(book, fact, lot);
    putAway(shelf, lot);
    if (lot.isReplacement) meetPendingLosses(book, shelf, lot);
  }
}

function putAway(shelf: Shelf, lot: Lot): void {
  shelf.ledger.sharesIn += lot.quantity;
  shelf.ledger.basisIn += lot.basis;
  if (shelf.pool !== undefined) {
    shelf.pool.basis += lot.basis;
    if (!lot.isBasisKnown) shelf.pool.isBasisKnown = false;
    lot.basis = 0n;
    lot.lower = undefined;
    lot.isReplacement = false;
  }
  addLot(shelf, lot);
}

function openingsOf(fact: Acquisition, origin: Origin): Lot[] {
  switch (fact.kind) {
    case "transferIn":
      return transferred(fact, origin);
    case "giftIn":
      return [given(fact, origin)];
    case "inheritance":
      return [inherited(fact, origin)];
    default:
      return [bought(fact, origin)];
  }
}

interface OpeningFigures {
  readonly origin: Origin;
  readonly shares: bigint;
  readonly basis: bigint | undefined;
  readonly originalDay: number;
}

function opening({ origin, shares, basis, originalDay }: OpeningFigures): Lot {
  return {
    origin,
    originalDay,
    adjustedDay: originalDay,
    giftDay: unknownDay,
    isInherited: false,
    statedCover: undefined,
    longFrom: longFromOf(originalDay, false),
    quantity: shares,
    unadjusted: shares,
    basis: basis ?? 0n,
    original: basis ?? 0n,
    isBasisKnown: basis !== undefined,
    lower: undefined,
    isReplacement: false,
    matched: unmatched,
    basisDay: origin.tradeDay,
    listed: 0,
    seq: 0,
  };
}

function sharesOf({ shares }: { readonly shares: Decimal }): bigint {
  return unitsOf(shares, places.shares);
}

function money(amount: Decimal | undefined): bigint | undefined {
  return amount === undefined ? undefined : unitsOf(amount, places.money);
}

function bought(fact: Purchase, origin: Origin): Lot {
  const shares = sharesOf(fact);
  const basis = money(fact.netAmount) ?? costOf(fact, shares);
  const lot = opening({ origin, shares, basis, originalDay: origin.tradeDay });
  lot.isReplacement = true;
  return lot;
}

function costOf({ price = "0" as Decimal, fees }: Purchase, shares: bigint): bigint {
  return amountOf(shares, unitsOf(price, places.price)) + (money(fees) ?? 0n);
}

function transferred(fact: TransferIn, origin: Origin): Lot[] {
  return fact.lots.map((lot) => {
    const basis = money(lot.adjustedCostBasis ?? lot.originalCostBasis);
    const originalDay = lot.originalOn === undefined ? unknownDay : dayNumber(lot.originalOn);
    const adjustedDay = lot.adjustedOn === undefined ? originalDay : dayNumber(lot.adjustedOn);
    const isInherited = lot.isInherited ?? false;
    return {
      ...opening({ origin, shares: sharesOf(lot), basis, originalDay }),
      giftDay: lot.giftOn === undefined ? unknownDay : dayNumber(lot.giftOn),
      lower: lowerOf(basis, money(lot.giftMarketValue)),
      original: money(lot.originalCostBasis) ?? basis ?? 0n,
      adjustedDay,
      isInherited,
      longFrom: longFromOf(adjustedDay, isInherited),
      statedCover: lot.isCovered,
    };
  });
}

// The donor's date and basis go on; a lower market value is the basis for a loss. (26 USC 1015)
function given(fact: GiftIn, origin: Origin): Lot {
  const basis = money(fact.donorBasis);
  const value = money(fact.marketValue);
  const donated = fact.donorAcquiredOn;
  const originalDay = donated === undefined ? unknownDay : dayNumber(donated);
  return {
    ...opening({ origin, shares: sharesOf(fact), basis, originalDay }),
    giftDay: origin.tradeDay,
    lower: lowerOf(basis, value),
  };
}

function lowerOf(basis: bigint | undefined, value: bigint | undefined): bigint | undefined {
  return basis !== undefined && value !== undefined && value < basis ? value : undefined;
}

function inherited(fact: Inheritance, origin: Origin): Lot {
  const originalDay = fact.diedOn === undefined ? origin.tradeDay : dayNumber(fact.diedOn);
  return {
    ...opening({ origin, shares: sharesOf(fact), basis: money(fact.marketValue), originalDay }),
    isInherited: true,
    longFrom: unknownDay,
  };
}
