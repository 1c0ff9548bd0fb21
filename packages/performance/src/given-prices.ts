// The prices of shares that facts themselves give, for securities without a close: trades at the
// price paid, events and transfers by the value they name. (docs/performance.md, 2.1)

import type { Day } from "../../values/src/dates.ts";
import { type Decimal, sum } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import { centsDivisor, places, unitsOf } from "../../values/src/units.ts";
import type { AccountFact } from "./account-fact.ts";
import { factorOf, type QuotationFactors, quotedValue } from "./quotation.ts";

/** The origin of a price: a close, a trade of the account, or the value that an event or transfer
 * gives. */
export type PriceOrigin = "close" | "trade" | "value";

/** The value of one share, its quotation × factor, as a fraction of units of 0.000001, and the day
 * that it comes from. A change of symbol leaves it as it is. */
export interface LastPrice {
  readonly on: Day;
  readonly origin: PriceOrigin;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A price and whose it is. */
export type GivenPrice = LastPrice & { readonly security: Id };

/** The prices that a fact gives: mostly one or none. What expires or becomes worthless says nothing of
 * what remains. */
export function pricesGivenBy(
  fact: AccountFact,
  factors: QuotationFactors | undefined,
): GivenPrice[] {
  switch (fact.kind) {
    case "buy":
    case "reinvestment":
      return traded(factors, fact, -1n);
    case "sell":
    case "redemption":
    case "cashInLieu":
      return traded(factors, fact, 1n);
    case "giftIn":
    case "inheritance":
      return given(factors, fact, "value", { amount: fact.marketValue, shares: fact.shares });
    case "lotsMoved":
      return given(factors, fact, "value", { amount: fact.marketValue, shares: fact.shares });
    case "lotsReceived":
      return given(factors, fact, "value", {
        amount: fact.marketValue,
        shares: sharesOf(fact.lots),
      });
    case "transferOut":
      return given(factors, fact, "value", { price: fact.price });
    case "merger":
      return fact.intoSecurity === undefined
        ? []
        : given(factors, { ...fact, security: fact.intoSecurity }, "value", {
            price: fact.newShareValue,
          });
    case "spinOff":
      return [
        ...given(factors, fact, "value", { price: fact.parentValue }),
        ...given(factors, { ...fact, security: fact.intoSecurity }, "value", {
          price: fact.childValue,
        }),
      ];
    default:
      return [];
  }
}

const zero = "0" as Decimal;

function sharesOf(lots: readonly { readonly shares: Decimal }[]): Decimal {
  return sum(lots.map(({ shares }) => shares));
}

interface Place {
  readonly security: Id;
  readonly tradeOn: Day;
}

interface Trade extends Place {
  readonly shares: Decimal;
  readonly price?: Decimal;
  readonly fees?: Decimal;
  readonly netAmount?: Decimal;
}

/** A trade's price, or where it names none what was paid for a share: the net amount without its
 * fees, which raise that of a purchase and lower that of a sale. */
function traded(
  factors: QuotationFactors | undefined,
  fact: Trade,
  feesOf: 1n | -1n,
): GivenPrice[] {
  const { price, netAmount, fees, shares } = fact;
  if (price !== undefined || netAmount === undefined)
    return given(factors, fact, "trade", { price });
  const cents = unitsOf(netAmount, places.money) + feesOf * unitsOf(fees ?? zero, places.money);
  return [fraction(fact, "trade", { cents, shares })];
}

interface Named {
  readonly price?: Decimal | undefined;
  readonly amount?: Decimal | undefined;
  readonly shares?: Decimal;
}

function given(
  factors: QuotationFactors | undefined,
  { security, tradeOn: on }: Place,
  origin: PriceOrigin,
  { price, amount, shares }: Named,
): GivenPrice[] {
  if (price !== undefined) {
    const quoted = unitsOf(price, places.price);
    const { numerator, denominator } = quotedValue(quoted, factorOf(factors, security));
    return [{ security, on, origin, numerator, denominator }];
  }
  if (amount === undefined || shares === undefined) return [];
  const cents = unitsOf(amount, places.money);
  return [fraction({ security, tradeOn: on }, origin, { cents, shares })];
}

function fraction(
  { security, tradeOn: on }: Place,
  origin: PriceOrigin,
  { cents, shares }: { readonly cents: bigint; readonly shares: Decimal },
): GivenPrice {
  const numerator = (cents > 0n ? cents : 0n) * centsDivisor;
  return { security, on, origin, numerator, denominator: unitsOf(shares, places.shares) };
}
