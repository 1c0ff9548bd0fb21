// A security's quotation factor, by which a product of shares and a quotation becomes money: 0.01 for debt in
// percent of par, 100 for a contract. (docs/tax-lots.md, "Quotations")
import type { Decimal } from "../../../values/src/decimal.ts";
import type { Id } from "../../../values/src/ids.ts";
import { places } from "../../../values/src/units.ts";
import {
  amountOf,
  centsDivisor,
  pieceOf,
  times,
  unitsOf,
  type Whole,
} from "../../../values/src/whole.ts";
import type { LotAccount } from "./fact.ts";

/** The factor of a security that has no other, in 0.000001. */
export const plainFactor = 1_000_000;

/** Shares in 0.00001 times a quotation and a factor in 0.000001 are divided by it to be cents. */
const factoredDivisor = centsDivisor * plainFactor;

/** The quotation factor of a security, in 0.000001. */
export function factorOf({ quotationFactors }: LotAccount, security: Id): Whole {
  const factor = quotationFactors?.get(security);
  return factor === undefined ? plainFactor : unitsOf(factor, places.price);
}

/** Shares times a quotation times a factor in cents, half up. */
export function worthOf(shares: Whole, price: Whole, factor: Whole): Whole {
  if (factor === plainFactor) return amountOf(shares, price);
  return pieceOf(times(shares, price), factor, factoredDivisor);
}

/** The value of one share, as a fraction: cents in all its shares are shares × `price` / `unit`. */
export interface Worth {
  readonly price: Whole;
  readonly unit: Whole;
}

/** The worth of a share at a quotation. */
export function shareWorth(price: Whole, factor: Whole): Worth {
  if (factor === plainFactor) return { price, unit: centsDivisor };
  return { price: times(price, factor), unit: factoredDivisor };
}

/** The quotation at which shares bring an amount in cents, to 6 places, half up. */
export function quotationOf(cents: Whole, shares: Whole, factor: Whole): Whole {
  return pieceOf(cents, factoredDivisor, times(shares, factor));
}

/** A quotation as sums write it, with a factor other than 1 behind it. */
export function quotationText(price: Decimal | string, account: LotAccount, security: Id): string {
  const factor = account.quotationFactors?.get(security);
  return factor === undefined || unitsOf(factor, places.price) === plainFactor
    ? price
    : `${price} × ${factor}`;
}
