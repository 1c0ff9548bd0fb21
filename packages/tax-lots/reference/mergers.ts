// Mergers, whole or of a part, and exercised rights, for the second implementation.
import type { Exercise, Merger } from "../src/facts/fact.ts";
import { open } from "./acquisitions.ts";
import { event } from "./bases.ts";
import { close } from "./disposals.ts";
import { type Exchanged, exchanged, ratioOf } from "./exchanges.ts";
import {
  down,
  isLess,
  isSame,
  least,
  minus,
  most,
  one,
  over,
  plus,
  type Rational,
  read,
  rounded,
  shared,
  times,
  total,
  zero,
} from "./rational.ts";
import {
  held,
  type Lot,
  make,
  poolOf,
  Refused,
  type State,
  sharesOf,
  ties,
  worth,
} from "./state.ts";
import { type Chosen, partOf, pooledPart, take } from "./taking.ts";

/** Takes shares of lots off the rest as lots of their own, oldest first. */
function apart(state: State, chosen: readonly Chosen[]): Lot[] {
  const lots = chosen.map(({ lot, shares }) => {
    if (isSame(shares, lot.shares)) return lot;
    const { lot: _, ...figures } = take(state, lot, shares);
    const piece = { ...lot, ...figures };
    make(state, piece);
    return piece;
  });
  return lots.sort(ties);
}

export function merge(state: State, fact: Merger): void {
  const { shares: text, cashPerShare } = fact;
  const all = held(state, fact.security);
  const ending = () => {
    if (text !== undefined) return;
    state.waiting = state.waiting.filter(({ row }) => row.lot.security !== fact.security);
  };
  const position = sharesOf(all);
  const shares = text === undefined ? position : read(text);
  if (isLess(position, shares)) throw new Refused();
  if (all.length === 0) {
    ending();
    return;
  }
  const election = state.averages.get(fact.security);
  if (election !== undefined) election.disposed = true;
  const whole = all.map((lot) => ({ lot, shares: lot.shares }));
  const chosen = text === undefined ? whole : partOf(state, fact);
  const product = rounded(times(shares, read(cashPerShare ?? "0")), 2, "up");
  const cash = fact.netAmount ? read(fact.netAmount) : product;
  if (fact.intoSecurity === undefined) {
    // The rows of a part are in the order of age, too, whatever the order in which it was named.
    const taken = apart(state, chosen).map((lot) => take(state, lot, lot.shares));
    const portion = isSame(shares, position) ? one : over(shares, position);
    close(state, fact, { taken, code: "MRG", net: cash, part: portion });
    ending();
    return;
  }
  const terms = { ...fact, ratioNew: fact.ratioNew ?? "1", ratioOld: fact.ratioOld ?? "1" };
  const pool = pooledPart(state, fact.security, shares);
  const kept = exchanged(state, apart(state, chosen), terms);
  if (cashPerShare !== undefined) payCash(state, fact, { kept, cash, pool });
  const to = poolOf(state, fact.intoSecurity);
  if (pool && to) {
    to.basis = plus(to.basis, pool.basis);
    to.known = to.known && pool.known;
  }
  for (const { lot, shares: got } of kept) {
    lot.security = fact.intoSecurity;
    lot.shares = got;
    lot.canReplace = false;
  }
  ending();
}

export function exercise(state: State, fact: Exercise): void {
  const shares = read(fact.shares);
  const given = down(times(shares, ratioOf(fact)), 5);
  if (isLess(sharesOf(held(state, fact.security)), shares)) throw new Refused();
  if (isSame(given, zero)) throw new Refused();
  const chosen = partOf(state, fact);
  const election = state.averages.get(fact.security);
  if (election !== undefined) election.disposed = true;
  const pool = pooledPart(state, fact.security, shares);
  const rights = chosen.map((each) => take(state, each.lot, each.shares));
  const paid = read(fact.amount);
  const isKnown = rights.every(({ basis }) => basis !== undefined);
  const sum = total(rights.map(({ basis }) => basis ?? zero));
  const hasLower = isKnown && rights.some(({ lower }) => lower !== undefined);
  const least = total(rights.map(({ basis, lower }) => lower ?? basis ?? zero));
  const own = isKnown ? plus(sum, paid) : undefined;
  const basis = pool ? plus(pool.basis, paid) : own;
  const to = poolOf(state, fact.intoSecurity);
  if (to && pool) to.known = to.known && pool.known;
  const lot: Lot = {
    security: fact.intoSecurity,
    id: BigInt(fact.transactionId),
    entry: fact.entryOrder,
    bought: fact.tradeOn,
    listed: 0,
    original: fact.tradeOn,
    adjusted: fact.tradeOn,
    gift: undefined,
    transfer: undefined,
    inherited: false,
    reinvested: false,
    covered: undefined,
    shares: given,
    first: given,
    basis,
    cost: basis ?? zero,
    lower: hasLower ? plus(least, paid) : undefined,
    canReplace: true,
    match: 1e9,
    made: 0,
  };
  open(state, [lot]);
}

interface Payment {
  readonly kept: readonly Exchanged[];
  readonly cash: Rational;
  /** The average basis of what is exchanged. */
  readonly pool: { basis: Rational; readonly known: boolean } | undefined;
}

function payCash(state: State, fact: Merger, { kept, cash, pool }: Payment): void {
  const lots = kept.map(({ lot }) => lot);
  const shares = kept.map((each) => each.shares);
  const weights = kept.map(({ old }) => old);
  const cashes = shared(cash, weights, 2);
  const value = worth(state, fact.intoSecurity ?? "", fact.newShareValue);
  const givenBack = (basis: Rational, got: Rational, paid: Rational) => {
    const gain = minus(plus(rounded(times(got, value), 2, "up"), paid), basis);
    return minus(paid, most(zero, least(paid, gain)));
  };
  const pooled = pool?.known ? givenBack(pool.basis, total(shares), cash) : undefined;
  if (pool && pooled) pool.basis = minus(pool.basis, pooled);
  const parts = pooled && shared(pooled, weights, 2);
  for (const [at, lot] of lots.entries()) {
    const net = cashes[at] ?? zero;
    const own = lot.basis && givenBack(lot.basis, shares[at] ?? zero, net);
    const basis = pool ? parts?.[at] : own;
    event(state, fact, { lot, code: "MRG", net, basis, old: weights[at] ?? zero });
    if (pool || own === undefined) continue;
    lot.basis = minus(lot.basis ?? zero, own);
    lot.lower = lot.lower && most(zero, minus(lot.lower, own));
  }
}
