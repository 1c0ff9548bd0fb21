// The one loop of lot relief: takes from the next lot until the shares are found.
import assert from "node:assert/strict";
import type { Id } from "../../../values/ids.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import type { Lot, Piece } from "../shelf/lot.ts";
import { cutPlaced, lotsOfOrigin, removeLot, type Shelf } from "../shelf/shelf.ts";
import { nextLot, type Situation } from "./methods.ts";

/** What a disposal took of one lot. */
export interface Take extends Piece {
  readonly lot: Lot;
}

/** Takes shares in the order of a method; the shelf holds them. */
export function takeByMethod(shelf: Shelf, shares: bigint, situation: Situation): Take[] {
  const takes: Take[] = [];
  let left = shares;
  while (left > 0n) {
    const lot = nextLot(shelf, situation);
    assert(lot !== undefined, "a method finds every lot that is held");
    const take = takeFrom(shelf, lot, left);
    left -= take.quantity;
    takes.push(take);
  }
  return takes;
}

/** Shares of one originating transaction that an order names, or of one lot of a transfer in. */
export interface NamedShares {
  readonly transactionId: Id;
  readonly place: number | undefined;
  readonly shares: bigint;
}

/** Takes the named shares: those of a place before what is named whole, else in the order named.
 * Refused before anything changes where fewer are held. */
export function takeNamed(shelf: Shelf, named: readonly NamedShares[]): Take[] {
  const chosen = new Map<Lot, bigint>();
  for (const each of named) if (each.place !== undefined) choose(shelf, each, chosen);
  for (const each of named) if (each.place === undefined) choose(shelf, each, chosen);
  return Array.from(chosen, ([lot, shares]) => takeFrom(shelf, lot, shares));
}

/** Adds shares of a named transaction, oldest lot first, to those that are chosen already. */
function choose(
  shelf: Shelf,
  { transactionId, place, shares }: NamedShares,
  chosen: Map<Lot, bigint>,
): void {
  let left = shares;
  for (const lot of lotsOfOrigin(shelf, transactionId)) {
    if (left === 0n) break;
    if (place !== undefined && !(lot.origin.isTransfer && lot.listed === place - 1)) continue;
    const before = chosen.get(lot) ?? 0n;
    const free = lot.quantity - before;
    const part = left < free ? left : free;
    if (part > 0n) chosen.set(lot, before + part);
    left -= part;
  }
  if (left > 0n) throw new FactRefused(factRefusals.namedHeld);
}

/** Takes every lot, oldest first. */
export function takeAll(shelf: Shelf, lots: readonly Lot[]): Take[] {
  return lots.map((lot) => takeFrom(shelf, lot, lot.quantity));
}

function takeFrom(shelf: Shelf, lot: Lot, shares: bigint): Take {
  if (shares < lot.quantity) {
    const piece = cutPlaced(shelf, lot, shares);
    const { quantity, unadjusted, basis, original, lower } = piece;
    return { lot, quantity, unadjusted, basis, original, lower };
  }
  removeLot(shelf, lot);
  const { quantity, unadjusted, basis, original, lower } = lot;
  return { lot, quantity, unadjusted, basis, original, lower };
}
