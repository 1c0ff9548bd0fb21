// Lots of a fund or a plan whose basis is averaged by election: they keep one basis together, of which each
// shows its part by quantity. (26 CFR 1.1012-1(e); docs/tax-lots.md, "Average basis by election")
import { plus, shareOut, type Whole } from "../../../values/src/whole.ts";
import { type Average, isAveraged } from "./election.ts";
import { compareTies, type Lot } from "./lot.ts";
import type { Shelf } from "./shelf.ts";

/** Lets each lot show its part of the basis, so that events act on it as on any other. */
export function showLots(shelf: Shelf): void {
  const { average } = shelf;
  if (average === undefined) return;
  const own = shelf.lots.filter((lot) => isAveraged(average, lot)).sort(compareTies);
  const parts = partsOf(average.basis, own);
  for (const [at, lot] of own.entries()) lot.basis = plus(lot.basis, parts[at] as Whole);
  average.basis = 0;
  average.quantity = 0;
  forgetGains(shelf);
}

/** Puts what the lots show together again; a lot of which that is no more true keeps what it shows. */
export function poolLots(shelf: Shelf): void {
  const { average } = shelf;
  if (average === undefined) return;
  average.quantity = 0;
  for (const lot of shelf.lots) {
    if (!isAveraged(average, lot)) continue;
    average.basis = plus(average.basis, lot.basis);
    average.quantity = plus(average.quantity, lot.quantity);
    lot.basis = 0;
  }
  forgetGains(shelf);
}

/** The lists by gain are ordered by a basis that the lots no longer have. */
function forgetGains(shelf: Shelf): void {
  shelf.byGain = undefined;
  shelf.terms = undefined;
}

/** Lets a lot that is put on the shelf join what is averaged, where it is of that. */
export function joinAverage(average: Average, lot: Lot): void {
  if (!isAveraged(average, lot)) return;
  average.basis = plus(average.basis, lot.basis);
  average.quantity = plus(average.quantity, lot.quantity);
  lot.basis = 0;
}

/** Adds basis to a lot, or to what is averaged where it is of that. */
export function addBasisTo({ average }: Shelf, lot: Lot, amount: Whole): void {
  if (average !== undefined && isAveraged(average, lot))
    average.basis = plus(average.basis, amount);
  else lot.basis = plus(lot.basis, amount);
}

/** The basis that each lot shows: its own, or its part of one that is kept together. The oldest go
 * first. The oldest go first. */
export function shownBases(
  { pool, average }: Pick<Shelf, "pool" | "average">,
  lots: readonly Lot[],
): Whole[] {
  if (pool !== undefined) return partsOf(pool.basis, lots);
  const bases = lots.map(({ basis }) => basis);
  if (average === undefined) return bases;
  const places = lots.flatMap((lot, at) => (isAveraged(average, lot) ? [at] : []));
  const own = places.map((at) => lots[at] as Lot);
  const together = own.reduce((sum, { basis }) => plus(sum, basis), average.basis);
  for (const [at, part] of partsOf(together, own).entries()) bases[places[at] as number] = part;
  return bases;
}

function partsOf(basis: Whole, lots: readonly Lot[]): Whole[] {
  if (lots.length === 0) return [];
  return shareOut(
    basis,
    lots.map(({ quantity }) => quantity),
  );
}
