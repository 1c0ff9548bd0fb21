// Taking shares off lots, and the lots that a fact names, for the second implementation.
import type { Exercise, Merger, NamedLot } from "../src/facts/fact.ts";
import { isMember } from "./averages.ts";
import {
  isLess,
  isSame,
  least,
  minus,
  over,
  plus,
  type Rational,
  read,
  rounded,
  times,
  zero,
} from "./rational.ts";
import { held, type Lot, poolOf, Refused, type State, sharesOf } from "./state.ts";

export interface Taken {
  readonly lot: Lot;
  readonly shares: Rational;
  readonly first: Rational;
  readonly basis: Rational | undefined;
  readonly cost: Rational;
  readonly lower: Rational | undefined;
}

export function part(amount: Rational, taken: Rational, whole: Rational): Rational {
  return isSame(taken, whole) ? amount : rounded(over(times(amount, taken), whole), 2, "up");
}

/** The part of the shares as acquired that belongs to some of today's shares. */
export function firstPart(whole: { shares: Rational; first: Rational }, taken: Rational): Rational {
  if (isSame(taken, whole.shares)) return whole.first;
  return rounded(over(times(whole.first, taken), whole.shares), 5, "up");
}

export function take(state: State, lot: Lot, shares: Rational): Taken {
  const cut = (amount: Rational) => part(amount, shares, lot.shares);
  const taken = {
    lot: { ...lot },
    shares,
    first: firstPart(lot, shares),
    basis: lot.basis && cut(lot.basis),
    cost: cut(lot.cost),
    lower: lot.lower && cut(lot.lower),
  };
  lot.shares = minus(lot.shares, shares);
  lot.first = minus(lot.first, taken.first);
  lot.basis = lot.basis && minus(lot.basis, taken.basis ?? zero);
  lot.cost = minus(lot.cost, taken.cost);
  lot.lower = lot.lower && minus(lot.lower, taken.lower ?? zero);
  if (isSame(lot.shares, zero)) state.lots = state.lots.filter((other) => other !== lot);
  return taken;
}

export function signed(amount: Rational, cut: (amount: Rational) => Rational): Rational {
  return isLess(amount, zero) ? minus(zero, cut(minus(zero, amount))) : cut(amount);
}

export interface Chosen {
  readonly lot: Lot;
  shares: Rational;
}

export function named(state: State, security: string, lots: readonly NamedLot[]): Chosen[] {
  const wanted = lots.toSorted((a, b) => Number(!a.place) - Number(!b.place));
  const parts: Chosen[] = [];
  for (const { transactionId, place, shares: all } of wanted) {
    let left = read(all);
    for (const lot of held(state, security)) {
      if (lot.id !== BigInt(transactionId) || isMember(state, lot)) continue;
      if (place && (lot.transfer === undefined || lot.listed + 1 !== Number(place))) continue;
      const known = parts.find((each) => each.lot === lot);
      const piece = least(left, minus(lot.shares, known?.shares ?? zero));
      if (known) known.shares = plus(known.shares, piece);
      else if (!isSame(piece, zero)) parts.push({ lot, shares: piece });
      left = minus(left, piece);
    }
    if (!isSame(left, zero)) throw new Refused();
  }
  return parts;
}

/** The lots of a part of a position: those named, else the oldest. */
export function partOf(state: State, fact: Merger | Exercise): Chosen[] {
  if (fact.namedLots !== undefined) return named(state, fact.security, fact.namedLots);
  let left = read(fact.shares ?? "0");
  return held(state, fact.security).flatMap((lot) => {
    const shares = least(left, lot.shares);
    left = minus(left, shares);
    return isSame(shares, zero) ? [] : [{ lot, shares }];
  });
}

/** The part of an average basis that goes with a part of the position. */
export function pooledPart(state: State, security: string, shares: Rational) {
  const pool = poolOf(state, security);
  if (pool === undefined) return undefined;
  const position = sharesOf(held(state, security));
  const { known } = pool;
  const isAll = isSame(shares, position);
  const share = over(times(pool.basis, shares), position);
  const basis = isAll ? pool.basis : rounded(share, 2, "even");
  pool.basis = minus(pool.basis, basis);
  if (isAll) pool.known = true;
  return { basis, known };
}
