// An open lot while the engine runs, the order of age, and how a lot is cut in two.
import { compareIds } from "../../../values/src/ids.ts";
import { minus, pieceOf, type Whole } from "../../../values/src/whole.ts";
import { longFrom, unknownDay } from "../facts/calendar.ts";
import type { Acquisition } from "../facts/fact.ts";

/** The holder of a basis: a lot, or the whole position under average cost. */
export interface Held {
  /** In cents; 0 where it is not known. */
  basis: Whole;
  isBasisKnown: boolean;
  /** A gift's basis for a loss, where it is below the donor's. (26 USC 1015) */
  lower: Whole | undefined;
}

/** Shares of one acquisition with the same dates. */
export interface Lot extends Held {
  /** The fact that opened it, and its trade date. */
  readonly origin: Acquisition;
  readonly tradeDay: number;
  /** Place among the lots of one transfer. */
  listed: number;
  readonly originalDay: number;
  adjustedDay: number;
  /** The day of the gift, which counts for a loss below the lower value. */
  readonly giftDay: number;
  readonly isInherited: boolean;
  readonly statedCover: boolean | undefined;
  /** First day on which it is long-term. */
  longFrom: number;
  quantity: Whole;
  /** Its shares as they were acquired, before every split and exchange since. */
  unadjusted: Whole;
  original: Whole;
  /** Bought in this account, so that it can replace shares sold at a loss. */
  isReplacement: boolean;
  /** Place among the matches, or `unmatched`. */
  matched: number;
  /** Last day on which something other than a relief set the basis. */
  basisDay: number;
  /** Place in the order in which lots were made. */
  seq: number;
  /** Place among the lots of its shelf. */
  place: number;
}

/** The place of a lot that no loss has met. */
export const unmatched = 2_000_000_000;

/** Whether a transfer has listed the lot among others. */
export function hasPlaces({ origin: { kind } }: Lot): boolean {
  return kind === "transferIn" || kind === "lotsReceived";
}

/** When a lot with these dates becomes long-term; an unknown date and an inherited lot always
 * are. */
export function longFromOf(adjustedDay: number, isInherited: boolean): number {
  return isInherited || adjustedDay === unknownDay ? unknownDay : longFrom(adjustedDay);
}

/** The day that counts for a loss below the lower value: the gift's; a lot that has only taken such a
 * gift in keeps its own. */
export function lossDayOf({ giftDay, adjustedDay }: Pick<Lot, "giftDay" | "adjustedDay">): number {
  return giftDay === unknownDay ? adjustedDay : giftDay;
}

/** The order of two lots where the method sees no difference; 0 only for the same lot. */
export function compareTies(a: Lot, b: Lot): number {
  return (
    a.originalDay - b.originalDay ||
    compareIds(a.origin.transactionId, b.origin.transactionId) ||
    a.listed - b.listed ||
    a.adjustedDay - b.adjustedDay ||
    a.matched - b.matched ||
    a.seq - b.seq
  );
}

/** The order of acquisition in which losses and replacements meet. */
export function compareAcquired(a: Lot, b: Lot): number {
  return (
    a.originalDay - b.originalDay || a.origin.entryOrder - b.origin.entryOrder || compareTies(a, b)
  );
}

/** The figures of a piece of a lot, or of a whole one. */
export interface Piece {
  readonly quantity: Whole;
  readonly unadjusted: Whole;
  readonly basis: Whole;
  readonly original: Whole;
  readonly lower: Whole | undefined;
}

/** Takes a piece's figures off a lot; the rest stays with it. */
export function cutLot(lot: Lot, quantity: Whole): Piece {
  const whole = lot.quantity;
  const lower = lot.lower;
  const unadjusted = unadjustedOf(lot, quantity);
  const piece = {
    quantity,
    unadjusted,
    basis: pieceOf(lot.basis, quantity, whole),
    original: pieceOf(lot.original, quantity, whole),
    lower: lower === undefined ? undefined : pieceOf(lower, quantity, whole),
  };
  const rest = minus(whole, quantity);
  // A lot that was never split uses one number for both, as there may be millions of lots.
  lot.unadjusted = lot.unadjusted === whole ? rest : minus(lot.unadjusted, unadjusted);
  lot.quantity = rest;
  lot.basis = minus(lot.basis, piece.basis);
  lot.original = minus(lot.original, piece.original);
  if (lower !== undefined && piece.lower !== undefined) lot.lower = minus(lower, piece.lower);
  return piece;
}

/** The part of the shares as acquired that goes with a piece. */
export function unadjustedOf(
  { quantity: whole, unadjusted }: Pick<Piece, "quantity" | "unadjusted">,
  quantity: Whole,
): Whole {
  return unadjusted === whole ? quantity : pieceOf(unadjusted, quantity, whole);
}
