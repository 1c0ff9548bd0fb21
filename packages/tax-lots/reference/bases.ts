// Facts that change bases and names but no shares, for the second implementation.
import type { BasisAdjustment, LotFact, StepUp } from "../src/facts/fact.ts";
import { priceOfRow, spread } from "./disposals.ts";
import { closing, isLong, later } from "./fact-days.ts";
import {
  isLess,
  isSame,
  minus,
  most,
  one,
  plus,
  type Rational,
  read,
  rounded,
  shared,
  times,
  total,
  zero,
} from "./rational.ts";
import { held, type Lot, make, poolOf, Refused, type State } from "./state.ts";
import { take } from "./taking.ts";

export function event(
  state: State,
  fact: LotFact,
  row: { lot: Lot; code: string; net: Rational; basis: Rational | undefined; old?: Rational },
): void {
  const { lot } = row;
  const figures = { shares: zero, first: zero, cost: zero, adjusted: lot.adjusted, pieces: [] };
  state.rows.push({ ...row, ...figures, lot: { ...lot }, fact, price: priceOfRow(state, fact) });
}

export function returnCapital(
  state: State,
  fact: Extract<LotFact, { kind: "returnOfCapital" }>,
): void {
  const lots = held(state, fact.security);
  if (lots.length === 0) throw new Refused();
  const weights = lots.map(({ shares }) => shares);
  const pool = poolOf(state, fact.security);
  const amount = read(fact.amount);
  if (pool !== undefined) {
    if (!pool.known) return;
    const excess = most(zero, minus(amount, pool.basis));
    pool.basis = most(zero, minus(pool.basis, amount));
    for (const [at, net] of shared(excess, weights, 2).entries()) {
      const lot = lots[at];
      if (lot && !isSame(net, zero)) event(state, fact, { lot, code: "ROC", net, basis: zero });
    }
    return;
  }
  for (const [at, paid] of shared(amount, weights, 2).entries()) {
    const lot = lots[at];
    if (lot?.basis === undefined) continue;
    const excess = minus(paid, lot.basis);
    lot.basis = most(zero, minus(lot.basis, paid));
    lot.lower = lot.lower && most(zero, minus(lot.lower, paid));
    if (isLess(zero, excess)) event(state, fact, { lot, code: "ROC", net: excess, basis: zero });
  }
}

export function rename(state: State, from: string, to: string): void {
  const old = poolOf(state, from);
  const pool = poolOf(state, to);
  if (old && pool && held(state, from).length > 0) {
    pool.basis = plus(pool.basis, old.basis);
    pool.known = pool.known && old.known;
  }
  if (old) state.pools.delete(from);
  const election = state.averages.get(from);
  if (election && !state.averages.has(to)) state.averages.set(to, election);
  if (state.elected.has(from)) state.elected.add(to);
  state.averages.delete(from);
  state.elected.delete(from);
  for (const lot of state.lots) if (lot.security === from) lot.security = to;
  for (const { row } of state.waiting) if (row.lot.security === from) row.lot.security = to;
  state.waiting.sort(({ row: a }, { row: b }) => closing(a.fact, b.fact));
}

/** Adds an amount to the basis of what is named, else of all that is held. */
export function adjust(state: State, fact: BasisAdjustment): void {
  const all = held(state, fact.security);
  const isNamed = (lot: Lot, { transactionId, place }: { transactionId: string; place?: string }) =>
    lot.id === BigInt(transactionId) &&
    (place === undefined || (lot.transfer !== undefined && lot.listed + 1 === Number(place)));
  const names = fact.adjustedLots;
  if (names?.some((name) => !all.some((lot) => isNamed(lot, name)))) throw new Refused();
  const lots = names ? all.filter((lot) => names.some((name) => isNamed(lot, name))) : all;
  if (lots.length === 0) throw new Refused();
  const weights = lots.map(({ shares }) => shares);
  const parts = spread(read(fact.amount.replace("-", "")), weights).map((part) =>
    fact.amount.startsWith("-") ? minus(zero, part) : part,
  );
  const pool = poolOf(state, fact.security);
  if (pool?.known) {
    const basis = plus(pool.basis, total(parts));
    if (isLess(basis, zero)) throw new Refused();
    pool.basis = basis;
  }
  const bases = lots.map(({ basis }, at) => basis && plus(basis, parts[at] ?? zero));
  if (!pool && bases.some((basis) => basis && isLess(basis, zero))) throw new Refused();
  for (const [at, lot] of lots.entries()) {
    if (!pool && lot.basis) {
      lot.basis = bases[at];
      lot.lower = lot.lower && most(zero, plus(lot.lower, parts[at] ?? zero));
    }
    const days = fact.holdingDays ?? 0;
    lot.adjusted = lot.adjusted && later(lot.adjusted, -days);
  }
}

/** Part of every share is inherited at death. */
export function stepUp(state: State, fact: StepUp): void {
  const lots = held(state, fact.security);
  if (lots.length === 0) throw new Refused();
  const inherited = read(fact.part);
  const isAll = isSame(inherited, one);
  const stepped = (basis: Rational, value: Rational) => {
    const kept = times(basis, minus(one, inherited));
    return rounded(plus(kept, times(value, inherited)), 2, "even");
  };
  const value = read(fact.marketValue);
  const weights = lots.map(({ shares }) => shares);
  const values = shared(value, weights, 2);
  const pool = poolOf(state, fact.security);
  if (pool?.known || (pool && isAll)) {
    pool.basis = stepped(pool.basis, value);
    pool.known = true;
  }
  for (const [at, lot] of lots.entries()) {
    const worth = values[at] ?? zero;
    lot.lower = undefined;
    if (isAll) {
      const figures = { basis: worth, cost: worth, first: lot.shares };
      const dates = { original: fact.tradeOn, adjusted: fact.tradeOn, gift: undefined };
      const whole = { ...lot, ...figures, ...dates, inherited: true, covered: undefined };
      state.lots[state.lots.indexOf(lot)] = { ...whole, canReplace: false };
      continue;
    }
    lot.basis = lot.basis && stepped(lot.basis, worth);
    if (isLong(lot, lot.adjusted, fact.tradeOn)) continue;
    const shares = rounded(times(lot.shares, inherited), 5, "up");
    if (isSame(shares, zero)) continue;
    if (isSame(shares, lot.shares)) {
      state.lots[state.lots.indexOf(lot)] = { ...lot, inherited: true, canReplace: false };
      continue;
    }
    const { first, basis, cost } = take(state, lot, shares);
    make(state, { ...lot, shares, first, basis, cost, inherited: true, canReplace: false });
  }
}
