// The order in which a method relieves lots, and the quotations that it depends on, for the second
// implementation.
import type { Departure } from "../src/facts/fact.ts";
import { isLong } from "./fact-days.ts";
import {
  isLess,
  isSame,
  minus,
  order,
  over,
  plus,
  type Rational,
  read,
  rounded,
  times,
  zero,
} from "./rational.ts";
import { held, type Lot, type State, ties, worth } from "./state.ts";
import { signed } from "./taking.ts";

/** The proceeds of a share before fees, in money: at the price, else of the amount, else at the
 * close. */
function perShare(state: State, fact: Departure): Rational {
  if (fact.kind === "expiry") return zero;
  if (fact.kind === "lotsMoved") return worth(state, fact.security, fact.lastClose);
  if (fact.price === undefined && fact.netAmount !== undefined && fact.kind !== "transferOut") {
    return over(plus(read(fact.netAmount), read(fact.fees ?? "0")), read(fact.shares));
  }
  return worth(state, fact.security, fact.price ?? fact.lastClose);
}

/** The quotation of a disposal that says what it fetches, unless that is below 0. */
export function quotation(state: State, fact: Departure): Rational | undefined {
  if (fact.kind === "expiry") return zero;
  if (fact.kind === "lotsMoved") return undefined;
  if (fact.price !== undefined) return read(fact.price);
  if (fact.netAmount === undefined || fact.kind === "transferOut") return undefined;
  const exact = over(perShare(state, fact), worth(state, fact.security, "1"));
  const found = signed(exact, (amount) => rounded(amount, 6, "up"));
  return isLess(found, zero) ? undefined : found;
}

/** Gain per share at a price, and the term that goes with it. */
function view(lot: Lot, price: Rational, day: string): { gain: Rational; long: boolean } {
  const worth = times(price, lot.shares);
  const gain = minus(worth, lot.basis ?? zero);
  const perShare = (amount: Rational) => over(amount, lot.shares);
  const long = isLong(lot, lot.adjusted, day);
  if (lot.lower === undefined || !isLess(gain, zero)) return { gain: perShare(gain), long };
  const onLower = minus(worth, lot.lower);
  if (!isLess(onLower, zero)) return { gain: zero, long };
  return { gain: perShare(onLower), long: isLong(lot, lot.gift ?? lot.adjusted, day) };
}

const classes: Readonly<Record<string, readonly string[]>> = {
  HLTG: ["long gain", "short gain", "short loss", "long loss"],
  HSTG: ["short gain", "long gain", "long loss", "short loss"],
  LLTG: ["long loss", "short loss", "short gain", "long gain"],
  LSTG: ["short loss", "long loss", "long gain", "short gain"],
};

export function inOrder(state: State, fact: Departure): Lot[] {
  const lots = held(state, fact.security);
  const isAveraged = state.averages.has(fact.security);
  const ofAccount = fact.method ?? fact.keptMethod ?? state.account.defaultMethod;
  const method = isAveraged ? "FIFO" : ofAccount;
  const price = perShare(state, fact);
  const short = read(fact.shortTermTaxRate ?? fact.longTermTaxRate ?? "0");
  const long = read(fact.longTermTaxRate ?? fact.shortTermTaxRate ?? "0");
  const hasRates = !isSame(short, zero) || !isSame(long, zero);
  const seen = (lot: Lot) => view(lot, price, fact.tradeOn);
  const gains = (a: Lot, b: Lot) => order(seen(a).gain, seen(b).gain);
  const taxed = (lot: Lot) => times(seen(lot).gain, seen(lot).long ? long : short);
  const taxes = (a: Lot, b: Lot) => order(taxed(a), taxed(b));
  const days = (a: Lot, b: Lot) => (a.original ?? "").localeCompare(b.original ?? "");
  const classOf = (lot: Lot) => {
    const { gain, long: isOld } = seen(lot);
    const name = `${isOld ? "long" : "short"} ${isLess(gain, zero) ? "loss" : "gain"}`;
    return classes[method]?.indexOf(name) ?? 0;
  };
  const within = (a: Lot, b: Lot) => {
    const isLoss = isLess(seen(a).gain, zero);
    const isLargestGain = method.startsWith("H") ? !isLoss : false;
    const isSmallestLoss = method.startsWith("H") && isLoss;
    return isLargestGain || isSmallestLoss ? gains(b, a) : gains(a, b);
  };
  const compare: Readonly<Record<string, (a: Lot, b: Lot) => number>> = {
    FIFO: () => 0,
    AVGC: () => 0,
    LIFO: (a, b) => days(b, a),
    LGHL: gains,
    HGLL: (a, b) => gains(b, a),
    WLFS: hasRates ? taxes : gains,
    WGFS: hasRates ? (a, b) => taxes(b, a) : (a, b) => gains(b, a),
  };
  const byMethod = compare[method] ?? ((a: Lot, b: Lot) => classOf(a) - classOf(b) || within(a, b));
  return lots.sort((a, b) => byMethod(a, b) || ties(a, b));
}
