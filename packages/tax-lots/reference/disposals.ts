// Facts that close lots, for the second implementation.
import type { Departure, Disposal, LotFact } from "../src/facts/fact.ts";
import { isMember, relieveAverage } from "./averages.ts";
import { isWorthless } from "./fact-days.ts";
import { inOrder, quotation } from "./lot-order.ts";
import {
  isLess,
  isSame,
  least,
  minus,
  one,
  over,
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
  poolOf,
  Refused,
  type Row,
  type State,
  sharesOf,
  ties,
  worth,
} from "./state.ts";
import { named, type Taken, take } from "./taking.ts";
import { washRows } from "./wash-sales.ts";

export function dispose(state: State, fact: Departure): void {
  const election = state.averages.get(fact.security);
  if (election !== undefined && fact.method !== undefined) throw new Refused();
  const shares = read(fact.shares);
  const position = sharesOf(held(state, fact.security));
  if (isLess(position, shares)) throw new Refused();
  const taken: Taken[] = [];
  const takeFrom = (lots: readonly Lot[], wanted: Rational) => {
    let left = wanted;
    for (const lot of lots) {
      if (isSame(left, zero)) break;
      const piece = least(left, lot.shares);
      left = minus(left, piece);
      taken.push(take(state, lot, piece));
    }
    if (!isSame(left, zero)) throw new Refused();
  };
  const pooled = held(state, fact.security).filter((lot) => isMember(state, lot));
  const all = { basis: total(pooled.map(({ basis }) => basis ?? zero)), shares: sharesOf(pooled) };
  if (fact.namedLots === undefined) takeFrom(inOrder(state, fact), shares);
  // Places first; what is named twice is taken at once, since a lot has one row.
  const parts = named(state, fact.security, fact.namedLots ?? []);
  for (const part of parts) taken.push(take(state, part.lot, part.shares));
  const isMoved = fact.kind === "transferOut" || fact.kind === "lotsMoved";
  if (election !== undefined && !isMoved) relieveAverage(state, taken, { ...all, pooled });
  const trade: Partial<Disposal> = fact.kind === "lotsMoved" ? {} : fact;
  const gross = rounded(times(shares, worth(state, fact.security, trade.price)), 2, "up");
  const proceeds = trade.netAmount ? read(trade.netAmount) : minus(gross, read(trade.fees ?? "0"));
  const codes = {
    sell: "SLE",
    redemption: "RDM",
    expiry: "EXP",
    cashInLieu: "CIL",
    transferOut: "-",
    lotsMoved: "-",
  };
  if (election !== undefined) election.disposed = true;
  const rows = close(state, fact, {
    taken,
    code: codes[fact.kind],
    net: isMoved ? undefined : proceeds,
    part: isSame(shares, position) ? one : over(shares, position),
  });
  if (state.account.isTaxable) washRows(state, rows);
}

/** All that is held at the end of the year goes for nothing. */
export function writeOff(state: State, fact: LotFact): void {
  const lots = held(state, fact.security);
  if (lots.length === 0) return;
  const election = state.averages.get(fact.security);
  if (election !== undefined) election.disposed = true;
  const taken = lots.map((lot) => take(state, lot, lot.shares));
  const rows = close(state, fact, { taken, code: "EXP", net: zero, part: one });
  if (state.account.isTaxable) washRows(state, rows);
}

interface Closing {
  readonly taken: readonly Taken[];
  readonly code: string;
  readonly net: Rational | undefined;
  readonly part: Rational;
}

export function close(
  state: State,
  fact: LotFact,
  { taken, code, net, part: portion }: Closing,
): Row[] {
  const old = taken.toSorted((a, b) => ties(a.lot, b.lot));
  const weights = old.map(({ shares }) => shares);
  const nets = net && spread(net, weights);
  const pool = poolOf(state, fact.security);
  const isKnown = pool?.known;
  let bases: Rational[] | undefined;
  if (pool !== undefined) {
    const relieved = rounded(times(pool.basis, portion), 2, "even");
    pool.basis = minus(pool.basis, relieved);
    bases = shared(relieved, weights, 2);
    if (isSame(portion, one)) pool.known = true;
  }
  const rows = taken.map(({ lot, shares, first, basis, cost, lower }) => {
    const at = old.findIndex((each) => each.lot === lot);
    const own = nets?.[at];
    const price = priceOfRow(state, fact);
    const common = { lot, fact, code, shares, first, net: own, cost, lower, price, pieces: [] };
    if (bases !== undefined) {
      return { ...common, basis: isKnown ? bases[at] : undefined, adjusted: lot.adjusted };
    }
    if (lower && own && isLess(own, lower)) {
      return { ...common, basis: lower, adjusted: lot.gift ?? lot.adjusted };
    }
    const between = lower && own && basis && isLess(own, basis);
    return { ...common, basis: between ? own : basis, adjusted: lot.adjusted };
  });
  state.rows.push(...rows);
  return rows;
}

export function priceOfRow(state: State, fact: LotFact): Rational | undefined {
  if (fact.kind === "merger") return read(fact.cashPerShare ?? "0");
  if (fact.kind === "returnOfCapital") return undefined;
  return isWorthless(fact) ? zero : quotation(state, fact as Disposal);
}

export function spread(amount: Rational, weights: readonly Rational[]): Rational[] {
  if (!isLess(amount, zero)) return shared(amount, weights, 2);
  return shared(minus(zero, amount), weights, 2).map((each) => minus(zero, each));
}
