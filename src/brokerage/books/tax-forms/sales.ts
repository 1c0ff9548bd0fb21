// The sales on a tax paper and their totals, from the reported lots of the year. (docs/tax-lots.md)
import { type Decimal, fixed, sum } from "@bursar/values/decimal";
import type { FormNote, ReportedTaxLot } from "../tax-lots/reads.ts";
import type { SaleForm } from "./form-names.ts";
import { form8949Boxes, type TaxFormSale, type TaxFormTotal } from "./schema.ts";

type Box = (typeof form8949Boxes)[number];

/** The facts about lots beyond their figures: notes by tax lot id, or else the transactions by
 * which shares were inherited. */
export interface Known {
  readonly notes?: Readonly<Record<string, FormNote>> | undefined;
  readonly inherited?: ReadonlySet<string>;
}

/** The sales that a form lists, box by box, in each in the order of the lots. */
export function salesOn(
  form: SaleForm,
  lots: readonly ReportedTaxLot[],
  known: Known = {},
): TaxFormSale[] {
  const byBox = Map.groupBy(lots, boxOf);
  return form8949Boxes
    .filter((box) => form === "8949" || !withoutBroker.has(box))
    .flatMap((box) => (byBox.get(box) ?? []).map((lot) => saleOf(box, lot, known)));
}

/** The boxes of sales for which no broker sends a Form 1099-B. */
const withoutBroker: ReadonlySet<Box> = new Set(["C", "F"]);

const boxes: Readonly<Record<string, Readonly<Record<"covered" | "noncovered" | "none", Box>>>> = {
  ST: { covered: "A", noncovered: "B", none: "C" },
  LT: { covered: "D", noncovered: "E", none: "F" },
};

function boxOf(lot: ReportedTaxLot): Box {
  // Nobody sells what became worthless; its rows alone have no lot relief strategy.
  const isWorthless = lot.transCode === "EXP" && lot.lotReliefStrategyIndicator === null;
  const kind = isWorthless ? "none" : lot.covered === "C" ? "covered" : "noncovered";
  return boxes[lot.termOfSale]?.[kind] ?? "X";
}

const terms: Readonly<Record<string, string>> = { ST: "SHORT_TERM", LT: "LONG_TERM" };

function saleOf(form8949Box: Box, lot: ReportedTaxLot, { notes, inherited }: Known): TaxFormSale {
  const isCovered = lot.covered === "C";
  const note = notes?.[lot.taxLotId];
  return {
    form8949Box,
    taxLotId: lot.taxLotId,
    cusip: lot.security.cusip,
    description: descriptionOf(lot, note?.exchangedShares ?? null),
    // With the adjusted day, the term follows from the two dates (26 USC 1223).
    dateAcquired: lot.adjustedAcquisitionDate,
    inherited: note?.inherited ?? inherited?.has(lot.originatingTransactionId ?? "") ?? false,
    dateSold: lot.closingTransactionDate,
    proceeds: lot.netSaleAmount,
    costBasis: lot.adjustedCostBasis,
    accruedMarketDiscount: null,
    adjustmentCode: lot.disallowedLoss === null ? null : "W",
    washSaleLossDisallowed: lot.disallowedLoss,
    gainLoss: lot.reportableGainLoss,
    gainLossTerm: terms[lot.termOfSale] ?? "UNKNOWN",
    proceedsFromCollectibles: false,
    noncovered: !isCovered,
    basisReported: isCovered,
    federalTaxWithheld: lot.federalTaxWithholding,
    withholdingState: lot.withholdingState,
    stateTaxWithheld: lot.stateTaxWithholding,
  };
}

/** The row of an exchange that also paid cash closes no share: it is described by those exchanged. */
function descriptionOf(
  { transCode, shareQuantity, security }: ReportedTaxLot,
  exchanged: string | null,
): string {
  if (exchanged !== null) return `${shortest(exchanged)} sh. ${security.ticker} exchanged`;
  const shares = shortest(shareQuantity);
  const isCashOfExchange = transCode === "MRG" && shares === "0";
  return isCashOfExchange
    ? `${security.ticker}, cash received in exchange`
    : `${shares} sh. ${security.ticker}`;
}

/** A quantity without the zeros at its end. */
function shortest(quantity: string): string {
  return quantity.replace(/\.?0+$/, "");
}

/** The totals of every box that has a sale, each over what is known. */
export function totalsOf(sales: readonly TaxFormSale[]): TaxFormTotal[] {
  const byBox = Map.groupBy(sales, ({ form8949Box }) => form8949Box);
  return [...byBox].map(([form8949Box, ofBox]) => {
    const known = (amountOf: (sale: TaxFormSale) => string | null) => {
      const amounts = ofBox.map(amountOf).filter((amount) => amount !== null);
      return amounts.length === 0 ? null : fixed(sum(amounts as Decimal[]), 2);
    };
    const total = (amountOf: (sale: TaxFormSale) => string | null) => known(amountOf) ?? "0.00";
    return {
      form8949Box,
      sales: String(ofBox.length),
      proceeds: known(({ proceeds }) => proceeds),
      costBasis: known(({ costBasis }) => costBasis),
      washSaleLossDisallowed: total(({ washSaleLossDisallowed }) => washSaleLossDisallowed),
      gainLoss: known(({ gainLoss }) => gainLoss),
      federalTaxWithheld: total(({ federalTaxWithheld }) => federalTaxWithheld),
      stateTaxWithheld: total(({ stateTaxWithheld }) => stateTaxWithheld),
    };
  });
}
