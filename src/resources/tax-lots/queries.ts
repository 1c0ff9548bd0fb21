// Every SQL statement of reported tax lots.
import { type Reader, sql } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";

/** A reported lot; ticker and CUSIP are those of the time of the report. */
export interface ReportedTaxLotRow {
  readonly taxLotId: string;
  readonly securityId: string;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly transCode: string;
  readonly termOfSale: string;
  readonly covered: string;
  readonly costBasisIndicator: string | null;
  readonly lotReliefStrategyIndicator: string | null;
  readonly originatingTransactionId: string | null;
  readonly closingTransactionId: string | null;
  readonly originalAcquisitionOn: Day | null;
  readonly adjustedAcquisitionOn: Day | null;
  readonly originatingTransactionSettlementOn: Day | null;
  readonly closingTransactionOn: Day;
  readonly closingTransactionSettlementOn: Day | null;
  readonly costBasisEffectiveOn: Day | null;
  readonly exOn: Day | null;
  readonly shareQuantity: Decimal;
  readonly salePrice: Decimal | null;
  readonly netSaleAmount: Decimal | null;
  readonly originalCostBasis: Decimal | null;
  readonly adjustedCostBasis: Decimal | null;
  readonly disallowedLoss: Decimal | null;
  readonly reportableGainLoss: Decimal | null;
  readonly federalTaxWithholding: Decimal | null;
  readonly stateTaxWithholding: Decimal | null;
  readonly withholdingState: string | null;
  readonly foreignTaxWithholding: Decimal | null;
  readonly withholdingCountry: string | null;
  readonly statementTrail: string | null;
}

type NoLot = { readonly [K in keyof ReportedTaxLotRow]: null };

/** The lots of a reported year by closing day, ticker and id; undefined if it is not reported. */
export async function selectReportedTaxLots(
  db: Reader,
  accountNumber: string,
  taxYear: string,
): Promise<ReportedTaxLotRow[] | undefined> {
  // One statement, so that a year reported meanwhile is never seen without its lots.
  const rows = await db.rows(sql<ReportedTaxLotRow | NoLot>`
    select lot.tax_lot_id as "taxLotId", lot.security_id as "securityId",
      lot.ticker, lot.cusip, lot.trans_code as "transCode",
      lot.term_of_sale as "termOfSale", lot.covered,
      lot.cost_basis_indicator as "costBasisIndicator",
      lot.lot_relief_strategy_indicator as "lotReliefStrategyIndicator",
      lot.originating_transaction_id as "originatingTransactionId",
      lot.closing_transaction_id as "closingTransactionId",
      lot.original_acquisition_on as "originalAcquisitionOn",
      lot.adjusted_acquisition_on as "adjustedAcquisitionOn",
      lot.originating_transaction_settlement_on as "originatingTransactionSettlementOn",
      lot.closing_transaction_on as "closingTransactionOn",
      lot.closing_transaction_settlement_on as "closingTransactionSettlementOn",
      lot.cost_basis_effective_on as "costBasisEffectiveOn", lot.ex_on as "exOn",
      lot.share_quantity as "shareQuantity", lot.sale_price as "salePrice",
      lot.net_sale_amount as "netSaleAmount", lot.original_cost_basis as "originalCostBasis",
      lot.adjusted_cost_basis as "adjustedCostBasis", lot.disallowed_loss as "disallowedLoss",
      lot.reportable_gain_loss as "reportableGainLoss",
      lot.federal_tax_withholding as "federalTaxWithholding",
      lot.state_tax_withholding as "stateTaxWithholding",
      lot.withholding_state as "withholdingState",
      lot.foreign_tax_withholding as "foreignTaxWithholding",
      lot.withholding_country as "withholdingCountry", lot.statement_trail as "statementTrail"
    from reported_year as year
    left join reported_tax_lot as lot using (account_number, tax_year)
    where year.account_number = ${accountNumber} and year.tax_year = ${taxYear}
    order by lot.closing_transaction_on, lot.ticker, lot.tax_lot_id`);
  return rows.length === 0 ? undefined : rows.filter(isLot);
}

function isLot(row: ReportedTaxLotRow | NoLot): row is ReportedTaxLotRow {
  return row.taxLotId !== null;
}
