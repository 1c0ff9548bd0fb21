// Elections of average basis, for the second implementation.
import type { AverageElection } from "../src/facts/fact.ts";
import { date } from "./fact-days.ts";
import { minus, over, type Rational, rounded, shared, times, total, zero } from "./rational.ts";
import { held, type Lot, Refused, Revoked, type State, ties } from "./state.ts";
import type { Taken } from "./taking.ts";

/** The lots of an election: covered, of one known basis, acquired since its day. */
export function isMember(state: State, lot: Lot): boolean {
  const { since = "9999" } = state.averages.get(lot.security) ?? {};
  const isKnown = lot.basis !== undefined && lot.lower === undefined;
  return isKnown && lot.covered !== false && lot.original !== undefined && lot.original >= since;
}

/** Each lot of an election shows its part of their sum. */
export function average(state: State): void {
  for (const security of state.averages.keys()) {
    const lots = held(state, security).filter((lot) => isMember(state, lot));
    if (lots.length === 0) continue;
    const sum = total(lots.map(({ basis }) => basis ?? zero));
    const weights = lots.map(({ shares }) => shares);
    for (const [at, part] of shared(sum, weights, 2).entries()) (lots[at] as Lot).basis = part;
  }
}

/** Funds that are held by the day of the default, or come to be held later. */
export function electDefaults(state: State, day: string, on: string): void {
  const { isTaxable, fundsAveragedFrom: from, fundSecurities = new Set<string>() } = state.account;
  if (!isTaxable || from === undefined || day < from) return;
  for (const security of fundSecurities) {
    if (state.elected.has(security) || held(state, security).length === 0) continue;
    state.elected.add(security);
    const name = `fund ${security} ${on}`;
    if (state.never.has(name)) continue;
    state.averages.set(security, { names: [name], on, since: "2012-01-01", disposed: false });
  }
  average(state);
}

export function elect(
  state: State,
  { election, security, transactionId, ...fact }: AverageElection,
): void {
  const known = state.averages.get(security);
  if (!state.account.isTaxable) throw new Refused();
  if (election === "AVE") {
    state.elected.add(security);
    if (state.never.has(transactionId)) return;
    const plan = fact.planSince ?? "";
    const since = plan > "2012-01-01" ? plan : "2012-01-01";
    if (known) known.names.push(transactionId);
    else {
      const names = [transactionId as string];
      state.averages.set(security, { names, on: fact.tradeOn, since, disposed: false });
    }
    return;
  }
  if (state.never.has(transactionId)) return;
  if (known === undefined) throw new Refused();
  if (election === "AVX") {
    state.averages.delete(security);
    return;
  }
  const elected = date(known.on);
  const yearOn = elected.add({ years: 1 });
  const last = yearOn.day === elected.day ? yearOn : yearOn.add({ days: 1 });
  if (fact.tradeOn > last.toString() || known.disposed) throw new Refused();
  throw new Revoked([transactionId, ...known.names]);
}

/** Shares taken of averaged lots have basis × shares / all of them, and the remaining ones the
 * rest. */
export function relieveAverage(
  state: State,
  taken: Taken[],
  all: { readonly basis: Rational; readonly shares: Rational; readonly pooled: readonly Lot[] },
): void {
  const own = taken.filter(({ lot }) => isMember(state, lot)).sort((a, b) => ties(a.lot, b.lot));
  if (own.length === 0) return;
  const weights = own.map(({ shares }) => shares);
  const exact = over(times(all.basis, total(weights)), all.shares);
  const relieved = rounded(exact, 2, "even");
  for (const [at, basis] of shared(relieved, weights, 2).entries()) {
    const piece = own[at] as Taken;
    taken[taken.indexOf(piece)] = { ...piece, basis };
  }
  const rest = minus(all.basis, relieved);
  const left = all.pooled.filter((lot) => state.lots.includes(lot));
  for (const [at, lot] of left.entries()) lot.basis = at === 0 ? rest : zero;
}
