// A computed day between the store's decimals and the engine's whole numbers.

import type { RawDay, UnitDay } from "../../engines/unit-values/chain.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import { places, textOf, unitsOf } from "../../values/units.ts";
import type { SeriesDay } from "./compute-series.ts";

/** Places of a stored unit and of a return in percent. */
const unitPlaces = 18;
const returnPlaces = 5;

/** A stored day. */
export interface DayColumns {
  readonly on: Day;
  readonly marketValue: Decimal;
  readonly accrued: Decimal;
  readonly cashFlows: Decimal;
  readonly securityFlows: Decimal;
  readonly fees: Decimal;
  readonly isEstimated: boolean;
  readonly isImported: boolean;
  readonly gross: Decimal | null;
  readonly net: Decimal | null;
  readonly grossReturn: Decimal | null;
  readonly netReturn: Decimal | null;
}

/** A day of a series; one imported from another system has units alone. */
export interface SeriesValuation {
  readonly on: Day;
  readonly raw: RawDay | undefined;
  readonly unit: UnitDay;
}

/** Money in cents. */
function centsOf(amount: Decimal): bigint {
  return unitsOf(amount, places.money);
}

/** A unit in parts of 10^-18. */
export function unitPartsOf(unit: Decimal): bigint {
  return unitsOf(unit, unitPlaces);
}

/** Money as text. */
export function moneyOf(cents: bigint): Decimal {
  return textOf(cents, places.money) as Decimal;
}

/** A return in percent, or a published unit, as text with 5 places. */
export function fivePlacesOf(units: bigint): Decimal {
  return textOf(units, returnPlaces) as Decimal;
}

/** Reads a stored day. */
export function decodeSeriesDay(row: DayColumns): SeriesDay {
  const known = (value: Decimal | null, to: number) =>
    value === null ? undefined : unitsOf(value, to);
  return {
    raw: {
      on: row.on,
      marketValue: centsOf(row.marketValue),
      accrued: centsOf(row.accrued),
      cashFlows: centsOf(row.cashFlows),
      securityFlows: centsOf(row.securityFlows),
      fees: centsOf(row.fees),
      isEstimated: row.isEstimated,
    },
    unit: {
      on: row.on,
      gross: known(row.gross, unitPlaces),
      net: known(row.net, unitPlaces),
      grossReturn: known(row.grossReturn, returnPlaces),
      netReturn: known(row.netReturn, returnPlaces),
    },
    isImported: row.isImported,
  };
}

/** Writes a day for the store. */
export function encodeSeriesDay({ raw, unit, isImported }: SeriesDay): DayColumns {
  const known = (value: bigint | undefined, from: number) =>
    value === undefined ? null : (textOf(value, from) as Decimal);
  return {
    on: raw.on,
    marketValue: moneyOf(raw.marketValue),
    accrued: moneyOf(raw.accrued),
    cashFlows: moneyOf(raw.cashFlows),
    securityFlows: moneyOf(raw.securityFlows),
    fees: moneyOf(raw.fees),
    isEstimated: raw.isEstimated,
    isImported,
    gross: known(unit.gross, unitPlaces),
    net: known(unit.net, unitPlaces),
    grossReturn: known(unit.grossReturn, returnPlaces),
    netReturn: known(unit.netReturn, returnPlaces),
  };
}
