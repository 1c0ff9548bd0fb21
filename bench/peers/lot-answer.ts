// A reported lot as both peers answer it, from a row whose amounts are texts and days are days.
import { stampOf } from "./answers.ts";

/** A row of the table, as a query gives it. */
export type LotRow = Readonly<Record<string, string | number | null>>;

/** The response's fields, by the column and by how it is written. */
export function lotOf(row: LotRow) {
  const on = (column: string) => stampOf((row[column] ?? null) as string | null);
  return {
    accountNumber: row.accountNumber,
    taxYear: row.taxYear,
    taxLotId: row.lotId,
    security: { ticker: row.ticker, cusip: row.cusip, id: row.securityId },
    transCode: row.transCode,
    termOfSale: row.termOfSale,
    covered: row.covered,
    costBasisIndicator: row.costBasisIndicator,
    lotReliefStrategyIndicator: row.lotReliefStrategyIndicator,
    originatingTransactionId: row.originatingTransactionId,
    originatingTransactionSettlementDate: on("originatingSettledOn"),
    origionalAcquisitionDate: on("originallyAcquiredOn"),
    adjustedAcquisitionDate: on("acquiredOn"),
    closingTransactionId: row.closingTransactionId,
    closingTransactionDate: on("closedOn"),
    closingTransactionSettlementDate: on("closingSettledOn"),
    costBasisEffectiveDate: on("costBasisOn"),
    exDate: on("exOn"),
    shareQuantity: row.shareQuantity,
    salePrice: row.salePrice,
    netSaleAmount: row.netSaleAmount,
    origionalCostBasis: row.originalCostBasis,
    adjustedCostBasis: row.adjustedCostBasis,
    disallowedLoss: row.disallowedLoss,
    reportableGainLoss: row.reportableGainLoss,
    federalTaxWithholding: row.federalTaxWithholding,
    stateTaxWithholding: row.stateTaxWithholding,
    withholdingState: row.withholdingState,
    foreignTaxWithholding: row.foreignTaxWithholding,
    withholdingCountry: row.withholdingCountry,
    statementTrail: row.statementTrail,
  };
}
