// The new shares of a split, a merger or a spin-off: allotted to the lots of a position by quantity; a
// lot that gets none in a split or a merger is joined to its neighbour.
import { plus, shareOut, unitsOf, type Whole, wholePartOf } from "../../../values/src/whole.ts";
import type { Ratio } from "../facts/fact.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import type { Lot } from "../shelf/lot.ts";
import { clearShelf, oldestFirst, type Shelf } from "../shelf/shelf.ts";

const ratioPlaces = 20;

/** A ratio as two whole numbers. */
export function ratioOf({ ratioNew, ratioOld }: Ratio): { new: Whole; old: Whole } {
  return { new: unitsOf(ratioNew, ratioPlaces), old: unitsOf(ratioOld, ratioPlaces) };
}

/** New shares for a whole position, rounded down, shared over its lots by quantity. */
export function newSharesOf(shelf: Shelf, ratio: Ratio): Whole[] {
  const { new: more, old } = ratioOf(ratio);
  return shareOut(
    wholePartOf(shelf.quantity, more, old),
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
export function allot(shelf: Shelf, ratio: Ratio, day: number): Allotted[] {
  const shares = newSharesOf(shelf, ratio);
  const isEmptied = shelf.quantity > 0 && shares.every((each) => each === 0);
  if (isEmptied) throw new FactRefused(factRefusals.emptyPosition);
  const all = clearShelf(shelf).map((lot, at): Allotted => {
    return { lot, shares: shares[at] as Whole, old: lot.quantity };
  });
  const kept = all.filter((each) => each.shares > 0);
  let older: Allotted | undefined;
  for (const each of all) {
    if (each.shares > 0) older = each;
    else join(shelf, older ?? (kept[0] as Allotted), { ...each, day });
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

/** What becomes unknown counts as moved out. */
function forgetBasis({ ledger }: Shelf, lot: Lot): void {
  ledger.movedOut = plus(ledger.movedOut, lot.basis);
  lot.basis = 0;
  lot.original = 0;
  lot.lower = undefined;
  lot.isBasisKnown = false;
}
