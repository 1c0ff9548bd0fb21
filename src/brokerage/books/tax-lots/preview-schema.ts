// The wire shapes of a sale that is only tried, and of what it would do. (interface 4.16)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { day, decimal, id } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { namedLot } from "../transactions/reads.ts";
import { encodedDay, gainLossTerm, LotSecurity, money } from "./schema.ts";

const taxRate = (term: string) =>
  optional(
    decimal({
      places: 6,
      min: "0",
      max: "100",
      description: `The ${term}-term tax rate in percent; by default the account's.`,
    }),
  );

/** The sale that is tried: the security, shares, day, price and tax rates. */
export const SaleToPreview = object(
  {
    securityId: id({ description: "The security; the response's `security.id`." }),
    shares: decimal({ places: 5, above: "0", description: "How many shares are sold." }),
    price: optional(
      decimal({
        places: 6,
        min: "0",
        description: "The price of one share; by default the last price that positions show.",
      }),
    ),
    saleDate: optional(
      day({
        description: "Today in New York or a day up to ten years after it; by default today.",
      }),
    ),
    fees: optional(decimal({ places: 2, min: "0", description: "The costs of the sale." })),
    shortTermTaxRate: taxRate("short"),
    longTermTaxRate: taxRate("long"),
    namedLots: optional(
      list(namedLot, {
        description:
          "The shares of lots to name, compared with the shares that each method would take.",
      }),
    ),
  },
  { title: "SaleToPreview", examples: [{ securityId: "605", shares: "40", price: "27.50" }] },
);
export type SaleToPreview = Static<typeof SaleToPreview>;

const shareQuantity = Type.String({ description: "A decimal with 5 places." });
const gain = (description: string) => nullable(Type.String({ description }));

const PreviewedLot = Type.Object(
  {
    originatingTransactionId: nullableText(),
    originalAcquisitionDate: nullable(encodedDay),
    adjustedAcquisitionDate: nullable(encodedDay),
    gainLossTerm,
    covered: Type.Boolean(),
    costBasisKnown: Type.Boolean(),
    shareQuantity,
    netSaleAmount: money,
    adjustedCostBasis: nullable(money),
    disallowedLoss: nullable(money),
    reportableGainLoss: nullable(money),
  },
  { title: "PreviewedLot" },
);

const RemainingShares = Type.Object(
  {
    shareQuantity,
    adjustedCostBasis: nullable(money),
    unrealizedGainLoss: gain("At the price of the sale."),
  },
  { title: "RemainingShares" },
);

const PreviewedSale = Type.Object(
  {
    method: nullable(codeFrom(codeList("tax-relief-method"))),
    isDefault: Type.Boolean({ description: "Whether it is the account's own method." }),
    lots: Type.Array(PreviewedLot, { description: "In the order in which they would be closed." }),
    adjustedCostBasis: nullable(money),
    shortTermGainLoss: gain("The reportable gains of short-term lots; null if one is not known."),
    longTermGainLoss: gain("The same of long-term lots."),
    unknownTermGainLoss: gain("The same of lots whose date of acquisition is not known."),
    disallowedLoss: Type.String({
      description: "The loss that purchases of the 30 days before would disallow as a wash sale.",
    }),
    remaining: RemainingShares,
    estimatedTax: nullableText(
      "Each term's gain at its rate, below 0 for losses; null where a rate, gain or term is not known.",
    ),
    isLowestTax: Type.Boolean({
      description:
        "Whether no other sale has a lower tax; never where the tax of one is not known.",
    }),
  },
  { title: "PreviewedSale" },
);

const usedRate = nullableText(
  "The rate of the estimate in percent; null without one or if not taxable.",
);

/** The effects of a sale, by each method of relief. */
export const SalePreview = Type.Object(
  {
    accountNumber: Type.String(),
    security: LotSecurity,
    saleDate: encodedDay,
    shareQuantity,
    salePrice: Type.String({ description: "A decimal with 6 places." }),
    priceDate: nullable(
      Type.String({
        format: "date-time",
        description: "The day of the close; null where the price was sent.",
      }),
    ),
    netSaleAmount: Type.String({ description: "Shares × price − fees, with 2 places." }),
    shortTermTaxRate: usedRate,
    longTermTaxRate: usedRate,
    sales: Type.Array(PreviewedSale, {
      description: "By named lots, if there are any (`method` is null), then by each method.",
    }),
  },
  { title: "SalePreview" },
);
export type SalePreview = Static<typeof SalePreview>;
