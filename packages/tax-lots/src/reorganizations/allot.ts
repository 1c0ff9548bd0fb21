// The new shares of a split, a merger or a spin-off: allotted to the lots of a position by quantity; a
// lot that gets none in a split or a merger is joined to its neighbour.
import { places } from "../../../values/src/units.ts";
import {
  plus,
  shareOut,
  sharesText,
  unitsOf,
  type Whole,
  wholePartOf,
} from "../../../values/src/whole.ts";
import type { Delivered, FactBase, Ratio } from "../facts/fact.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import type { Book } from "../relief/book.ts";
import { traceJoined } from "../relief/trace-steps.ts";
import type { Lot } from "../shelf/lot.ts";
import { clearShelf, oldestFirst, type Shelf } from "../shelf/shelf.ts";

const ratioPlaces = 20;

/** A ratio as two whole numbers. */
export function ratioOf({ ratioNew, ratioOld }: Ratio): { new: Whole; old: Whole } {
  return { new: unitsOf(ratioNew, ratioPlaces), old: unitsOf(ratioOld, ratioPlaces) };
}

/** The new shares of a position: those that are stated, else those of the ratio, rounded down. */
export function newPositionOf(shares: Whole, fact: Ratio & Delivered): Whole {
  if (fact.newShares !== undefined) return unitsOf(fact.newShares, places.shares);
  const { new: more, old } = ratioOf(fact);
  return wholePartOf(shares, more, old);
}

/** The new shares of a lot as a sum: by the ratio, or of those that are stated for the whole position. */
export function partOfPosition(fact: Ratio & Delivered, shares: Whole, position: Whole): string {
  const { newShares, ratioNew, ratioOld } = fact;
  const own = sharesText(shares);
  return newShares === undefined
    ? `${own} × ${ratioNew} / ${ratioOld}`
    : `${newShares} × ${own} / ${sharesText(position)}`;
}

/** New shares for a whole position, shared over its lots by quantity. */
export function newSharesOf(shelf: Shelf, fact: Ratio & Delivered): Whole[] {
  return shareOut(
    newPositionOf(shelf.quantity, fact),
    oldestFirst(shelf).map(({ quantity }) => quantity),
  );
}

/** A lot with the new shares allotted to it. */
export interface Allotted {
  readonly lot: Lot;
  readonly shares: Whole;
  /** Its old shares, with those of the lots that it took in. */
  old: Whole;
}

/** Takes every lot off the shelf and allots new shares for the position, oldest first; refused where
 * it would be left without a share. */
export function allot(
  book: Book,
  shelf: Shelf,
  { fact, day }: { readonly fact: FactBase & Ratio & Delivered; readonly day: number },
): Allotted[] {
  const shares = newSharesOf(shelf, fact);
  const isEmptied = shelf.quantity > 0 && shares.every((each) => each === 0);
  if (isEmptied) throw new FactRefused(factRefusals.emptyPosition);
  const all = clearShelf(shelf).map((lot, at): Allotted => {
    return { lot, shares: shares[at] as Whole, old: lot.quantity };
  });
  const kept = all.filter((each) => each.shares > 0);
  let older: Allotted | undefined;
  for (const each of all) {
    if (each.shares > 0) older = each;
    else {
      const to = older ?? (kept[0] as Allotted);
      traceJoined(book, fact, [shelf, to.lot, each.lot]);
      join(shelf, to, { ...each, day });
    }
  }
  return kept;
}

/** Joins a lot without a new share to one that has some, which keeps its dates. */
function join(shelf: Shelf, kept: Allotted, taken: Allotted & { readonly day: number }): void {
  const { lot } = kept;
  const { lot: gone, old, day } = taken;
  kept.old = plus(kept.old, old);
  lot.unadjusted = plus(lot.unadjusted, gone.unadjusted);
  lot.basisDay = day;
  if (lot.lower !== undefined || gone.lower !== undefined) {
    lot.lower = plus(lot.lower ?? lot.basis, gone.lower ?? gone.basis);
  }
  lot.basis = plus(lot.basis, gone.basis);
  lot.original = plus(lot.original, gone.original);
  // Under average cost whether a basis is known is a matter of the position.
  if (shelf.pool === undefined && !(lot.isBasisKnown && gone.isBasisKnown)) forgetBasis(shelf, lot);
}

/** A basis that becomes unknown counts as moved out. */
function forgetBasis({ ledger }: Shelf, lot: Lot): void {
  ledger.movedOut = plus(ledger.movedOut, lot.basis);
  lot.basis = 0;
  lot.original = 0;
  lot.lower = undefined;
  lot.isBasisKnown = false;
}
