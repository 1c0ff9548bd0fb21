// A sale that was only tried as it is returned, with its gains summed by term. (interface 4.16)
import type { ClosedLot, TriedLots } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { type Decimal, fixed, sum } from "@bursar/values/decimal";
import { places } from "@bursar/values/units";
import { terms } from "../computed/encode-computed-lot.ts";
import { day } from "../reported/encode-reported-tax-lot.ts";

/** Encodes the effects of one way of choosing lots. */
export function encodeTried(
  { closed, remaining }: TriedLots,
  { isTaxable }: { readonly isTaxable: boolean },
) {
  const gainOf = (term: ClosedLot["termOfSale"]) =>
    totalOf(
      closed
        .filter(({ termOfSale }) => termOfSale === term)
        .map(({ reportableGainLoss }) => reportableGainLoss),
    );
  return {
    lots: closed.map((lot) => encodeLot(lot, isTaxable)),
    adjustedCostBasis: totalOf(closed.map(({ adjustedCostBasis }) => adjustedCostBasis)),
    shortTermGainLoss: gainOf("ST"),
    longTermGainLoss: gainOf("LT"),
    unknownTermGainLoss: gainOf("UN"),
    disallowedLoss: sumOf(closed.flatMap(({ disallowedLoss }) => disallowedLoss ?? [])),
    remaining,
  };
}

function encodeLot(lot: ClosedLot, isTaxable: boolean) {
  return {
    originatingTransactionId: isTaxable ? lot.originatingTransactionId : null,
    originalAcquisitionDate: day(lot.originalAcquisitionDate as Day | null),
    adjustedAcquisitionDate: day(lot.adjustedAcquisitionDate as Day | null),
    gainLossTerm: terms[lot.termOfSale],
    covered: lot.covered === "C",
    costBasisKnown: lot.costBasisIndicator === "K",
    shareQuantity: lot.shareQuantity,
    netSaleAmount: lot.netSaleAmount ?? sumOf([]),
    adjustedCostBasis: lot.adjustedCostBasis,
    disallowedLoss: lot.disallowedLoss,
    reportableGainLoss: lot.reportableGainLoss,
  };
}

/** The sum of amounts; null if one of them is not known. */
function totalOf(amounts: readonly (string | null)[]): string | null {
  return amounts.every((amount) => amount !== null) ? sumOf(amounts) : null;
}

function sumOf(amounts: readonly string[]): string {
  return fixed(sum(amounts as readonly Decimal[]), places.money);
}
