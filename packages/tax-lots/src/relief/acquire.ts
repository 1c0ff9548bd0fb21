// Acquisitions: the lots that a purchase, transfer, gift or inheritance opens.
import { places } from "../../../values/src/units.ts";
import { plus, shareOut, unitsOf, type Whole } from "../../../values/src/whole.ts";
import { dayNumber, unknownDay } from "../facts/calendar.ts";
import { type Figures, money } from "../facts/entry.ts";
import type {
  Acquisition,
  Exercise,
  GiftIn,
  Inheritance,
  LotsReceived,
  Purchase,
  TransferIn,
} from "../facts/fact.ts";
import { joinAverage } from "../shelf/average.ts";
import { type Lot, longFromOf, unmatched } from "../shelf/lot.ts";
import { addLot, type Shelf } from "../shelf/shelf.ts";
import { type Book, numbered, shelfOf } from "./book.ts";
import { traceAcquired } from "./trace-steps.ts";
import { meetPendingLosses } from "./wash-sales.ts";

/** Opens the lots of an acquisition; a purchase then meets the losses that wait for it. */
export function acquire(book: Book, fact: Exclude<Acquisition, Exercise>, figures: Figures): void {
  const shelf = shelfOf(book, fact.security);
  switch (fact.kind) {
    case "transferIn":
      for (const lot of transferred(fact, figures)) openLot(book, shelf, lot);
      break;
    case "lotsReceived":
      for (const lot of received(fact, figures)) openLot(book, shelf, lot);
      break;
    case "giftIn":
      openLot(book, shelf, given(fact, figures));
      break;
    case "inheritance":
      openLot(book, shelf, inherited(fact, figures));
      break;
    default:
      openLot(book, shelf, bought(fact, figures));
  }
}

/** Puts a new lot on its shelf; what is bought meets the losses that wait for it. */
export function openLot(book: Book, shelf: Shelf, opened: Lot): void {
  const lot = numbered(book, opened);
  traceAcquired(book, lot.origin, lot);
  putAway(shelf, lot);
  if (lot.isReplacement) meetPendingLosses(book, shelf, lot);
}

function putAway(shelf: Shelf, lot: Lot): void {
  const { ledger, pool, average } = shelf;
  ledger.sharesIn = plus(ledger.sharesIn, lot.quantity);
  ledger.basisIn = plus(ledger.basisIn, lot.basis);
  if (pool !== undefined) {
    pool.basis = plus(pool.basis, lot.basis);
    if (!lot.isBasisKnown) pool.isBasisKnown = false;
    lot.basis = 0;
    lot.lower = undefined;
    lot.isReplacement = false;
  } else if (average !== undefined) joinAverage(average, lot);
  addLot(shelf, lot);
}

/** The figures of a lot when it is opened. */
interface Opening {
  readonly basis: Whole | undefined;
  readonly originalDay: number;
}

/** A lot of one date and one basis, not known where there is none. */
export function opening(
  origin: Acquisition,
  { day, shares }: Figures,
  { basis, originalDay }: Opening,
): Lot {
  return {
    origin,
    tradeDay: day,
    originalDay,
    adjustedDay: originalDay,
    giftDay: unknownDay,
    isInherited: false,
    statedCover: undefined,
    longFrom: longFromOf(originalDay, false),
    quantity: shares,
    unadjusted: shares,
    basis: basis ?? 0,
    original: basis ?? 0,
    isBasisKnown: basis !== undefined,
    lower: undefined,
    isReplacement: false,
    matched: unmatched,
    basisDay: day,
    listed: 0,
    seq: 0,
    place: 0,
  };
}

function bought(fact: Purchase, figures: Figures): Lot {
  const { amount: basis, day: originalDay } = figures;
  const lot = opening(fact, figures, { basis, originalDay });
  lot.isReplacement = true;
  return lot;
}

function transferred(fact: TransferIn | LotsReceived, figures: Figures): Lot[] {
  return fact.lots.map((lot, listed) => {
    const shares = unitsOf(lot.shares, places.shares);
    const basis = money(lot.adjustedCostBasis ?? lot.originalCostBasis);
    const originalDay = lot.originalOn === undefined ? unknownDay : dayNumber(lot.originalOn);
    const adjustedDay = lot.adjustedOn === undefined ? originalDay : dayNumber(lot.adjustedOn);
    const isInherited = lot.isInherited ?? false;
    return {
      ...opening(fact, { ...figures, shares }, { basis, originalDay }),
      giftDay: lot.giftOn === undefined ? unknownDay : dayNumber(lot.giftOn),
      lower: lowerOf(basis, money(lot.giftMarketValue)),
      original: money(lot.originalCostBasis) ?? basis ?? 0,
      adjustedDay,
      isInherited,
      longFrom: longFromOf(adjustedDay, isInherited),
      statedCover: lot.isCovered,
      listed,
    };
  });
}

/** The lots that another account has moved here; a gift of which the market value is lower has two
 * bases. */
function received(fact: LotsReceived, figures: Figures): Lot[] {
  const lots = transferred(fact, figures);
  const value = money(fact.marketValue);
  if (fact.reason !== "GFT" || value === undefined) return lots;
  const quantities = lots.map(({ quantity }) => quantity);
  const values = shareOut(value, quantities);
  return lots.map((lot, at) => {
    const basis = lot.isBasisKnown ? lot.basis : undefined;
    const worth = lowerOf(basis, values[at]);
    const isLower = worth !== undefined && (lot.lower === undefined || worth < lot.lower);
    // The day of an earlier gift stays with its lower value, from which a loss is counted.
    if (lot.lower !== undefined && !isLower) return lot;
    return { ...lot, giftDay: figures.day, lower: worth };
  });
}

// The donor's date and basis go on; a lower market value is the basis for a loss. (26 USC 1015)
function given(fact: GiftIn, figures: Figures): Lot {
  const basis = money(fact.donorBasis);
  const donated = fact.donorAcquiredOn;
  const originalDay = donated === undefined ? unknownDay : dayNumber(donated);
  return {
    ...opening(fact, figures, { basis, originalDay }),
    giftDay: figures.day,
    lower: lowerOf(basis, money(fact.marketValue)),
  };
}

function lowerOf(basis: Whole | undefined, value: Whole | undefined): Whole | undefined {
  return basis !== undefined && value !== undefined && value < basis ? value : undefined;
}

function inherited(fact: Inheritance, figures: Figures): Lot {
  const originalDay = fact.diedOn === undefined ? figures.day : dayNumber(fact.diedOn);
  const lot = opening(fact, figures, { basis: money(fact.marketValue), originalDay });
  return { ...lot, isInherited: true, longFrom: unknownDay };
}
