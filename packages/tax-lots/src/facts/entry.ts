// A fact with the figures that most facts have, read from their texts once.
import type { Decimal } from "../../../values/src/decimal.ts";
import { places } from "../../../values/src/units.ts";
import { minus, plus, unitsOf, type Whole } from "../../../values/src/whole.ts";
import { dayNumber } from "./calendar.ts";
import type { Disposal, LotAccount, LotFact, Purchase } from "./fact.ts";
import { dayOfFact } from "./order.ts";
import { factorOf, worthOf } from "./quotation.ts";

/** The figures of a fact, as whole numbers. */
export interface Figures {
  /** The day on which it stands. */
  readonly day: number;
  /** Shares that it brings or takes; 0 where it says nothing of shares. */
  readonly shares: Whole;
  /** Of a purchase and a disposal; what expires is worth nothing. */
  readonly price: Whole | undefined;
  /** The amount that is paid for a purchase or received for a disposal, in cents; else 0. */
  readonly amount: Whole;
}

/** A fact that is ready to be applied. */
export interface Entry extends Figures {
  readonly fact: LotFact;
}

/** Reads a fact that has nothing wrong with it by itself. */
export function entryOf(fact: LotFact, account: LotAccount): Entry {
  const { shares: stated } = fact as { readonly shares?: Decimal };
  const shares = stated === undefined ? 0 : unitsOf(stated, places.shares);
  const price = priceOf(fact);
  return {
    fact,
    day: dayNumber(dayOfFact(fact)),
    shares,
    price,
    amount: paidFor(fact, account, { shares, price: price ?? 0 }),
  };
}

function priceOf(fact: LotFact): Whole | undefined {
  if (fact.kind === "expiry") return 0;
  const { price } = fact as { readonly price?: Decimal };
  return price === undefined ? undefined : unitsOf(price, places.price);
}

interface Traded {
  readonly shares: Whole;
  readonly price: Whole;
}

function paidFor(fact: LotFact, account: LotAccount, traded: Traded): Whole {
  switch (fact.kind) {
    case "buy":
    case "reinvestment":
      return money(fact.netAmount) ?? plus(productOf(fact, account, traded), feesOf(fact));
    case "sell":
    case "redemption":
    case "expiry":
    case "cashInLieu":
      return money(fact.netAmount) ?? minus(productOf(fact, account, traded), feesOf(fact));
    default:
      return 0;
  }
}

function productOf({ security }: LotFact, account: LotAccount, { shares, price }: Traded): Whole {
  return worthOf(shares, price, factorOf(account, security));
}

/** Fees in cents. */
export function feesOf({ fees }: Purchase | Disposal): Whole {
  return money(fees) ?? 0;
}

/** An amount in cents; undefined where it is not known. */
export function money(amount: Decimal | undefined): Whole | undefined {
  return amount === undefined ? undefined : unitsOf(amount, places.money);
}
