// A reported lot as it is returned, and the stored body of a reported year. (interface 2.7, 4.8)
import { type Day, encodeDay } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { type ReportedTaxLot, wireNames } from "../schema.ts";
import type { ReportedTaxLotRow, ReportedYear, YearWithLots } from "./queries.ts";

/** The response for a reported year as it is sent, stored so that a read needs no lots. */
export function bodyOf({ lots, ...year }: YearWithLots): string {
  return JSON.stringify(lots.map((lot) => encodeReportedTaxLot(lot, year)));
}

/** A reported lot in the interface's terms. */
export function encodeReportedTaxLot(
  row: ReportedTaxLotRow,
  { accountNumber, taxYear }: ReportedYear,
): ReportedTaxLot {
  return {
    accountNumber,
    taxYear,
    taxLotId: row.taxLotId,
    security: { ticker: row.ticker, cusip: row.cusip, id: row.securityId },
    transCode: row.transCode,
    termOfSale: row.termOfSale,
    covered: row.covered,
    costBasisIndicator: row.costBasisIndicator,
    lotReliefStrategyIndicator: row.lotReliefStrategyIndicator,
    originatingTransactionId: row.originatingTransactionId,
    originatingTransactionSettlementDate: day(row.originatingTransactionSettlementOn),
    [wireNames.originalAcquisitionDate]: day(row.originalAcquisitionOn),
    adjustedAcquisitionDate: day(row.adjustedAcquisitionOn),
    closingTransactionId: row.closingTransactionId,
    closingTransactionDate: encodeDay(row.closingTransactionOn),
    closingTransactionSettlementDate: day(row.closingTransactionSettlementOn),
    costBasisEffectiveDate: day(row.costBasisEffectiveOn),
    exDate: day(row.exOn),
    shareQuantity: fixed(row.shareQuantity, 5),
    salePrice: row.salePrice === null ? null : fixed(row.salePrice, 6),
    netSaleAmount: money(row.netSaleAmount),
    [wireNames.originalCostBasis]: money(row.originalCostBasis),
    adjustedCostBasis: money(row.adjustedCostBasis),
    disallowedLoss: money(row.disallowedLoss),
    reportableGainLoss: money(row.reportableGainLoss),
    federalTaxWithholding: money(row.federalTaxWithholding),
    stateTaxWithholding: money(row.stateTaxWithholding),
    withholdingState: row.withholdingState,
    foreignTaxWithholding: money(row.foreignTaxWithholding),
    withholdingCountry: row.withholdingCountry,
    statementTrail: row.statementTrail,
  };
}

/** A day, or null where it is not known. */
export function day(value: Day | null): string | null {
  return value === null ? null : encodeDay(value);
}

/** An amount, or null where it is not known. */
export function money(value: Decimal | null): string | null {
  return value === null ? null : fixed(value, 2);
}
