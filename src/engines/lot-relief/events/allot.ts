// The new shares of a split, a merger or a spin-off: allotted to the lots of a position by quantity; a
// lot that gets none in a split or a merger is joined to its neighbour.
import { shareOut, unitsOf } from "../../../values/units.ts";
import type { Ratio } from "../facts/fact.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import type { Lot } from "../shelf/lot.ts";
import { clearShelf, type Shelf } from "../shelf/shelf.ts";
import { itemsOf } from "../shelf/sorted.ts";

const ratioPlaces = 20;

/** A ratio as two whole numbers. */
export function ratioOf({ ratioNew, ratioOld }: Ratio): { new: bigint; old: bigint } {
  return { new: unitsOf(ratioNew, ratioPlaces), old: unitsOf(ratioOld, ratioPlaces) };
}

/** New shares for a whole position, rounded down, shared over its lots by quantity. */
export function newSharesOf({ quantity: position, byAge }: Shelf, ratio: Ratio): bigint[] {
  const { new: more, old } = ratioOf(ratio);
  return shareOut(
    (position * more) / old,
    itemsOf(byAge).map(({ quantity }) => quantity),
  );
}

/** A lot with the new shares allotted to it. */
export interface Allotted {
  readonly lot: Lot;
  readonly shares: bigint;
  /** Its old shares, with those of the lots that it took in. */
  old: bigint;
}

/** Takes every lot off the shelf and allots new shares for the position, oldest first; refused where
 * it would be left without a share. */
export function allot(shelf: Shelf, ratio: Ratio, day: number): Allotted[] {
  const shares = newSharesOf(shelf, ratio);
  const isEmptied = shelf.quantity > 0n && shares.every((each) => each === 0n);
  if (isEmptied) throw new FactRefused(factRefusals.emptyPosition);
  const all = clearShelf(shelf).map((lot, at): Allotted => {
    return { lot, shares: shares[at] as bigint, old: lot.quantity };
  });
  const kept = all.filter((each) => each.shares > 0n);
  let older: Allotted | undefined;
  for (const each of all) {
    if (each.shares > 0n) older = each;
    else join(shelf, older ?? (kept[0] as Allotted), { ...each, day });
  }
  return kept;
}

/** Joins a lot without a new share to one that has some, which keeps its dates. */
function join(shelf: Shelf, kept: Allotted, taken: Allotted & { readonly day: number }): void {
  const { lot } = kept;
  const { lot: gone, old, day } = taken;
  kept.old += old;
  lot.unadjusted += gone.unadjusted;
  lot.basisDay = day;
  if (lot.lower !== undefined || gone.lower !== undefined) {
    lot.lower = (lot.lower ?? lot.basis) + (gone.lower ?? gone.basis);
  }
  lot.basis += gone.basis;
  lot.original += gone.original;
  // Under average cost whether a basis is known is a matter of the position.
  if (shelf.pool === undefined && !(lot.isBasisKnown && gone.isBasisKnown)) forgetBasis(shelf, lot);
}

/** What becomes unknown counts as moved out. */
function forgetBasis({ ledger }: Shelf, lot: Lot): void {
  ledger.movedOut += lot.basis;
  lot.basis = 0n;
  lot.original = 0n;
  lot.lower = undefined;
  lot.isBasisKnown = false;
}
