// Open and closed lots as they are returned: terms in words, and in non-taxable accounts the
// average cost of each position in place of its lots. (interface 4.16)

import { type Day, encodeDay } from "@bursar/values/dates";
import { type Decimal, fixed, sum } from "@bursar/values/decimal";
import { nearestEven, places, textOf, unitsOf } from "@bursar/values/units";
import { day, money } from "../reported/encode-reported-tax-lot.ts";
import { type ClosedTaxLot, type OpenTaxLot, wireNames } from "../schema.ts";
import type { ClosedLotRow, OpenLotRow } from "./queries.ts";

/** The facts on which the response of a lot depends: its account, whether it is taxable, and today
 * in New York. */
export interface LotView {
  readonly accountNumber: string;
  readonly isTaxable: boolean;
  readonly today: Day;
}

/** Open lots as they are returned; in a non-taxable account one entry for each position. */
export function encodeOpenLots(rows: readonly OpenLotRow[], view: LotView): OpenTaxLot[] {
  if (view.isTaxable) return rows.map((row) => encodeOpenLot(row, view));
  return [...Map.groupBy(rows, ({ securityId }) => securityId).values()].map((lots) =>
    encodePosition(lots, view),
  );
}

/** An open lot of a taxable account as it is returned. */
export function encodeOpenLot(row: OpenLotRow, { accountNumber, today }: LotView): OpenTaxLot {
  return {
    accountNumber,
    ...commonFields(row),
    gainLossTerm: openTermOf(row, today),
    originatingTransactionId: row.originatingTransactionId,
    originatingTransactionSettlementDate: day(row.originatingTransactionSettlementOn),
    averageCost: null,
  };
}

function openTermOf(row: OpenLotRow, today: Day): string {
  if (row.isInherited) return terms.LT;
  if (row.adjustedAcquisitionOn === null || row.longTermFrom === null) return terms.UN;
  return today >= row.longTermFrom ? terms.LT : terms.ST;
}

/** A position has the id of its oldest lot; what its lots do not share is null. */
function encodePosition(lots: readonly OpenLotRow[], { accountNumber }: LotView): OpenTaxLot {
  const [oldest] = lots as [OpenLotRow];
  const shareQuantity = sum(lots.map((lot) => lot.shareQuantity));
  const folios = new Set(lots.map((lot) => lot.folioNumber));
  const total = (amounts: readonly (Decimal | null)[]) =>
    amounts.every((amount) => amount !== null) ? sum(amounts) : null;
  const adjustedCostBasis = total(lots.map((lot) => lot.adjustedCostBasis));
  const position: OpenLotRow = {
    ...oldest,
    shareQuantity,
    adjustedCostBasis,
    originalCostBasis: total(lots.map((lot) => lot.originalCostBasis)),
    unadjustedShareQuantity: total(lots.map((lot) => lot.unadjustedShareQuantity)),
    giftOn: null,
    giftMarketValue: null,
    transferOn: null,
    folioNumber: folios.size === 1 ? oldest.folioNumber : null,
    covered: lots.every(({ covered }) => covered === "C") ? "C" : "N",
    costBasisIndicator: adjustedCostBasis === null ? "U" : "K",
    originalAcquisitionOn: null,
    adjustedAcquisitionOn: null,
    costBasisEffectiveOn: null,
  };
  return {
    accountNumber,
    ...commonFields(position),
    gainLossTerm: terms.UN,
    originatingTransactionId: null,
    originatingTransactionSettlementDate: null,
    averageCost: averageOf(position),
  };
}

/** A closed lot as it is returned. */
export function encodeClosedLot(
  row: ClosedLotRow,
  { accountNumber, isTaxable }: LotView,
): ClosedTaxLot {
  const settledOn = row.originatingTransactionSettlementOn;
  return {
    accountNumber,
    taxYear: row.taxYear,
    ...commonFields(row),
    transCode: row.transCode,
    gainLossTerm: terms[row.termOfSale as keyof typeof terms],
    lotReliefStrategyIndicator: row.lotReliefStrategyIndicator,
    originatingTransactionId: isTaxable ? row.originatingTransactionId : null,
    originatingTransactionSettlementDate: isTaxable ? day(settledOn) : null,
    closingTransactionId: row.closingTransactionId,
    saleDate: encodeDay(row.closingTransactionOn),
    closingTransactionSettlementDate: day(row.closingTransactionSettlementOn),
    exDate: day(row.exOn),
    averageCost: isTaxable ? null : averageOf(row),
    salePrice: row.salePrice === null ? null : fixed(row.salePrice, 6),
    netSaleAmount: money(row.netSaleAmount),
    disallowedLoss: money(row.disallowedLoss),
    replacementTransactionId: row.replacementTransactionId,
    reportableGainLoss: money(row.reportableGainLoss),
    federalTaxWithholding: money(row.federalTaxWithholding),
    stateTaxWithholding: money(row.stateTaxWithholding),
    withholdingState: row.withholdingState,
    foreignTaxWithholding: money(row.foreignTaxWithholding),
    withholdingCountry: row.withholdingCountry,
  };
}

/** Terms in words. */
export const terms = { ST: "SHORT_TERM", LT: "LONG_TERM", UN: "UNKNOWN" } as const;

function commonFields(row: OpenLotRow | ClosedLotRow) {
  return {
    taxLotId: row.taxLotId,
    security: {
      ticker: row.ticker,
      cusip: row.cusip,
      id: row.securityId,
      quotationFactor: fixed(row.quotationFactor, 6),
    },
    folioNumber: row.folioNumber,
    covered: row.covered === "C",
    costBasisKnown: row.costBasisIndicator !== "U",
    [wireNames.originalAcquisitionDate]: day(row.originalAcquisitionOn),
    adjustedAcquisitionDate: day(row.adjustedAcquisitionOn),
    costBasisEffectiveDate: day(row.costBasisEffectiveOn),
    giftDate: day(row.giftOn),
    giftMarketValue: money(row.giftMarketValue),
    transferDate: day(row.transferOn),
    shareQuantity: fixed(row.shareQuantity, places.shares),
    unadjustedShareQuantity: shares(row.unadjustedShareQuantity),
    [wireNames.originalSharePrice]: priceOf(row.originalCostBasis, row.unadjustedShareQuantity),
    [wireNames.originalCostBasis]: money(row.originalCostBasis),
    adjustedCostBasis: money(row.adjustedCostBasis),
  };
}

// Cents for 0.00001 of a share, as a price in 0.000001.
const priceFactor = 1_000_000_000n;

function averageOf({ adjustedCostBasis, shareQuantity }: OpenLotRow | ClosedLotRow): string | null {
  return priceOf(adjustedCostBasis, shareQuantity);
}

/** Basis divided by shares, half even; null if either is not known or there is no share. */
function priceOf(basis: Decimal | null, quantity: Decimal | null): string | null {
  if (basis === null || quantity === null) return null;
  const shares = unitsOf(quantity, places.shares);
  if (shares === 0n) return null;
  const cents = unitsOf(basis, places.money);
  return textOf(nearestEven(cents * priceFactor, shares), places.price);
}

function shares(quantity: Decimal | null): string | null {
  return quantity === null ? null : fixed(quantity, places.shares);
}
