// The wire shapes of reported tax lots, with the wire's own spellings. (interface 2.7)
import Type, { type Static } from "typebox";
import { text } from "../../values/scalars.ts";
import { nullable } from "../../values/wire.ts";
import { taxLotErrors } from "./errors.ts";

/** The year asked for; a missing one has the code of a bad one, so the rules refuse it. */
export const TaxYearQuery = Type.Object({
  taxyear: Type.Optional(
    text({
      pattern: /^[0-9]{4}$/,
      error: taxLotErrors.taxYear,
      description: "Required: a year before the current one, four digits.",
      examples: ["2024"],
    }),
  ),
});

const day = Type.String({ description: "Midnight of the day in New York, with its offset." });
const money = Type.String({ description: "A decimal with 2 places." });
const code = Type.String();
const transactionId = Type.String();

/** The wire's own spellings of two fields; everywhere else they are spelt as their keys are. */
export const wireNames = {
  originalAcquisitionDate: "origionalAcquisitionDate",
  originalCostBasis: "origionalCostBasis",
} as const;

/** A closed lot as it was given to the tax preparer. */
export const ReportedTaxLot = Type.Object({
  accountNumber: Type.String(),
  taxYear: Type.String({ description: "Four digits." }),
  taxLotId: Type.String(),
  security: Type.Object({
    ticker: Type.String(),
    cusip: nullable(Type.String()),
    id: Type.String(),
  }),
  transCode: code,
  termOfSale: code,
  covered: code,
  costBasisIndicator: nullable(code),
  lotReliefStrategyIndicator: nullable(code),
  originatingTransactionId: nullable(transactionId),
  originatingTransactionSettlementDate: nullable(day),
  [wireNames.originalAcquisitionDate]: nullable(day),
  adjustedAcquisitionDate: nullable(day),
  closingTransactionId: nullable(transactionId),
  closingTransactionDate: day,
  closingTransactionSettlementDate: nullable(day),
  costBasisEffectiveDate: nullable(day),
  exDate: nullable(day),
  shareQuantity: Type.String({ description: "A decimal with 5 places." }),
  salePrice: nullable(Type.String({ description: "A decimal with 6 places." })),
  netSaleAmount: nullable(money),
  [wireNames.originalCostBasis]: nullable(money),
  adjustedCostBasis: nullable(money),
  disallowedLoss: nullable(money),
  reportableGainLoss: nullable(money),
  federalTaxWithholding: nullable(money),
  stateTaxWithholding: nullable(money),
  withholdingState: nullable(Type.String()),
  foreignTaxWithholding: nullable(money),
  withholdingCountry: nullable(Type.String()),
  statementTrail: nullable(Type.String()),
});
export type ReportedTaxLot = Static<typeof ReportedTaxLot>;

/** The lots of one account and year. */
export const ReportedTaxLots = Type.Array(ReportedTaxLot);
