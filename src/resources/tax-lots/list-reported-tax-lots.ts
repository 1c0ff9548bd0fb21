// Reading the closed lots of an account that were reported for a past year. (interface 4.8)
import type { Context } from "../../platform/context.ts";
import { type Day, encodeDay } from "../../values/dates.ts";
import { type Decimal, fixed } from "../../values/decimal.ts";
import { forbidden, notFound, refuseFor } from "../../values/problem.ts";
import { selectAccountForCaller } from "../accounts/reads.ts";
import { taxLotErrors } from "./errors.ts";
import { type ReportedTaxLotRow, selectReportedTaxLots } from "./queries.ts";
import { problemsWithAccount } from "./rules.ts";
import { type ReportedTaxLot, wireNames } from "./schema.ts";

/** Answers the lots of a reported year; 404 while the year is not reported. */
export async function listReportedTaxLots(
  ctx: Context,
  accountNumber: string,
  taxYear: string,
): Promise<ReportedTaxLot[]> {
  const [account, lots] = await Promise.all([
    selectAccountForCaller(ctx.db, ctx.caller, accountNumber),
    selectReportedTaxLots(ctx.db, accountNumber, taxYear),
  ]);
  if (account === undefined) throw forbidden();
  // Before the 404: a non-taxable account has no reported year, and "currently" would mislead.
  refuseFor(problemsWithAccount(account));
  if (lots === undefined) throw notFound(taxLotErrors.notReported);
  return lots.map((lot) => encodeReportedTaxLot(lot, accountNumber, taxYear));
}

function encodeReportedTaxLot(
  row: ReportedTaxLotRow,
  accountNumber: string,
  taxYear: string,
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

function day(value: Day | null): string | null {
  return value === null ? null : encodeDay(value);
}

function money(value: Decimal | null): string | null {
  return value === null ? null : fixed(value, 2);
}
