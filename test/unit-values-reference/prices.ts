// The last price of a security, for the second implementation: looked for among all closes.
import { over, type Rational, read, times } from "../lot-relief-reference/rational.ts";
import type { Portfolio } from "./portfolios.ts";

interface Price {
  /** The day of the close that it comes from. */
  readonly on: string;
  readonly value: Rational;
}

/** The last price at the end of a day; the facts are in order. */
export function priceOf(
  { facts, closes }: Portfolio,
  security: string,
  on: string,
): Price | undefined {
  const past = facts.filter(({ tradeOn }) => tradeOn <= on);
  return lastPrice({ facts: past, closes: closes.filter((close) => close.on <= on) }, security);
}

/** The later of its own last close and of those of the ids it had before, brought over splits. */
function lastPrice({ facts, closes }: Portfolio, security: string): Price | undefined {
  const own = closes.findLast((close) => close.security === security);
  let best: Price | undefined;
  if (own !== undefined) {
    const value = overSplits(
      facts.filter(({ tradeOn }) => tradeOn > own.on),
      security,
      read(own.close),
    );
    best = { on: own.on, value };
  }
  for (const [at, fact] of facts.entries()) {
    if (fact.kind !== "symbolChange" || fact.intoSecurity !== security) continue;
    const before = {
      facts: facts.slice(0, at),
      closes: closes.filter(({ on }) => on < fact.tradeOn),
    };
    const from = lastPrice(before, fact.security);
    if (from === undefined || (best !== undefined && best.on >= from.on)) continue;
    best = { on: from.on, value: overSplits(facts.slice(at + 1), security, from.value) };
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
