// The wire shapes of reported tax lots, with the wire's own spellings. (interface 2.7)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { taxLotErrors } from "./errors.ts";

const format = Type.Optional(
  text({ oneOf: ["json", "csv"], description: "The format of the response; `json` by default." }),
);

/** The requested year, a missing one with the code of a bad one, and which version of it. */
export const ReportedLotsQuery = Type.Object({
  taxyear: text({
    pattern: /^[0-9]{4}$/,
    error: taxLotErrors.taxYear,
    whenMissing: taxLotErrors.taxYear,
    description: "A year before the current one, four digits.",
    examples: ["2024"],
  }),
  version: Type.Optional(
    text({
      pattern: /^[1-9][0-9]{0,8}$/,
      description: "A version of the reported year, from 1; the newest by default.",
    }),
  ),
  format,
});

/** A day as it is returned. */
export const encodedDay = Type.String({
  format: "date-time",
  description: "Midnight of the day in New York, with its offset.",
});

/** An amount as it is returned. */
export const money = Type.String({ description: "A decimal with 2 places." });
const transactionCode = codeFrom(codeList("transaction-code"));
const lotReliefStrategy = codeFrom(codeList("lot-relief-strategy"));
const transactionId = Type.String();

/** The security of a lot. */
export const LotSecurity = Type.Object(
  {
    ticker: Type.String(),
    cusip: nullableText(),
    id: Type.String(),
  },
  { title: "LotSecurity" },
);

/** The same of a computed lot, with how it is quoted now. */
const QuotedSecurity = Type.Object(
  {
    ...LotSecurity.properties,
    quotationFactor: Type.String({
      description: "The factor that turns a price into the price of one share, with 6 places.",
    }),
  },
  { title: "QuotedSecurity" },
);

/** The wire's own spellings of three fields; everywhere else they are spelt as their keys are. */
export const wireNames = {
  originalAcquisitionDate: "origionalAcquisitionDate",
  originalCostBasis: "origionalCostBasis",
  originalSharePrice: "origionalSharePrice",
} as const;

/** A closed lot as it was given to the tax preparer. */
export const ReportedTaxLot = Type.Object(
  {
    accountNumber: Type.String(),
    taxYear: Type.String({ description: "Four digits." }),
    taxLotId: Type.String(),
    security: LotSecurity,
    transCode: transactionCode,
    termOfSale: codeFrom(codeList("term-of-sale")),
    covered: codeFrom(codeList("covered")),
    costBasisIndicator: nullable(codeFrom(codeList("cost-basis-indicator"))),
    lotReliefStrategyIndicator: nullable(lotReliefStrategy),
    originatingTransactionId: nullable(transactionId),
    originatingTransactionSettlementDate: nullable(encodedDay),
    [wireNames.originalAcquisitionDate]: nullable(encodedDay),
    adjustedAcquisitionDate: nullable(encodedDay),
    closingTransactionId: nullable(transactionId),
    closingTransactionDate: encodedDay,
    closingTransactionSettlementDate: nullable(encodedDay),
    costBasisEffectiveDate: nullable(encodedDay),
    exDate: nullable(encodedDay),
    shareQuantity: Type.String({ description: "A decimal with 5 places." }),
    salePrice: nullableText("A decimal with 6 places."),
    netSaleAmount: nullable(money),
    [wireNames.originalCostBasis]: nullable(money),
    adjustedCostBasis: nullable(money),
    disallowedLoss: nullable(money),
    reportableGainLoss: nullable(money),
    federalTaxWithholding: nullable(money),
    stateTaxWithholding: nullable(money),
    withholdingState: nullable(codeFrom(codeList("state"))),
    foreignTaxWithholding: nullable(money),
    withholdingCountry: nullableText(),
    statementTrail: nullableText(),
  },
  { title: "ReportedTaxLot" },
);
export type ReportedTaxLot = Static<typeof ReportedTaxLot>;

/** The lots of one account and year. */
export const ReportedTaxLots = Type.Array(ReportedTaxLot);

/** The format of a list. */
export const FormatQuery = Type.Object({ format });

/** The term of a lot in words. */
export const gainLossTerm = Type.String({ enum: ["SHORT_TERM", "LONG_TERM", "UNKNOWN"] });
const averageCost = nullableText(
  "Average cost of one share, with 6 places; only in non-taxable accounts.",
);

/** The days of a gift and of a transfer in, and a gift's second value; null for other lots. */
const arrival = {
  giftDate: nullable(encodedDay),
  giftMarketValue: nullableText(
    "The basis for a loss of a gift that was worth less than the donor's basis, with 2 " +
      "places; of closed lots, only a transfer out has it.",
  ),
  transferDate: nullable(encodedDay),
};
const acquired = {
  unadjustedShareQuantity: nullableText(
    "The lot's shares before any split since its acquisition, with 5 places.",
  ),
  [wireNames.originalSharePrice]: nullableText(
    "Original cost basis per unadjusted share, with 6 places, rounded half to even.",
  ),
};

/** A lot that is held; in a non-taxable account a whole position. */
export const OpenTaxLot = Type.Object(
  {
    accountNumber: Type.String(),
    taxLotId: Type.String(),
    security: QuotedSecurity,
    folioNumber: nullableText(),
    gainLossTerm,
    covered: Type.Boolean(),
    costBasisKnown: Type.Boolean(),
    originatingTransactionId: nullable(transactionId),
    originatingTransactionSettlementDate: nullable(encodedDay),
    [wireNames.originalAcquisitionDate]: nullable(encodedDay),
    adjustedAcquisitionDate: nullable(encodedDay),
    costBasisEffectiveDate: nullable(encodedDay),
    ...arrival,
    shareQuantity: Type.String({ description: "A decimal with 5 places." }),
    ...acquired,
    averageCost,
    [wireNames.originalCostBasis]: nullable(money),
    adjustedCostBasis: nullable(money),
  },
  { title: "OpenTaxLot" },
);
export type OpenTaxLot = Static<typeof OpenTaxLot>;

/** A closed lot computed from the present transactions, whether reported or not. */
export const ClosedTaxLot = Type.Object(
  {
    accountNumber: Type.String(),
    taxYear: Type.String({ description: "Four digits." }),
    taxLotId: Type.String(),
    security: QuotedSecurity,
    folioNumber: nullableText(),
    transCode: nullable(transactionCode),
    gainLossTerm,
    covered: Type.Boolean(),
    costBasisKnown: Type.Boolean(),
    lotReliefStrategyIndicator: nullable(lotReliefStrategy),
    originatingTransactionId: nullable(transactionId),
    originatingTransactionSettlementDate: nullable(encodedDay),
    [wireNames.originalAcquisitionDate]: nullable(encodedDay),
    adjustedAcquisitionDate: nullable(encodedDay),
    closingTransactionId: transactionId,
    saleDate: encodedDay,
    closingTransactionSettlementDate: nullable(encodedDay),
    costBasisEffectiveDate: nullable(encodedDay),
    exDate: nullable(encodedDay),
    ...arrival,
    shareQuantity: Type.String({ description: "A decimal with 5 places." }),
    ...acquired,
    averageCost,
    salePrice: nullableText("A decimal with 6 places."),
    netSaleAmount: nullable(money),
    [wireNames.originalCostBasis]: nullable(money),
    adjustedCostBasis: nullable(money),
    disallowedLoss: nullable(money),
    replacementTransactionId: nullableText("The purchase that took over the disallowed loss."),
    reportableGainLoss: nullable(money),
    federalTaxWithholding: nullable(money),
    stateTaxWithholding: nullable(money),
    withholdingState: nullable(codeFrom(codeList("state"))),
    foreignTaxWithholding: nullable(money),
    withholdingCountry: nullableText(),
  },
  { title: "ClosedTaxLot" },
);
export type ClosedTaxLot = Static<typeof ClosedTaxLot>;

/** The open lots of an account. */
export const OpenTaxLots = Type.Array(OpenTaxLot);

/** The closed lots of an account. */
export const ClosedTaxLots = Type.Array(ClosedTaxLot);

const accountNumber = text({ description: "The account." });
const taxYear = text({ pattern: /^[0-9]{4}$/, description: "The tax year, four digits." });

/** A year as reported, as it is loaded. */
export const ReportedYearRecord = object({
  accountNumber,
  taxYear,
  source: optional(
    text({
      pattern: /^(computed|loaded)$/,
      description:
        "Whether its lots are `computed` by `bursar report` or `loaded`; if left out, it stays, " +
        "and a new year is `loaded`. A computed year that becomes `loaded` has the lots of the " +
        "same folder alone, if it has any. One that becomes `computed` keeps its lots until " +
        "`bursar report` makes its next version.",
    }),
  ),
});

const signedMoney = (description: string) => optional(decimal({ places: 2, description }));
const positiveMoney = (description: string) =>
  optional(decimal({ places: 2, min: "0", description }));

/** A reported lot, as it is loaded. */
export const ReportedTaxLotRecord = object({
  accountNumber,
  taxYear,
  taxLotId: id({ description: "Id of the lot, unique within the account and year." }),
  securityId: id({ description: "Id of the security; the response's `security.id`." }),
  ticker: text({ max: 20, description: "Its ticker when the lot was reported." }),
  cusip: optional(text({ max: 9, description: "Its CUSIP when the lot was reported." })),
  transCode: choice(codeList("transaction-code"), {
    description: "The kind of transaction that closed the lot.",
  }),
  termOfSale: choice(codeList("term-of-sale"), { description: "Short, long or unknown term." }),
  covered: choice(codeList("covered"), {
    description: "Whether the basis is reported to the tax authority.",
  }),
  costBasisIndicator: optional(
    choice(codeList("cost-basis-indicator"), { description: "Whether the basis is known." }),
  ),
  lotReliefStrategyIndicator: optional(
    choice(codeList("lot-relief-strategy"), { description: "How the lot was chosen." }),
  ),
  originatingTransactionId: optional(id({ description: "The transaction that opened the lot." })),
  originatingTransactionSettlementDate: optional(
    day({ description: "When that transaction settled." }),
  ),
  [wireNames.originalAcquisitionDate]: optional(day({ description: "When it was acquired." })),
  adjustedAcquisitionDate: optional(
    day({ description: "The acquisition date after wash sales and gifts." }),
  ),
  closingTransactionId: optional(id({ description: "The transaction that closed the lot." })),
  closingTransactionDate: day({ description: "Its trade date, a day of the tax year." }),
  closingTransactionSettlementDate: optional(
    day({ description: "When that transaction settled." }),
  ),
  costBasisEffectiveDate: optional(day({ description: "The day from which the basis applies." })),
  exDate: optional(day({ description: "Ex-date of the corporate event that closed the lot." })),
  shareQuantity: decimal({ places: 5, min: "0", description: "Shares." }),
  salePrice: optional(decimal({ places: 6, min: "0", description: "Price of one share." })),
  netSaleAmount: signedMoney("Proceeds after fees."),
  [wireNames.originalCostBasis]: signedMoney("Basis when it was acquired."),
  adjustedCostBasis: signedMoney("Basis after every adjustment."),
  disallowedLoss: positiveMoney("Loss disallowed by a wash sale."),
  reportableGainLoss: signedMoney("Net sale amount - adjusted basis + disallowed loss."),
  federalTaxWithholding: positiveMoney("Federal tax withheld."),
  stateTaxWithholding: positiveMoney("State tax withheld."),
  withholdingState: optional(choice(codeList("state"), { description: "The state of that tax." })),
  foreignTaxWithholding: positiveMoney("Foreign tax withheld."),
  withholdingCountry: optional(text({ max: 64, description: "The country of that tax." })),
  statementTrail: optional(text({ max: 1000, description: "Remark on the statement." })),
});

/** The columns of the table that are not named as the wire names the fields. */
export const reportedTaxLotColumns = {
  [wireNames.originalAcquisitionDate]: "original_acquisition_on",
  adjustedAcquisitionDate: "adjusted_acquisition_on",
  originatingTransactionSettlementDate: "originating_transaction_settlement_on",
  closingTransactionDate: "closing_transaction_on",
  closingTransactionSettlementDate: "closing_transaction_settlement_on",
  costBasisEffectiveDate: "cost_basis_effective_on",
  exDate: "ex_on",
  [wireNames.originalCostBasis]: "original_cost_basis",
} as const;
