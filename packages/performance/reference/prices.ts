// The last price of a security, for the second implementation: from all closes, else from trades,
// else from events and transfers.
import {
  isLess,
  minus,
  over,
  plus,
  type Rational,
  read,
  times,
  total,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { Portfolio } from "./portfolios.ts";
import { type Factors, factorOf } from "./standing.ts";

interface Price {
  /** The day of the price. */
  readonly on: string;
  readonly value: Rational;
  readonly isClose: boolean;
}

type Fact = Portfolio["facts"][number];

/** The last price at the end of a day; the facts are in order. */
export function priceOf(
  { facts, closes, factors = {} }: Portfolio,
  security: string,
  on: string,
): Price | undefined {
  const past = facts.filter(({ tradeOn }) => tradeOn <= on);
  const known = { facts: past, closes: closes.filter((close) => close.on <= on), factors };
  return (
    lastPrice(known, security) ??
    lastSaid(known, security, tradedAt) ??
    lastSaid(known, security, valuedAt)
  );
}

/** Over a change of symbol a quotation is multiplied by old / new factor. */
function renamed(
  price: Rational,
  factors: Factors,
  [from, to]: readonly [string, string],
): Rational {
  return times(price, over(factorOf(factors, from), factorOf(factors, to)));
}

/** The newest price that facts give for a security, or for the ids it had before. */
function lastSaid(
  { facts, factors = {} }: Pick<Portfolio, "facts" | "factors">,
  security: string,
  say: (fact: Fact, security: string, factor: Rational) => Rational | undefined,
): Price | undefined {
  let best: Price | undefined;
  for (const [at, fact] of facts.entries()) {
    const value = say(fact, security, factorOf(factors, security));
    const later = facts.slice(at + 1);
    if (value !== undefined) {
      best = { on: fact.tradeOn, value: overSplits(later, security, value), isClose: false };
    }
    if (fact.kind !== "symbolChange" || fact.intoSecurity !== security) continue;
    const from = lastSaid({ facts: facts.slice(0, at), factors }, fact.security, say);
    if (from === undefined || (best !== undefined && best.on >= from.on)) continue;
    const now = renamed(from.value, factors, [fact.security, security]);
    best = { ...from, value: overSplits(later, security, now) };
  }
  return best;
}

const notNegative = (a: Rational) => (isLess(a, zero) ? zero : a);

/** The price that was paid for a share in a trade. */
function tradedAt(fact: Fact, security: string, factor: Rational): Rational | undefined {
  if (!("security" in fact) || fact.security !== security) return undefined;
  const isIn = fact.kind === "buy" || fact.kind === "reinvestment";
  const isOut = ["sell", "redemption", "cashInLieu"].includes(fact.kind);
  if (!isIn && !isOut) return undefined;
  const { price, netAmount, fees = "0", shares } = fact as unknown as Record<string, string>;
  if (price) return read(price);
  if (!netAmount || !shares) return undefined;
  const paid = (isIn ? minus : plus)(read(netAmount), read(fees));
  return over(notNegative(paid), times(read(shares), factor));
}

/** The value of a share according to an event or a transfer. */
function valuedAt(fact: Fact, security: string, factor: Rational): Rational | undefined {
  const { kind } = fact;
  const isOwn = "security" in fact && fact.security === security;
  const isInto = "intoSecurity" in fact && fact.intoSecurity === security;
  const { parentValue, childValue } = fact as { parentValue?: string; childValue?: string };
  if (kind === "spinOff" && isOwn) return parentValue ? read(parentValue) : undefined;
  if (kind === "spinOff" && isInto) return childValue ? read(childValue) : undefined;
  if (kind === "merger" && isInto && fact.newShareValue) return read(fact.newShareValue);
  if (kind === "transferOut" && isOwn && fact.price) return read(fact.price);
  const { marketValue } = fact as { marketValue?: string };
  if (!isOwn || !marketValue) return undefined;
  if (kind === "giftIn" || kind === "inheritance" || kind === "lotsMoved") {
    return over(read(marketValue), times(read(fact.shares), factor));
  }
  if (kind === "lotsReceived") {
    const shares = total(fact.lots.map((lot) => read(lot.shares)));
    return over(read(marketValue), times(shares, factor));
  }
  return undefined;
}

/** The later of its own last close and those of the ids it had before, adjusted for splits. */
function lastPrice(portfolio: Portfolio, security: string): Price | undefined {
  const { facts, closes, factors = {} } = portfolio;
  const own = closes.findLast((close) => close.security === security);
  let best: Price | undefined;
  if (own !== undefined) {
    const value = overSplits(
      facts.filter(({ tradeOn }) => tradeOn > own.on),
      security,
      read(own.close),
    );
    best = { on: own.on, value, isClose: true };
  }
  for (const [at, fact] of facts.entries()) {
    if (fact.kind !== "symbolChange" || fact.intoSecurity !== security) continue;
    const before = {
      facts: facts.slice(0, at),
      closes: closes.filter(({ on }) => on < fact.tradeOn),
      factors,
    };
    const from = lastPrice(before, fact.security);
    if (from === undefined || (best !== undefined && best.on >= from.on)) continue;
    const now = renamed(from.value, factors, [fact.security, security]);
    best = { ...from, value: overSplits(facts.slice(at + 1), security, now) };
  }
  return best;
}

/** A price multiplied by old / new of each split. */
function overSplits(facts: Portfolio["facts"], security: string, price: Rational): Rational {
  return facts.reduce((value, fact) => {
    if (fact.kind !== "split" || fact.security !== security) return value;
    return times(value, over(read(fact.ratioOld), read(fact.ratioNew)));
  }, price);
}
