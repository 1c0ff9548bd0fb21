// The wire shapes of positions that could be sold at a loss. (interface 4.16)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { decimal, id } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullableText, object, optional } from "../../../values/wire.ts";
import { encodedDay, LotSecurity, money } from "./schema.ts";

/** The filters of the list of candidates. */
export const CandidatesQuery = object({
  household: optional(id({ description: "Only the accounts that are in this household today." })),
  minimumloss: optional(
    decimal({
      places: 2,
      min: "0.01",
      description: "The least loss of a candidate in dollars; 0.01 if left out.",
    }),
  ),
  limit: pageLimit("100", "500"),
});
export type CandidatesQuery = Static<typeof CandidatesQuery>;

const HouseholdPurchase = Type.Object(
  {
    accountNumber: Type.String(),
    accountName: Type.String(),
    transactionId: Type.String(),
    tradeDate: encodedDay,
    daysSince: Type.String({ description: "The days from the purchase until today." }),
    daysUntilClear: Type.String({
      description: "The days until a sale at a loss does not meet it any more.",
    }),
  },
  { title: "HouseholdPurchase" },
);

const loss = (description: string) => Type.String({ description });

const TaxLossCandidate = Type.Object(
  {
    accountNumber: Type.String(),
    accountName: Type.String(),
    householdOid: nullableText(),
    householdName: nullableText(),
    security: LotSecurity,
    price: Type.String({ description: "The last price of one share, with 6 places." }),
    priceDate: encodedDay,
    shareQuantity: Type.String({ description: "The shares of the lots at a loss." }),
    marketValue: money,
    adjustedCostBasis: money,
    unrealizedGainLoss: loss("The loss of these lots, below 0."),
    shortTermGainLoss: loss("The part of it that is short-term."),
    longTermGainLoss: loss("The part of it that is long-term."),
    unknownTermGainLoss: loss("The part of it whose term is not known."),
    estimatedTax: nullableText(
      "The loss at the account's tax rates, below 0; null without both of them.",
    ),
    purchases: Type.Array(HouseholdPurchase, {
      description: "Purchases that would make the loss a wash sale today, the newest first.",
    }),
    daysUntilClear: Type.String({ description: "The most of these purchases; 0 without any." }),
  },
  { title: "TaxLossCandidate" },
);
export type TaxLossCandidate = Static<typeof TaxLossCandidate>;

/** The candidates, the largest loss first. */
export const TaxLossCandidates = Type.Array(TaxLossCandidate, { maxItems: 500 });
