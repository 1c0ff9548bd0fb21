// The lots that a run produces, as text: open and closed. (interface 2.7)
import type { Id } from "../../../values/src/ids.ts";

/** A lot that is still held. */
export interface OpenLot {
  readonly taxLotId: string;
  readonly security: Id;
  readonly folio: string | null;
  readonly originatingTransactionId: Id;
  readonly originatingTransactionSettlementDate: string | null;
  readonly originalAcquisitionDate: string | null;
  readonly adjustedAcquisitionDate: string | null;
  readonly shareQuantity: string;
  /** The same before every split and exchange since they were acquired. */
  readonly unadjustedShareQuantity: string;
  readonly originalCostBasis: string | null;
  readonly adjustedCostBasis: string | null;
  readonly costBasisEffectiveDate: string | null;
  readonly costBasisIndicator: "K" | "U";
  readonly covered: "C" | "N";
  readonly isInherited: boolean;
  /** A gift's basis for a loss where it is below the donor's. */
  readonly giftMarketValue: string | null;
  /** The day of the gift or of the transfer in; null for other lots. */
  readonly giftDate: string | null;
  readonly transferDate: string | null;
  /** First day on which it is long-term; null where the date is not known or it always is. */
  readonly longTermFrom: string | null;
}

/** A lot that was closed, whole or in part. */
export interface ClosedLot {
  readonly taxLotId: string;
  /** Whether it is of a kind that is reported; a transfer out and a gain of capital that was paid
   * back never are. */
  readonly isReported: boolean;
  readonly taxYear: string;
  readonly security: Id;
  readonly folio: string | null;
  readonly transCode: string | null;
  readonly termOfSale: "ST" | "LT" | "UN";
  readonly covered: "C" | "N";
  readonly costBasisIndicator: "K" | "U";
  readonly lotReliefStrategyIndicator: string | null;
  readonly originatingTransactionId: Id;
  readonly originatingTransactionSettlementDate: string | null;
  readonly originalAcquisitionDate: string | null;
  readonly adjustedAcquisitionDate: string | null;
  readonly closingTransactionId: Id;
  readonly closingTransactionDate: string;
  readonly closingTransactionSettlementDate: string | null;
  readonly costBasisEffectiveDate: string | null;
  readonly exDate: string | null;
  readonly shareQuantity: string;
  /** The same before every split and exchange since they were acquired. */
  readonly unadjustedShareQuantity: string;
  /** Of a row of 0 shares, the old shares for which a merger paid cash in addition to new ones; else null. */
  readonly exchangedShares: string | null;
  /** Whether its shares came by a death, so that it is long whatever its dates are. */
  readonly isInherited: boolean;
  readonly salePrice: string | null;
  readonly netSaleAmount: string | null;
  readonly originalCostBasis: string | null;
  readonly adjustedCostBasis: string | null;
  readonly disallowedLoss: string | null;
  readonly reportableGainLoss: string | null;
  readonly federalTaxWithholding: string | null;
  readonly stateTaxWithholding: string | null;
  readonly withholdingState: string | null;
  readonly foreignTaxWithholding: string | null;
  readonly withholdingCountry: string | null;
  readonly replacementTransactionId: Id | null;
  /** Of a transfer out, a gift's basis for a loss where it is below the donor's. */
  readonly giftMarketValue: string | null;
  /** The day of the gift or of the transfer in; null for other lots. */
  readonly giftDate: string | null;
  readonly transferDate: string | null;
}
