// Exact fractions as text, for the lines of a fee's working.
import { nearest, textOf } from "@bursar/values/units";

const shownPlaces = 8;

/** A fraction with 2 to 8 places, the last one rounded half up. */
function fractionText(numerator: bigint, denominator: bigint): string {
  const units = nearest(numerator * 10n ** BigInt(shownPlaces), denominator);
  return textOf(units, shownPlaces).replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** Cents that are a fraction, as dollars. */
export function dollarsText(numerator: bigint, denominator: bigint): string {
  return fractionText(numerator, denominator * 100n);
}

/** A tier's rate, in percent. */
export function rateText(rate: bigint): string {
  return fractionText(rate, 1_000_000n);
}

/** A discount or a maximum rate, in percent. */
export function percentText(percent: bigint): string {
  return textOf(percent, 2);
}
