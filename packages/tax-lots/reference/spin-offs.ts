// Spin-offs, alone or several of one day, for the second implementation.
import type { LotFact, SpinOff } from "../src/facts/fact.ts";
import { newShares, ratioOf } from "./exchanges.ts";
import {
  isLess,
  isSame,
  minus,
  plus,
  type Rational,
  read,
  shared,
  times,
  total,
  zero,
} from "./rational.ts";
import { held, make, poolOf, type State, worth } from "./state.ts";

/** Spin-offs of one security and day stand together, by parts or by the same value of the parent. */
function sharedGroup(facts: readonly LotFact[], fact: SpinOff): SpinOff[] {
  const isAlike = (other: SpinOff) =>
    fact.childPart !== undefined ||
    isSame(read(fact.parentValue ?? "0"), read(other.parentValue ?? "0"));
  return sameDay(facts, fact).filter(isAlike);
}

function sameDay(facts: readonly LotFact[], fact: SpinOff): SpinOff[] {
  return facts
    .filter((other) => other.kind === "spinOff")
    .filter(({ security, tradeOn }) => security === fact.security && tradeOn === fact.tradeOn)
    .sort((a, b) => a.entryOrder - b.entryOrder);
}

/** A spin-off that does not go with those of its day: a part together with values, or no basis left. */
export function misfitOf(facts: readonly LotFact[]): LotFact | undefined {
  for (const fact of facts) {
    if (fact.kind !== "spinOff") continue;
    const all = sameDay(facts, fact);
    const isByParts = all[0]?.childPart !== undefined;
    let sum = zero;
    for (const each of all) {
      if ((each.childPart !== undefined) !== isByParts) return each;
      sum = plus(sum, read(each.childPart ?? "0"));
      if (!isLess(sum, read("100"))) return each;
    }
  }
  return undefined;
}

/** The weight of each child next to that of the parent, which comes first. */
function weightsOf(state: State, facts: readonly SpinOff[]): Rational[] {
  const [first] = facts;
  if (first === undefined) return [];
  if (first.childPart !== undefined) {
    const parts = facts.map(({ childPart }) => read(childPart ?? "0"));
    return [minus(read("100"), total(parts)), ...parts];
  }
  const children = facts.map((fact) =>
    times(worth(state, fact.intoSecurity, fact.childValue), ratioOf(fact)),
  );
  return [worth(state, first.security, first.parentValue), ...children];
}

export function spin(state: State, fact: SpinOff): void {
  const group = sharedGroup(state.facts, fact);
  const lots = held(state, fact.security);
  if (lots.length === 0 || group[0] !== fact) return;
  const shares = group.map((each) => newShares(lots, each));
  const weights = weightsOf(state, group);
  // Basis that would go to a child without a share stays with the parent.
  const share = (amount: Rational, gets: readonly boolean[]) => {
    const [own = zero, ...rest] = weights;
    const kept = total(rest.filter((_, at) => !gets[at]));
    const given = rest.map((weight, at) => (gets[at] ? weight : zero));
    return shared(amount, [plus(own, kept), ...given], 2);
  };
  const from = poolOf(state, fact.security);
  if (from) {
    const isGiven = shares.map((list) => list.some((each) => !isSame(each, zero)));
    const bases = share(from.basis, isGiven);
    from.basis = bases[0] ?? zero;
    for (const [at, { intoSecurity }] of group.entries()) {
      const to = poolOf(state, intoSecurity);
      if (to === undefined || !isGiven[at]) continue;
      to.basis = plus(to.basis, bases[at + 1] ?? zero);
      to.known = to.known && from.known;
    }
  }
  for (const [index, lot] of lots.entries()) {
    const got = shares.map((list) => list[index] ?? zero);
    const gets = got.map((each) => !isSame(each, zero));
    const bases = lot.basis && share(lot.basis, gets);
    const costs = share(lot.cost, gets);
    const lowers = lot.lower && share(lot.lower, gets);
    for (const [at, { intoSecurity }] of group.entries()) {
      if (!gets[at]) continue;
      make(state, {
        ...lot,
        basis: bases?.[at + 1],
        cost: costs[at + 1] ?? zero,
        lower: lowers?.[at + 1],
        security: intoSecurity,
        shares: got[at] ?? zero,
        first: got[at] ?? zero,
        canReplace: false,
      });
    }
    lot.basis = bases?.[0];
    lot.cost = costs[0] ?? zero;
    lot.lower = lowers?.[0];
  }
}
