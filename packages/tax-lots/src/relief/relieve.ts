// The one loop of lot relief: takes from the next lot until the shares are found.
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../values/src/error-code.ts";
import type { Id } from "../../../values/src/ids.ts";
import { minus, plus, sharesText, smaller, type Whole } from "../../../values/src/whole.ts";
import { type FactBase, nameOf } from "../facts/fact.ts";
import { FactRefused, factRefusals, withFacts } from "../facts/refusals.ts";
import { isAveraged } from "../shelf/election.ts";
import { hasPlaces, type Lot } from "../shelf/lot.ts";
import { type ClosedRow, type Closing, rowOf } from "../shelf/row.ts";
import { cutPlaced, lotsOfOrigin, oldestFirst, removeLot, type Shelf } from "../shelf/shelf.ts";
import type { Book } from "./book.ts";
import { nextLot, type Situation } from "./methods.ts";

/** The shares that are taken: a number of them, by a method. */
export interface Taking {
  readonly closing: Closing;
  readonly shares: Whole;
  readonly situation: Situation;
}

/** Takes shares in the order of a method; the shelf holds them. */
export function takeByMethod(shelf: Shelf, { closing, shares, situation }: Taking): ClosedRow[] {
  const first = takeNext(shelf, { closing, shares, situation });
  const rows = [first];
  let left = minus(shares, first.quantity);
  while (left > 0) {
    const row = takeNext(shelf, { closing, shares: left, situation });
    left = minus(left, row.quantity);
    rows.push(row);
  }
  return rows;
}

function takeNext(shelf: Shelf, { closing, shares, situation }: Taking): ClosedRow {
  const lot = nextLot(shelf, situation);
  assert(lot !== undefined, "a method finds every lot that is held");
  return takeFrom(shelf, closing, lot, shares);
}

/** Shares of one originating transaction that an order names, or of one lot of a transfer in. */
export interface NamedShares {
  readonly transactionId: Id;
  readonly place: number | undefined;
  readonly shares: Whole;
}

/** Takes the named shares: those of a place before what is named whole, else in the order named.
 * Refused before anything changes where fewer are held. */
export function takeNamed(
  shelf: Shelf,
  closing: Closing,
  named: readonly NamedShares[],
): ClosedRow[] {
  const chosen = chooseNamed(shelf, named);
  return Array.from(chosen, ([lot, shares]) => takeFrom(shelf, closing, lot, shares));
}

/** The lots that are named, with the shares of each; nothing is taken yet. */
export function chooseNamed(shelf: Shelf, named: readonly NamedShares[]): ReadonlyMap<Lot, Whole> {
  const chosen = new Map<Lot, Whole>();
  for (const each of named) if (each.place !== undefined) choose(shelf, each, chosen);
  for (const each of named) if (each.place === undefined) choose(shelf, each, chosen);
  return chosen;
}

/** The oldest lots that have this number of shares; nothing is taken yet. */
export function chooseOldest(shelf: Shelf, shares: Whole): ReadonlyMap<Lot, Whole> {
  const chosen = new Map<Lot, Whole>();
  let left = shares;
  for (const lot of oldestFirst(shelf)) {
    if (left === 0) break;
    const part = smaller(left, lot.quantity);
    chosen.set(lot, part);
    left = minus(left, part);
  }
  return chosen;
}

/** Why more shares cannot be taken than are held. */
export function notHeld(
  { account }: Book,
  { security, quantity }: Shelf,
  { fact, shares }: { readonly fact: FactBase & { kind: string }; readonly shares: Whole },
): ErrorCode {
  const taken = `${shortText(shares)} of ${nameOf(account, security)}`;
  const done = takenBy[fact.kind] ?? "are taken";
  const held = `${shortText(quantity)} are held on ${fact.tradeOn}`;
  const sentence = `${taken} ${done}, ${held}; short positions are not kept.`;
  return { code: factRefusals.held.code, sentence };
}

/** The verb of a refusal for the shares that are taken. */
const takenBy: Readonly<Record<string, string>> = {
  sell: "are sold",
  redemption: "are redeemed",
  expiry: "expire",
  cashInLieu: "are paid out",
  transferOut: "are transferred out",
  lotsMoved: "are moved",
  merger: "are exchanged",
  exercise: "are exercised",
};

function shortText(shares: Whole): string {
  return sharesText(shares).replace(/\.?0+$/, "");
}

/** Adds shares of a named transaction, oldest lot first, to those that are chosen already. */
function choose(
  shelf: Shelf,
  { transactionId, place, shares }: NamedShares,
  chosen: Map<Lot, Whole>,
): void {
  let left = shares;
  let isAveragedToo = false;
  for (const lot of lotsOfOrigin(shelf, transactionId)) {
    if (left === 0) break;
    if (place !== undefined && !(hasPlaces(lot) && lot.listed === place - 1)) continue;
    // Names reach what is not averaged alone.
    if (shelf.average !== undefined && isAveraged(shelf.average, lot)) {
      isAveragedToo = true;
      continue;
    }
    const before = chosen.get(lot) ?? 0;
    const free = minus(lot.quantity, before);
    const part = smaller(left, free);
    if (part > 0) chosen.set(lot, plus(before, part));
    left = minus(left, part);
  }
  if (left === 0) return;
  const lot = place === undefined ? transactionId : `${transactionId}/${place}`;
  const open = shortText(minus(shares, left));
  const where = isAveragedToo ? " outside the average" : "";
  const facts = `${shortText(shares)} of ${lot} are named, ${open} are open${where}`;
  throw new FactRefused(withFacts(factRefusals.namedHeld, facts));
}

/** Takes every lot, oldest first. */
export function takeAll(shelf: Shelf, closing: Closing): ClosedRow[] {
  return oldestFirst(shelf).map((lot) => takeFrom(shelf, closing, lot, lot.quantity));
}

function takeFrom(shelf: Shelf, closing: Closing, lot: Lot, shares: Whole): ClosedRow {
  if (shares < lot.quantity) return rowOf(closing, lot, cutPlaced(shelf, lot, shares));
  removeLot(shelf, lot);
  return rowOf(closing, lot, lot);
}
