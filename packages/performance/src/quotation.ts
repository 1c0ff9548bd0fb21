// The value of a quotation: 1 for a share at its price, 0.01 for debt that is quoted in percent of
// its face, 100 for a contract over as many shares. (docs/performance.md, 2.1)
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import { amountOf, centsDivisor, nearest, places, unitsOf } from "../../values/src/units.ts";

/** The factor of each security with up to 6 places, above 0; 1 for one that is not here. */
export type QuotationFactors = ReadonlyMap<Id, Decimal>;

/** A factor of 1. */
const factorScale = 1_000_000n;

/** The factor of a security in units of 0.000001. */
export function factorOf(factors: QuotationFactors | undefined, security: Id): bigint {
  const factor = factors?.get(security);
  return factor === undefined ? factorScale : unitsOf(factor, factorPlaces);
}

const factorPlaces = 6;

/** Shares × quotation × factor in cents, half up; 0 without a quotation. */
export function worthOf(shares: bigint, price: Decimal | undefined, factor: bigint): bigint {
  if (price === undefined) return 0n;
  const quoted = unitsOf(price, places.price);
  if (factor === factorScale) return amountOf(shares, quoted);
  return nearest(shares * quoted * factor, centsDivisor * factorScale);
}

/** The value of one share at a quotation, both in units of 0.000001, as a fraction of them. */
export function quotedValue(quoted: bigint, factor: bigint) {
  if (factor === factorScale) return { numerator: quoted, denominator: 1n };
  return { numerator: quoted * factor, denominator: factorScale };
}
