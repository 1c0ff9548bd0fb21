// The wire shapes of positions and current weights. (interface 2.15)
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

const security = Type.Object(
  {
    ticker: Type.String(),
    cusip: nullableText(),
    id: nullableText(),
    companyName: nullableText(),
    instrumentType: nullableText(),
    quotationFactor: nullableText(
      "The factor that turns a price into the price of one share, with 6 places: 0.010000 of a " +
        "bond in percent of par.",
    ),
  },
  {
    title: "HeldSecurity",
    description:
      "A security that is held; for cash the ticker is `BCASH` and every other field " + "null.",
  },
);
const weight = nullableText("Percent with 2 places; the weights of a response add to 100.00.");
const money = (description: string) => nullable(Type.String({ description }));
const held = {
  shareQuantity: nullableText("A decimal with 5 places."),
  price: nullableText("The last close, as it is quoted, with 6 places."),
  priceDate: nullable(Type.String({ format: "date-time", description: "The day of that close." })),
  marketValue: money("Shares × price × `quotationFactor`, or cash; 2 places."),
  currentWeight: weight,
  targetWeight: nullableText(
    "The folio's target weight, 0.00 for what its model does not have; null without a " +
      "subscription to a model.",
  ),
  restrictedShareQuantity: Type.String({ description: "A decimal with 5 places." }),
};

/** A security that a folio holds, or its cash. */
export const FolioPosition = Type.Object(
  {
    accountNumber: Type.String(),
    folioNumber: Type.String(),
    security,
    ...held,
  },
  { title: "FolioPosition" },
);
export type FolioPosition = Static<typeof FolioPosition>;

/** The holdings of a folio. */
export const FolioPositions = Type.Array(FolioPosition);

/** Figures of what an account or a household holds in all. */
const gains = {
  unrealizedGainLoss: money(
    "`marketValue` less both cost bases; null where one of these is not known, and for cash.",
  ),
  dayChange: money(
    "The gain of the shares held now between the last two closes; null where there is no close of " +
      "the latest day on which any holding has one, or none within the 10 days before it.",
  ),
};

/** A security that an account holds, in whatever folios, or its cash. */
export const AccountPosition = Type.Object(
  {
    accountNumber: Type.String(),
    security,
    ...held,
    longTermCostBasis: money(
      "Adjusted basis of the lots for which a sale today would be long-term.",
    ),
    shortTermCostBasis: money(
      "Adjusted basis of the lots for which a sale today would be short-term.",
    ),
    ...gains,
  },
  { title: "AccountPosition" },
);
export type AccountPosition = Static<typeof AccountPosition>;

/** The holdings of an account. */
export const AccountPositions = Type.Array(AccountPosition);

/** A security that the accounts of a household hold together, or their cash. */
export const HouseholdPosition = Type.Object(
  {
    householdOid: Type.String(),
    security,
    ...held,
    longTermCostBasis: money(
      "The sum of the accounts' basis; null where one is not known, or an account is not taxable.",
    ),
    shortTermCostBasis: money("The same of lots for which a sale today would be short-term."),
    ...gains,
  },
  { title: "HouseholdPosition" },
);
export type HouseholdPosition = Static<typeof HouseholdPosition>;

/** The weight of a security, or of cash, in a folio. */
export const CurrentWeight = Type.Object(
  {
    ticker: Type.String(),
    currentWeight: weight,
  },
  { title: "CurrentWeight" },
);
export type CurrentWeight = Static<typeof CurrentWeight>;

/** The weights of what a folio holds. */
export const CurrentWeights = Type.Array(CurrentWeight);
