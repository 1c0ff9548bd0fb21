// New shares for old ones, and splits, for the second implementation.
import type { LotFact } from "../src/facts/fact.ts";
import { down, isSame, over, plus, type Rational, read, shared, times, zero } from "./rational.ts";
import { held, type Lot, Refused, type State, sharesOf } from "./state.ts";

type Delivery = {
  readonly ratioNew: string;
  readonly ratioOld: string;
  readonly newShares?: string;
};

export const ratioOf = ({ ratioNew, ratioOld }: Delivery) => over(read(ratioNew), read(ratioOld));

export function newShares(lots: readonly Lot[], fact: Delivery): Rational[] {
  const exact = times(sharesOf(lots), ratioOf(fact));
  const position = fact.newShares === undefined ? down(exact, 5) : read(fact.newShares);
  const weights = lots.map(({ shares }) => shares);
  return shared(position, weights, 5);
}

export interface Exchanged {
  readonly lot: Lot;
  readonly shares: Rational;
  old: Rational;
}

/** Lots with their new shares, once those that get none have gone to the next older or younger. */
export function exchanged(state: State, lots: readonly Lot[], fact: Delivery): Exchanged[] {
  if (lots.length === 0) return [];
  const shares = newShares(lots, fact);
  const all = lots.map((lot, at) => ({ lot, shares: shares[at] ?? zero, old: lot.shares }));
  const isHolder = (each: Exchanged) => !isSame(each.shares, zero);
  if (!all.some(isHolder)) throw new Refused();
  for (const [at, each] of all.entries()) {
    if (isHolder(each)) continue;
    const holder = all.slice(0, at).findLast(isHolder) ?? all.slice(at).find(isHolder);
    if (holder === undefined) throw new Error("some lot has a share");
    const { lot } = holder;
    const { lot: gone } = each;
    holder.old = plus(holder.old, each.old);
    lot.first = plus(lot.first, gone.first);
    if (lot.lower || gone.lower) {
      lot.lower = plus(lot.lower ?? lot.basis ?? zero, gone.lower ?? gone.basis ?? zero);
    }
    lot.basis = lot.basis && gone.basis && plus(lot.basis, gone.basis);
    lot.cost = plus(lot.cost, gone.cost);
    if (lot.basis === undefined) lot.lower = undefined;
    state.lots = state.lots.filter((other) => other !== gone);
  }
  return all.filter(isHolder);
}

export function split(state: State, fact: Extract<LotFact, { kind: "split" }>): void {
  const ratio = ratioOf(fact);
  const lots = held(state, fact.security);
  for (const { lot, shares } of exchanged(state, lots, fact)) lot.shares = shares;
  for (const wait of state.waiting) {
    if (wait.row.lot.security === fact.security) wait.scale = times(wait.scale, ratio);
  }
}
