// The columns of the peers' table of reported lots, and the field of a response that each holds.
type Lot = Readonly<Record<string, unknown>>;

interface LotColumn {
  readonly column: string;
  readonly of: (lot: object) => unknown;
}

const field = (column: string, name: string): LotColumn => ({
  column,
  of: (lot) => (lot as Lot)[name],
});
const day = (column: string, name: string): LotColumn => ({
  column,
  of: (lot) => ((lot as Lot)[name] as string | null)?.slice(0, 10),
});
const ofSecurity = (column: string, name: string): LotColumn => ({
  column,
  of: (lot) => ((lot as Lot).security as Lot)[name],
});

/** All columns, apart from the place in the list. */
export const lotColumns: readonly LotColumn[] = [
  field("account_number", "accountNumber"),
  field("tax_year", "taxYear"),
  field("lot_id", "taxLotId"),
  ofSecurity("ticker", "ticker"),
  ofSecurity("cusip", "cusip"),
  ofSecurity("security_id", "id"),
  field("trans_code", "transCode"),
  field("term_of_sale", "termOfSale"),
  field("covered", "covered"),
  field("cost_basis_indicator", "costBasisIndicator"),
  field("lot_relief_strategy_indicator", "lotReliefStrategyIndicator"),
  field("originating_transaction_id", "originatingTransactionId"),
  day("originating_settled_on", "originatingTransactionSettlementDate"),
  day("originally_acquired_on", "origionalAcquisitionDate"),
  day("acquired_on", "adjustedAcquisitionDate"),
  field("closing_transaction_id", "closingTransactionId"),
  day("closed_on", "closingTransactionDate"),
  day("closing_settled_on", "closingTransactionSettlementDate"),
  day("cost_basis_on", "costBasisEffectiveDate"),
  day("ex_on", "exDate"),
  field("share_quantity", "shareQuantity"),
  field("sale_price", "salePrice"),
  field("net_sale_amount", "netSaleAmount"),
  field("original_cost_basis", "origionalCostBasis"),
  field("adjusted_cost_basis", "adjustedCostBasis"),
  field("disallowed_loss", "disallowedLoss"),
  field("reportable_gain_loss", "reportableGainLoss"),
  field("federal_tax_withholding", "federalTaxWithholding"),
  field("state_tax_withholding", "stateTaxWithholding"),
  field("withholding_state", "withholdingState"),
  field("foreign_tax_withholding", "foreignTaxWithholding"),
  field("withholding_country", "withholdingCountry"),
  field("statement_trail", "statementTrail"),
];
