// A holding as it is returned.
import { encodeDay } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import { moneyText, nearestEven, places, sharesText, textOf } from "@bursar/values/units";
import type { Holding, Price } from "./valued-holdings.ts";

/** The fields that positions of a folio and of an account share. */
export function encodeHolding({ held, value, weight }: Holding) {
  return {
    security: held ? encodeSecurity(held.row) : cash,
    shareQuantity: held ? sharesText(held.shares) : null,
    price: held?.price ? priceText(held.price) : null,
    priceDate: held?.price ? encodeDay(held.price.on) : null,
    marketValue: value === undefined ? null : moneyText(value),
    currentWeight: percentOf(weight),
    // Only a folio has a model.
    targetWeight: null,
    // The store restricts accounts, not shares.
    restrictedShareQuantity: sharesText(0n),
  };
}

const cash = {
  ticker: "BCASH",
  cusip: null,
  id: null,
  companyName: null,
  instrumentType: null,
  quotationFactor: null,
} as const;

/** The ticker of a holding; that of cash is `BCASH`. */
export function tickerOf({ held }: Holding): string {
  return held?.row.ticker ?? cash.ticker;
}

function encodeSecurity(row: NonNullable<Holding["held"]>["row"]) {
  const { ticker, cusip, securityId: id, companyName, instrumentType } = row;
  const quotationFactor = fixed(row.quotationFactor, 6);
  return { ticker, cusip, id, companyName, instrumentType, quotationFactor };
}

function priceText({ numerator, denominator }: Price): string {
  return textOf(nearestEven(numerator, denominator), places.price);
}

/** A weight in hundredths of a percent as text with 2 places. */
export function percentOf(weight: bigint | undefined): string | null {
  return weight === undefined ? null : textOf(weight, 2);
}
