// The fields that open, closed and reported lots share, as rows have them and as SQL names them.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { part } from "../../../platform/store/db.ts";

/** A lot with the ticker and CUSIP of its security. */
export interface LotFields {
  readonly taxLotId: string;
  readonly securityId: string;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly covered: string;
  readonly costBasisIndicator: string | null;
  readonly originatingTransactionId: string | null;
  readonly originatingTransactionSettlementOn: Day | null;
  readonly originalAcquisitionOn: Day | null;
  readonly adjustedAcquisitionOn: Day | null;
  readonly costBasisEffectiveOn: Day | null;
  readonly shareQuantity: Decimal;
  readonly originalCostBasis: Decimal | null;
  readonly adjustedCostBasis: Decimal | null;
}

/** Its columns by the alias `lot`; the statement chooses the table of ticker and CUSIP. */
export const lotFields = part`lot.tax_lot_id as "taxLotId", lot.security_id as "securityId",
  lot.covered, lot.cost_basis_indicator as "costBasisIndicator",
  lot.originating_transaction_id as "originatingTransactionId",
  lot.originating_transaction_settlement_on as "originatingTransactionSettlementOn",
  lot.original_acquisition_on as "originalAcquisitionOn",
  lot.adjusted_acquisition_on as "adjustedAcquisitionOn",
  lot.cost_basis_effective_on as "costBasisEffectiveOn",
  lot.share_quantity as "shareQuantity", lot.original_cost_basis as "originalCostBasis",
  lot.adjusted_cost_basis as "adjustedCostBasis"`;

/** A lot that was closed. */
export interface ClosedLotFields extends LotFields {
  readonly transCode: string | null;
  readonly termOfSale: string;
  readonly lotReliefStrategyIndicator: string | null;
  readonly closingTransactionId: string | null;
  readonly closingTransactionOn: Day;
  readonly closingTransactionSettlementOn: Day | null;
  readonly exOn: Day | null;
  readonly salePrice: Decimal | null;
  readonly netSaleAmount: Decimal | null;
  readonly disallowedLoss: Decimal | null;
  readonly reportableGainLoss: Decimal | null;
  readonly federalTaxWithholding: Decimal | null;
  readonly stateTaxWithholding: Decimal | null;
  readonly withholdingState: string | null;
  readonly foreignTaxWithholding: Decimal | null;
  readonly withholdingCountry: string | null;
}

/** Its columns, those of every lot included. */
export const closedLotFields = part`${lotFields},
  lot.trans_code as "transCode", lot.term_of_sale as "termOfSale",
  lot.lot_relief_strategy_indicator as "lotReliefStrategyIndicator",
  lot.closing_transaction_id as "closingTransactionId",
  lot.closing_transaction_on as "closingTransactionOn",
  lot.closing_transaction_settlement_on as "closingTransactionSettlementOn", lot.ex_on as "exOn",
  lot.sale_price as "salePrice", lot.net_sale_amount as "netSaleAmount",
  lot.disallowed_loss as "disallowedLoss", lot.reportable_gain_loss as "reportableGainLoss",
  lot.federal_tax_withholding as "federalTaxWithholding",
  lot.state_tax_withholding as "stateTaxWithholding",
  lot.withholding_state as "withholdingState",
  lot.foreign_tax_withholding as "foreignTaxWithholding",
  lot.withholding_country as "withholdingCountry"`;

/** The transactions that opened and closed a lot. */
export interface TransactionPair {
  readonly originating: string;
  readonly closing: string;
}

/** A closed lot among those of a pair of transactions. */
export interface ClosedLotPlace extends TransactionPair {
  readonly taxLotId: string;
}
