// The state of a folio and what changes it, for the second implementation.
import {
  isLess,
  minus,
  over,
  plus,
  type Rational,
  read,
  rounded,
  times,
  total,
  zero,
} from "../../tax-lots/reference/rational.ts";
import type { Fact } from "./facts.ts";

/** The quotation factors of securities; 1 for one that is not here. */
export type Factors = Readonly<Record<string, string>>;

/** The factor of a security. */
export const factorOf = (factors: Factors, security: string) => read(factors[security] ?? "1");

/** The state of a folio after facts; `waiting` is what has flowed since its last valuation. */
export interface Standing {
  cash: Rational;
  readonly positions: Map<string, Rational>;
  readonly waiting: Map<string, Rational>;
  waitingCash: Rational;
  /** Capital to be paid back since its ex-date, by transaction. */
  readonly receivable: Map<string, Rational>;
  /** The amounts that were paid for accrued interest, by security. */
  readonly interest: Map<string, Rational>;
}

export const nothing = (): Standing => ({
  cash: zero,
  positions: new Map(),
  waiting: new Map(),
  waitingCash: zero,
  receivable: new Map(),
  interest: new Map(),
});

export function pay(standing: Standing | undefined, amount: Rational): void {
  if (standing) standing.cash = plus(standing.cash, amount);
}

export function move(
  holdings: Map<string, Rational> | undefined,
  security: string,
  shares: Rational,
) {
  holdings?.set(security, plus(holdings.get(security) ?? zero, shares));
}

/** Half a cent away from zero. */
export function cents(amount: Rational): Rational {
  if (isLess(amount, zero)) return minus(zero, cents(minus(zero, amount)));
  return rounded(amount, 2, "up");
}

export const negative = (text: string) => minus(zero, read(text));

/** Takes the part of shares, which still stand in the folio, of what was paid for their interest. */
export function interestWith(
  standing: Standing | undefined,
  { security, shares }: { readonly security: string; readonly shares: string },
): Rational {
  const paid = standing?.interest.get(security) ?? zero;
  const held = standing?.positions.get(security) ?? zero;
  const isAll = !isLess(read(shares), held);
  const part = isAll ? paid : cents(over(times(paid, read(shares)), held));
  move(standing?.interest, security, minus(zero, part));
  return part;
}

type Priced = {
  readonly security: string;
  readonly shares: string;
  readonly price?: string;
  readonly fees?: string;
  readonly netAmount?: string;
};

export const tradedFor = ({ security, shares, price = "0" }: Priced, factors: Factors) =>
  cents(times(times(read(shares), read(price)), factorOf(factors, security)));

/** The cost of a purchase, without accrued interest. */
export const paidFor = (fact: Priced, factors: Factors) =>
  fact.netAmount ? read(fact.netAmount) : plus(tradedFor(fact, factors), read(fact.fees ?? "0"));

export function taxOf(fact: Fact): Rational {
  const taxes = ["federal", "state", "foreign"].map(
    (kind) => (fact as unknown as Record<string, string>)[`${kind}TaxWithholding`] ?? "0",
  );
  return total(taxes.map(read));
}

/** Digits beyond the places are dropped. */
export function towardsZero(a: Rational, places: number): Rational {
  const scale = 10n ** BigInt(places);
  return over({ n: (a.n * scale) / a.d, d: 1n }, { n: scale, d: 1n });
}
