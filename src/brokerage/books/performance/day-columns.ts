// A day of a series, and its figures between decimals and the engine's whole numbers.
import type { RawDay, UnitDay } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { places, textOf, unitsOf } from "@bursar/values/units";

/** Places of a stored unit and of a return in percent. */
const unitPlaces = 18;
const returnPlaces = 5;

/** A day of a series; one imported from another system has units alone. */
export interface SeriesValuation {
  readonly on: Day;
  readonly raw: RawDay | undefined;
  readonly unit: UnitDay;
}

/** A unit in parts of 10^-18. */
export function unitPartsOf(unit: Decimal): bigint {
  return unitsOf(unit, unitPlaces);
}

/** A unit as text with all its places. */
export function unitText(parts: bigint): string {
  return textOf(parts, unitPlaces);
}

/** Money as text. */
export function moneyOf(cents: bigint): Decimal {
  return textOf(cents, places.money) as Decimal;
}

/** Money as text; null where there is none. */
export function moneyOrNull(cents: bigint | undefined): Decimal | null {
  return cents === undefined ? null : moneyOf(cents);
}

/** A return in percent, or a published unit, as text with 5 places. */
export function fivePlacesOf(units: bigint): Decimal {
  return textOf(units, returnPlaces) as Decimal;
}
