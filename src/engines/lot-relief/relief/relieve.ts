// The one loop of lot relief: take from the lot that comes next until the shares are found.
import assert from "node:assert/strict";
import type { Id } from "../../../values/ids.ts";
import { cutLot, type Lot, type Piece } from "../shelf/lot.ts";
import { changeLot, lotsOfOrigin, removeLot, type Shelf } from "../shelf/shelf.ts";
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

/** Shares of one originating transaction that an order names. */
export interface NamedShares {
  readonly transactionId: Id;
  readonly shares: bigint;
}

/** Takes the named shares in the order named; the shelf holds them. */
export function takeNamed(shelf: Shelf, named: readonly NamedShares[]): Take[] {
  return named.flatMap(({ transactionId, shares }) => {
    let left = shares;
    const takes: Take[] = [];
    for (const lot of lotsOfOrigin(shelf, transactionId)) {
      if (left === 0n) break;
      const take = takeFrom(shelf, lot, left);
      left -= take.quantity;
      takes.push(take);
    }
    assert(left === 0n, "named shares are held");
    return takes;
  });
}

/** Takes every lot, oldest first. */
export function takeAll(shelf: Shelf, lots: readonly Lot[]): Take[] {
  return lots.map((lot) => takeFrom(shelf, lot, lot.quantity));
}

function takeFrom(shelf: Shelf, lot: Lot, shares: bigint): Take {
  if (shares < lot.quantity) {
    return { lot, ...changeLot(shelf, lot, () => cutLot(lot, shares)) };
  }
  removeLot(shelf, lot);
  const { quantity, unadjusted, basis, original, lower } = lot;
  return { lot, quantity, unadjusted, basis, original, lower };
}
