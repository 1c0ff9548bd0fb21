// The shares that a fill buys: whole units of 0.00001 shares, paid to the cent. (interface 2.3)
import { type Decimal, subtract } from "@bursar/values/decimal";
import {
  amountOf,
  centsDivisor,
  moneyText,
  places,
  sharesText,
  unitsOf,
} from "@bursar/values/units";

/** The shares that are bought for a fill. */
export interface PaidShares {
  readonly shares: Decimal;
  readonly price: Decimal;
  readonly paid: Decimal;
}

/** As many shares as a fill pays for, rounded down, and what these cost, half up to the cent; so
 * never more than the fill. */
export function paidShares(fill: Decimal, price: Decimal): PaidShares {
  const perShare = unitsOf(price, places.price);
  const shares = (unitsOf(fill, places.money) * centsDivisor) / perShare;
  return {
    shares: sharesText(shares) as Decimal,
    price,
    paid: moneyText(amountOf(shares, perShare)) as Decimal,
  };
}

/** The price at which an offer is executed unless another is given: that of its security, less the
 * discount. */
export function priceOfOffer(offer: {
  readonly previousClosingPrice: Decimal;
  readonly priceDiscountAmount: Decimal | null;
}): Decimal {
  const { previousClosingPrice: price, priceDiscountAmount: discount } = offer;
  return discount === null ? price : subtract(price, discount);
}
