// The shares that a fill buys.

import { compare, type Decimal, decodeDecimal } from "@bursar/values/decimal";
import { amountOf, places, textOf, unitsOf } from "@bursar/values/units";
import fc from "fast-check";
import { expect, test } from "vitest";
import { paidShares, priceOfOffer } from "./paid-shares.ts";

const amount = (text: string) => decodeDecimal(text) as Decimal;

test.each([
  ["20000.00", "100.00", "200.00000", "20000.00"],
  // 10000 / 3 = 3333.33333…; these cost 9999.99999, which is 10000.00 to the cent.
  ["10000.00", "3", "3333.33333", "10000.00"],
  ["10.00", "0.125", "80.00000", "10.00"],
  ["1000.00", "333333.333333", "0.00300", "1000.00"],
  // One unit less costs a whole cent less.
  ["0.05", "1999.999999", "0.00002", "0.04"],
  ["0.01", "250000.00", "0.00000", "0.00"],
])("%s at %s are %s shares for %s", (fill, price, shares, paid) => {
  expect(paidShares(amount(fill), amount(price))).toEqual({ shares, price, paid });
});

test("never costs more than the fill, nor leaves enough for another share unit", () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 14n });
  const prices = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(cents, prices, (fillCents, priceUnits) => {
      const fill = textOf(fillCents, places.money) as Decimal;
      const { shares, paid } = paidShares(fill, textOf(priceUnits, places.price) as Decimal);
      const units = unitsOf(shares, places.shares);
      expect(compare(paid, fill)).toBeLessThanOrEqual(0);
      expect(unitsOf(paid, places.money)).toBe(amountOf(units, priceUnits));
      expect((units + 1n) * priceUnits).toBeGreaterThan(fillCents * 10n ** 9n);
    }),
  );
});

test("the price is that of the security less the discount", () => {
  const offer = { previousClosingPrice: amount("50.00"), priceDiscountAmount: amount("0.50") };
  expect(priceOfOffer(offer)).toBe("49.50");
  expect(priceOfOffer({ ...offer, priceDiscountAmount: null })).toBe("50.00");
});
