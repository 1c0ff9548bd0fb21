// The tax on the gains of a sale that is only tried, at rates in percent. (interface 4.16)
import type { Decimal } from "@bursar/values/decimal";
import { moneyText, nearest, places, unitsOf } from "@bursar/values/units";

/** Rates in percent, with up to 6 places; null where the account has none. */
export interface TaxRates {
  readonly shortTermTaxRate: Decimal | null;
  readonly longTermTaxRate: Decimal | null;
}

/** The reportable gains of a sale by term; null where one is not known. */
interface GainsByTerm {
  readonly shortTermGainLoss: string | null;
  readonly longTermGainLoss: string | null;
  readonly unknownTermGainLoss: string | null;
}

const ratePlaces = 6;
const divisor = 100n * 10n ** BigInt(ratePlaces);

/** Each term's gain at its rate, a half cent away from zero; a loss lowers the tax. Null where a gain or a
 * rate is not known, or the term of a gain is not. */
export function estimatedTaxOf(gains: GainsByTerm, rates: TaxRates): string | null {
  const { shortTermGainLoss: short, longTermGainLoss: long, unknownTermGainLoss: unknown } = gains;
  const { shortTermTaxRate: shortRate, longTermTaxRate: longRate } = rates;
  if (short === null || long === null || shortRate === null || longRate === null) return null;
  if (unknown === null || unitsOf(unknown as Decimal, places.money) !== 0n) return null;
  const taxed = taxedAt(short, shortRate) + taxedAt(long, longRate);
  return moneyText(nearest(taxed, divisor));
}

function taxedAt(gain: string, rate: Decimal): bigint {
  return unitsOf(gain as Decimal, places.money) * unitsOf(rate, ratePlaces);
}

/** Marks the sales with the lowest tax; none where the tax of one is not known. */
export function markLowestTax<T extends { readonly estimatedTax: string | null }>(
  sales: readonly T[],
): (T & { readonly isLowestTax: boolean })[] {
  const taxes = sales.flatMap(({ estimatedTax }) =>
    estimatedTax === null ? [] : [unitsOf(estimatedTax as Decimal, places.money)],
  );
  const lowest = taxes.reduce<bigint | undefined>(
    (least, tax) => (least === undefined || tax < least ? tax : least),
    undefined,
  );
  const isCompared = taxes.length === sales.length;
  return sales.map((sale) => ({
    ...sale,
    isLowestTax:
      isCompared &&
      sale.estimatedTax !== null &&
      unitsOf(sale.estimatedTax as Decimal, places.money) === lowest,
  }));
}
